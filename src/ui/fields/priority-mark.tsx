import css from './priority-mark.module.css';

/** Sorted by the number of their bars. */
const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;

type Priority = (typeof PRIORITIES)[number];

export function isPriority(value: string): value is Priority {
  return PRIORITIES.some((priority) => priority === value);
}

interface Props {
  readonly priority: Priority;
  readonly tone: string;
  readonly children: string;
}

/**
 * Shows bars instead of a chip, so that a priority does not compete with a status. Just one element, because lists
 * render many.
 */
export function PriorityMark({ priority, tone, children }: Props) {
  return (
    <span className={css.mark} data-level={1 + PRIORITIES.indexOf(priority)} data-tone={tone}>
      {children}
    </span>
  );
}

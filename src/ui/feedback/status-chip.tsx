import { toneOf } from '../tone.ts';
import css from './status-chip.module.css';

interface Props {
  readonly status: string;
  readonly label: string;
  /** As gray words, without a background. */
  readonly quiet?: boolean | undefined;
}

/** A status as a colored chip that also says it in words. Plain markup: lists show hundreds of them. */
export function StatusChip({ status, label, quiet }: Props) {
  return (
    <span className={css['chip']} data-tone={quiet ? 'quiet' : toneOf(status)}>
      {label}
    </span>
  );
}

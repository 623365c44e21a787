import { choiceLabels } from '../../words/common.ts';
import type { Tone } from '../kit/tones.ts';
import css from './choice-chip.module.css';
import { isPriority, PriorityMark } from './priority-mark.tsx';

interface ChoiceChipProps {
  readonly value: string;
  readonly choices: readonly string[];
  readonly quiet?: boolean | undefined;
}

export function ChoiceChip({ value, choices, quiet }: ChoiceChipProps) {
  if (value === '') return <span>-</span>;
  return <StatusChip status={value} quiet={quiet} label={choiceLabel(value, choices)} />;
}

interface StatusChipProps {
  readonly status: string;
  readonly label: string;
  /** Gray, without a background. */
  readonly quiet?: boolean | undefined;
}

/** Plain markup, because lists render hundreds of these. */
export function StatusChip({ status, label, quiet }: StatusChipProps) {
  const tone = toneOf(status);
  if (isPriority(status)) {
    return (
      <PriorityMark priority={status} tone={quiet ? 'quiet' : tone}>
        {label}
      </PriorityMark>
    );
  }
  return (
    <span
      className={quiet ? css.quiet : css.chip}
      style={quiet ? undefined : { color: `var(--rc-${tone}-ink)`, background: `var(--rc-${tone}-back)` }}
      data-tone={quiet ? 'quiet' : tone}
    >
      {label}
    </span>
  );
}

const TONE_OF: Readonly<Record<string, Tone>> = {
  active: 'green',
  inactive: 'gray',
  prospect: 'blue',
  lead: 'violet',
  pending: 'orange',
  assigned: 'violet',
  in_progress: 'blue',
  on_hold: 'red',
  completed: 'green',
  cancelled: 'gray',
  low: 'green',
  medium: 'orange',
  high: 'red',
  urgent: 'alarm',
  draft: 'gray',
  sent: 'blue',
  accepted: 'green',
  rejected: 'red',
  expired: 'orange',
};

export function toneOf(status: string): Tone {
  return (Object.hasOwn(TONE_OF, status) && TONE_OF[status]) || 'gray';
}

const LABELS: Readonly<Record<string, string>> = choiceLabels;

/** Returns 'Property Management' for 'property_management'. Unknown values stay as they are. */
export function choiceLabel(value: string, known: readonly string[]): string {
  if (value === '') return '-';
  return (known.includes(value) && LABELS[value]) || value;
}

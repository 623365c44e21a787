import { choiceLabels } from '../../words/common.ts';
import type { Tone } from '../kit/tones.ts';
import css from './choice-chip.module.css';
import mark from './priority-mark.module.css';

interface ChoiceChipProps {
  readonly value: string;
  readonly choices: readonly string[];
  /** Gray, without a background. */
  readonly quiet?: boolean | undefined;
}

/** Sorted by the number of their bars. */
const PRIORITIES = ['low', 'medium', 'high', 'urgent'];

/** Just one element, because lists render hundreds of these. */
export function ChoiceChip({ value, choices, quiet }: ChoiceChipProps) {
  if (value === '') return <span>-</span>;
  const tone = toneOf(value);
  const bars = 1 + PRIORITIES.indexOf(value);
  if (bars > 0) {
    // Bars instead of a chip, so that a priority does not compete with a status.
    return (
      <span className={mark.mark} data-level={bars} data-tone={quiet ? 'quiet' : tone}>
        {choiceLabel(value, choices)}
      </span>
    );
  }
  return (
    <span
      className={quiet ? css.quiet : css.chip}
      style={quiet ? undefined : { color: `var(--rc-${tone}-ink)`, background: `var(--rc-${tone}-back)` }}
      data-tone={quiet ? 'quiet' : tone}
    >
      {choiceLabel(value, choices)}
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

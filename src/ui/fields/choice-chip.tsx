import { choiceLabels } from '../../words/common.ts';
import css from './choice-chip.module.css';

interface ChoiceChipProps {
  readonly value: string;
  readonly choices: readonly string[];
  /** As gray words: it says nothing any more that must be seen. */
  readonly quiet?: boolean | undefined;
}

/** A choice in words and color; '-' where none is known. */
export function ChoiceChip({ value, choices, quiet }: ChoiceChipProps) {
  if (value === '') return <span>-</span>;
  return <StatusChip status={value} quiet={quiet} label={choiceLabel(value, choices)} />;
}

interface StatusChipProps {
  readonly status: string;
  readonly label: string;
  /** As gray words, without a background. */
  readonly quiet?: boolean | undefined;
}

/** A status as a colored chip that also says it in words. Plain markup: lists show hundreds of them. */
export function StatusChip({ status, label, quiet }: StatusChipProps) {
  return (
    <span className={css['chip']} data-tone={quiet ? 'quiet' : toneOf(status)}>
      {label}
    </span>
  );
}

/** A color that a state may have; tones.css has its shades. */
type Tone = 'green' | 'gray' | 'blue' | 'violet' | 'orange' | 'red' | 'alarm';

/** The colors of every status and priority of the app. A value that is not here is gray. */
const TONES: Readonly<Record<string, Tone>> = {
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
  return (Object.hasOwn(TONES, status) && TONES[status]) || 'gray';
}

const LABELS: Readonly<Record<string, string>> = choiceLabels;

/**
 * A choice value in words: 'property_management' is 'Property Management'. A value that is not among the
 * known ones shows as it is; nothing at all shows as '-'.
 */
export function choiceLabel(value: string, known: readonly string[]): string {
  if (value === '') return '-';
  return (known.includes(value) && LABELS[value]) || value;
}

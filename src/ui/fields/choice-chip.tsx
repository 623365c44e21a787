import { StatusChip } from '../feedback/status-chip.tsx';
import { choiceLabel } from './choice-label.ts';

interface Props {
  readonly value: string;
  readonly choices: readonly string[];
  /** As gray words: it says nothing any more that must be seen. */
  readonly quiet?: boolean | undefined;
}

/** A choice in words and color; '-' where none is known. */
export function ChoiceChip({ value, choices, quiet }: Props) {
  if (value === '') return <span>-</span>;
  return <StatusChip status={value} quiet={quiet} label={choiceLabel(value, choices)} />;
}

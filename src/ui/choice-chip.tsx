import { choiceLabel } from './choice-label.ts';
import { StatusChip } from './status-chip.tsx';

interface Props {
  readonly value: string;
  readonly choices: readonly string[];
}

/** A choice in words and colour; '-' where none is known. */
export function ChoiceChip({ value, choices }: Props) {
  if (value === '') return '-';
  return <StatusChip status={value} label={choiceLabel(value, choices)} />;
}

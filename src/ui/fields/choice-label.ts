import { choiceLabels } from '../../words/common.ts';

const LABELS: Readonly<Record<string, string>> = choiceLabels;

/**
 * A choice value in words: 'property_management' is 'Property Management'. A value that is not among the
 * known ones shows as it is; nothing at all shows as '-'.
 */
export function choiceLabel(value: string, known: readonly string[]): string {
  if (value === '') return '-';
  return (known.includes(value) && LABELS[value]) || value;
}

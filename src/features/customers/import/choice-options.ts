import type { Customer } from '../../../domain/customer.ts';
import { choicesOf } from '../../../domain/import/rows.ts';
import { choiceLabel } from '../../../ui/fields/choice-label.ts';

/** The values of a choice field as a select takes them; none for any other field. */
export function choiceOptions(field: keyof Customer): { readonly value: string; readonly label: string }[] {
  const choices = choicesOf(field) ?? [];
  return choices.map((value) => ({ value, label: choiceLabel(value, choices) }));
}

import type { ReactNode } from 'react';
import type { DateForms } from '../domain/date-forms.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { ChoiceChip } from '../ui/fields/choice-chip.tsx';
import { choiceLabel } from '../ui/fields/choice-label.ts';
import type { ResourceColumn } from './resource-view.ts';

/** What a fact of a record looks like; '-' for a blank one. */
export function cellOf(column: ResourceColumn<Fields>, fields: Fields, dates: DateForms): ReactNode {
  if (isBlank(column, fields)) return '-';
  if (column.render) return column.render(fields, dates);
  const value = fields[column.field];
  if (!column.choices) return value;
  const choice = { value: String(value), choices: column.choices };
  return column.chip ? (
    <ChoiceChip {...choice} quiet={column.quiet?.(fields)} />
  ) : (
    choiceLabel(choice.value, choice.choices)
  );
}

/** True where a record has nothing to say for a column. */
export function isBlank(column: ResourceColumn<Fields>, fields: Fields): boolean {
  return !column.render && String(fields[column.field] ?? '').trim() === '';
}

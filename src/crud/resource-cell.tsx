import type { ReactNode } from 'react';
import { isAmount } from '../domain/field.ts';
import type { DateForms } from '../domain/plain-date.ts';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { ChoiceChip, choiceLabel } from '../ui/fields/choice-chip.tsx';
import { EmailText } from '../ui/text/email-text.tsx';
import { MoneyText } from '../ui/text/format-values.tsx';
import { RecordName } from './record-link.tsx';
import type { ResourceColumn } from './resource-view.ts';
import { DayText } from './time.tsx';

interface Row {
  readonly resource: ResourceName;
  /** The result of `readable`. */
  readonly fields: Fields;
  readonly dates: DateForms;
}

type Column = Pick<ResourceColumn<Fields>, 'field' | 'render' | 'chip' | 'quiet' | 'short'>;

export function cellOf(column: Column, { resource, fields, dates }: Row): ReactNode {
  if (column.render) return column.render(fields, dates);
  const field = specOf(resource).fields[column.field];
  const value = fields[column.field] ?? null;
  const text = String(value ?? '');
  switch (field?.type) {
    case 'choice':
      return column.chip ? (
        <ChoiceChip value={text} choices={field.choices} quiet={column.quiet?.(fields)} />
      ) : (
        choiceLabel(text, field.choices)
      );
    case 'money':
      return <MoneyText amount={value} />;
    case 'percent':
      return text === '' ? '-' : `${text} %`;
    case 'date':
    case 'dateTime':
      return <DayText value={text} dates={dates} />;
    case 'email':
      return <EmailText email={text} />;
    case 'phone':
      return phoneText(text);
    case 'reference':
      return <RecordName resource={field.to} id={text || null} />;
    default:
      return text.trim() === '' ? '-' : text;
  }
}

/** Breaks before the last seven digits, in a narrow column. */
function phoneText(phone: string): ReactNode {
  if (phone.trim() === '') return '-';
  const at = phone.slice(0, -6).search(/[-\s][^-\s]*$/) + 1;
  if (at === 0) return phone;
  return (
    <>
      <span>{phone.slice(0, at)}</span>
      <wbr />
      <span>{phone.slice(at)}</span>
    </>
  );
}

export function alignOf(resource: ResourceName, name: string): 'end' | undefined {
  const field = specOf(resource).fields[name];
  return field && isAmount(field) ? 'end' : undefined;
}

/** Cards leave out blank columns. */
export function isBlank(
  { field, sortBy }: Pick<ResourceColumn<Fields>, 'field' | 'sortBy'>,
  { fields }: Pick<Row, 'fields'>,
): boolean {
  const value = sortBy ? sortBy(fields) : fields[field];
  return String(value ?? '').trim() === '';
}

/** Returns the whole text, because the cell may cut it off. */
export function hoverText(column: Column, { resource, fields }: Omit<Row, 'dates'>): string | undefined {
  return column.short || !isPlain(resource, column)
    ? undefined
    : String(fields[column.field] ?? '') || undefined;
}

/** Returns true if the cell shows the stored text unchanged. */
function isPlain(resource: ResourceName, { field, render }: Column): boolean {
  const type = specOf(resource).fields[field]?.type;
  return !render && (type === 'text' || type === 'phone' || type === 'email' || type === 'choice');
}

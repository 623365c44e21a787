import { useMemo } from 'react';
import type { Fields, FieldValue, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { useRecordServices } from '../records/record-services.ts';
import { useSnapshot } from '../records/use-records.ts';
import { choiceLabel } from '../ui/fields/choice-label.ts';
import { formatMoney } from '../ui/text/money-text.tsx';
import { recordWords } from '../words/common.ts';
import { formatDay } from './day-text.tsx';
import { titleOf } from './readable.ts';
import { useResourceView } from './resource-views.ts';
import { useDates } from './use-dates.ts';

/** Longer values are left to a table, or to the form. */
const SAYABLE = 40;

/** Fits into a sentence: a log or a checklist does not. */
export function isSayable(text: string): boolean {
  return text.length <= SAYABLE && !text.includes('\n');
}

const NO_ENV = { now: 0, random: 0 };

/** A field's value in words; '' where it holds nothing. */
export type FieldText = (field: string, value: FieldValue | undefined) => string;

/**
 * Puts the values of one kind of record in words, as its screens do: choices by their labels, amounts with
 * their cents, days as days, references by the name of the record that they mean, live.
 */
export function useFieldText(resource: ResourceName): FieldText {
  const { collections } = useRecordServices();
  const { columns } = useResourceView(resource);
  const dates = useDates(resource);
  const referred = useSnapshot(specOf(resource).references[0]?.to);
  return useMemo(() => {
    const spec = specOf(resource);
    const { references } = spec;
    const example = spec.blank(NO_ENV);
    return (field, value) => {
      const text = String(value ?? '').trim();
      if (text === '') return '';
      const to = references.find((reference) => reference.field === field)?.to;
      if (to) return nameOf(to, collections[to].find(text), referred?.complete ?? false);
      const choices = columns.find((column) => column.field === field)?.choices;
      if (choices) return choiceLabel(text, choices);
      if (typeof value === 'number') return field.endsWith('_rate') ? `${value} %` : formatMoney(value);
      return example[field] === null ? formatDay(text, dates) : text;
    };
  }, [resource, collections, columns, dates, referred]);
}

function nameOf(to: ResourceName, found: { readonly view: Fields } | undefined, complete: boolean): string {
  if (found) return titleOf(to, found.view);
  return complete ? recordWords.unknown : '…';
}

import { useMemo } from 'react';
import type { FieldValue, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { RecordServices } from '../records/record-services.ts';
import { useRecordServices } from '../records/records-context.ts';
import { useSnapshot } from '../records/use-snapshot.ts';
import { choiceLabel } from '../ui/fields/choice-label.ts';
import { formatMoney } from '../ui/text/format-money.ts';
import { formatDay } from './format-day.ts';
import { titleOf } from './readable.ts';
import { useResourceView } from './resource-views.ts';

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
  const referred = useSnapshot(specOf(resource).references[0]?.to);
  return useMemo(() => {
    const spec = specOf(resource);
    const { references } = spec;
    const example = spec.blank(NO_ENV);
    return (field, value) => {
      const text = String(value ?? '').trim();
      if (text === '') return '';
      const to = references.find((reference) => reference.field === field)?.to;
      if (to) return nameIn(collections[to], to, text);
      const choices = columns.find((column) => column.field === field)?.choices;
      if (choices) return choiceLabel(text, choices);
      if (typeof value === 'number') return field.endsWith('_rate') ? `${value} %` : formatMoney(value);
      return example[field] === null ? formatDay(text) : text;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `referred` is when, not what
  }, [resource, collections, columns, referred]);
}

function nameIn(
  collection: RecordServices['collections'][ResourceName],
  to: ResourceName,
  id: string,
): string {
  const found = collection.find(id);
  if (found) return titleOf(to, found.view);
  return collection.getSnapshot().complete ? 'Unknown' : '…';
}

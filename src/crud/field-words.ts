import { useMemo } from 'react';
import type { Fields, FieldValue, RecordKind, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { useRecordServices } from '../records/record-services.ts';
import { useSnapshot } from '../records/use-records.ts';
import { choiceLabel } from '../ui/fields/choice-chip.tsx';
import { formatMoney } from '../ui/text/format-values.tsx';
import { recordWords } from '../words/common.ts';
import { titleOf } from './readable.ts';
import { formatDay, useDates } from './time.tsx';

/** In characters. */
const SAYABLE = 40;

/** Returns false for texts that do not fit into a sentence, such as logs. */
export function isSayable(text: string): boolean {
  return text.length <= SAYABLE && !text.includes('\n');
}

/** Returns '' for a blank value. */
export type FieldText = (field: string, value: FieldValue | undefined) => string;

/** Updates when a referenced record changes. */
export function useFieldText(resource: RecordKind): FieldText {
  const { collections } = useRecordServices();
  const dates = useDates(resource);
  const referred = useSnapshot(specOf(resource).references[0]?.to);
  return useMemo(() => {
    const { fields } = specOf(resource);
    return (name, value) => {
      const field = fields[name];
      const text = String(value ?? '').trim();
      if (text === '') return '';
      switch (field?.type) {
        case 'reference':
          return nameOf(field.to, collections[field.to].find(text), referred?.complete ?? false);
        case 'choice':
          return choiceLabel(text, field.choices);
        case 'money':
          return typeof value === 'number' ? formatMoney(value) : text;
        case 'percent':
          return `${text} %`;
        case 'date':
        case 'dateTime':
          return formatDay(text, dates);
        default:
          return text;
      }
    };
  }, [resource, collections, dates, referred]);
}

function nameOf(to: ResourceName, found: { readonly view: Fields } | undefined, complete: boolean): string {
  if (found) return titleOf(to, found.view);
  return complete ? recordWords.unknown : '…';
}

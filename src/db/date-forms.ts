import { type DateForms, NO_DATE_FORMS, withDateForm } from '../domain/date-forms.ts';
import type { ResourceName, Wire } from '../domain/resource-spec.ts';
import { fieldsOfType } from '../domain/resource-specs.ts';
import { readRow, writeMeta } from './meta/meta-rows.ts';
import type { Tx } from './tables.ts';

/** Notes how the server writes dates, from the rows that one transaction takes in. */
export interface DateWatch {
  readonly see: (wire: Wire) => void;
  /** Stores what is new. Belongs into the transaction that stores the rows. */
  readonly save: () => Promise<void>;
}

const NO_WATCH: DateWatch = { see: () => undefined, save: async () => undefined };

export async function watchDates(tx: Tx, resource: ResourceName): Promise<DateWatch> {
  const fields = fieldsOfType(resource, 'dateTime');
  if (fields.length === 0) return NO_WATCH;
  const key = `dates:${resource}` as const;
  const stored = await readRow(tx, key);
  const withRow = (forms: DateForms, row: Wire): DateForms =>
    fields.reduce((now, field) => withDateForm(now, row[field]), forms);
  let forms: DateForms = stored ?? NO_DATE_FORMS;
  return {
    see: (wire) => {
      forms = withRow(forms, wire);
    },
    save: async () => {
      if (forms === stored) return;
      await writeMeta(tx, { key, moment: forms.moment, days: forms.days });
    },
  };
}

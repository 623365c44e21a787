import type { DateForms } from '../../domain/date-forms.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';

/** The server's way to write the dates of a collection. A form that was seen once stays, whatever becomes of its record. */
export interface DatesRow extends DateForms {
  readonly key: `dates:${ResourceName}`;
}

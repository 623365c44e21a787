import type { DateForms } from '../../domain/date-forms.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';

/** How the server writes the dates of a collection. What was seen once stays, whatever becomes of the record. */
export interface DatesRow extends DateForms {
  readonly key: `dates:${ResourceName}`;
}

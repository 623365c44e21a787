import type { FieldChanges, MutationKind } from './mutation.ts';
import type { Fields, FieldValue, ResourceName } from './resource-spec.ts';
import { specOf } from './resource-specs.ts';

interface Change {
  readonly kind: MutationKind;
  readonly fields: FieldChanges;
}

/**
 * Local ids of the records that a change has to do with. A create or an update needs a server id of each
 * before it can be sent; the deletion of such a record comes after the deletion of what refers to it.
 * @param view the record as the person sees it; what a deletion takes away
 */
export function dependenciesOf(resource: ResourceName, change: Change, view: Fields | null): string[] {
  const valueOf = (field: string): FieldValue | undefined =>
    change.kind === 'delete' ? view?.[field] : change.fields[field]?.value;
  return specOf(resource)
    .references.map(({ field }) => valueOf(field))
    .filter((value): value is string => typeof value === 'string' && value !== '');
}

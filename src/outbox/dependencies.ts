import type { Fields, FieldValue, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { FieldChanges, Mutation, MutationKind } from './mutation.ts';

interface Change {
  readonly kind: MutationKind;
  readonly fields: FieldChanges;
}

/** A record as the person sees it and as the server has it. */
interface RecordCopies {
  readonly view: Fields | null;
  readonly server: Fields | null;
}

/**
 * Ids of the records that a change has to do with. A create or an update needs a server id of each before it
 * can be sent; a deletion takes a reference away from each.
 * @param record what a deletion takes away: the server's references count as well as those that were never sent
 */
export function dependenciesOf(
  resource: ResourceName,
  change: Change,
  record: RecordCopies | null | undefined,
): string[] {
  const valuesOf = (field: string): (FieldValue | undefined)[] =>
    change.kind === 'delete'
      ? [record?.view?.[field], record?.server?.[field]]
      : [change.fields[field]?.value];
  const ids = specOf(resource).references.flatMap(({ field }) => valuesOf(field));
  return [...new Set(ids.filter(isId))];
}

type Naming = Pick<Mutation, 'resource' | 'kind' | 'fields' | 'deps'>;

/** Ids of the records of one kind that a change makes its own record refer to. */
export function refersTo({ resource, kind, fields }: Naming, to: ResourceName): string[] {
  return kind === 'delete'
    ? []
    : fieldsTo(resource, to)
        .map((field) => fields[field]?.value)
        .filter(isId);
}

/** Ids of the records of one kind that its own record refers to no longer once a change is carried out. */
export function releases({ resource, kind, fields, deps }: Naming, to: ResourceName): string[] {
  const names = fieldsTo(resource, to);
  if (kind === 'delete') return names.length > 0 ? [...deps] : [];
  return names.map((field) => fields[field]?.base).filter(isId);
}

/** Names of the fields by which one kind of record refers to another. */
export function fieldsTo(resource: ResourceName, to: ResourceName): string[] {
  return specOf(resource)
    .references.filter((reference) => reference.to === to)
    .map(({ field }) => field);
}

function isId(value: FieldValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

import type { FieldChanges } from './mutation.ts';
import type { ResourceName } from './resource-spec.ts';
import { resourceSpecs } from './resource-specs.ts';

/** Local ids of the records that a change refers to: each needs a server id before the change can be sent. */
export function dependenciesOf(resource: ResourceName, fields: FieldChanges): string[] {
  return resourceSpecs[resource].references
    .map((reference) => fields[reference.field as string]?.value)
    .filter((value): value is string => typeof value === 'string' && value !== '');
}

import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';

/** Completes fields for showing and editing: every field is there and has a value of its type. */
export function readable(resource: ResourceName, fields: Fields): Fields {
  return specOf(resource).readable(fields);
}

export function titleOf(resource: ResourceName, fields: Fields): string {
  return specOf(resource).title(readable(resource, fields));
}

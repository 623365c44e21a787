import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';

/** Returns a record's fields fit to be drawn and edited: every field is there and holds what its type says. */
export function readable(resource: ResourceName, fields: Fields): Fields {
  return specOf(resource).readable(fields);
}

/** Returns what a record is called in a sentence, whatever it holds. */
export function titleOf(resource: ResourceName, fields: Fields): string {
  return specOf(resource).title(readable(resource, fields));
}

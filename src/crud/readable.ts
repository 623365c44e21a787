import type { Fields, RecordKind } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';

/** Replaces missing and malformed values, so that screens and forms can use the fields. */
export function readable(resource: RecordKind, fields: Fields): Fields {
  return specOf(resource).readable(fields);
}

export function titleOf(resource: RecordKind, fields: Fields): string {
  return specOf(resource).title(readable(resource, fields));
}

import { sameValue } from '../domain/canonical.ts';
import type { FieldChanges } from '../domain/mutation.ts';
import type { Fields } from '../domain/resource-spec.ts';

/**
 * Whether a row on the server looks like a create of ours that may or may not have arrived: every field
 * that was sent is the same there.
 */
export function looksLikeCreate(row: Fields, sent: FieldChanges): boolean {
  return Object.entries(sent).every(([field, change]) => sameValue(field, row[field], change.value));
}

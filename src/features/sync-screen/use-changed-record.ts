import { titleOf } from '../../crud/readable.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { useLastSeen } from '../../records/use-history.ts';
import { type RecordRow, useRecord } from '../../records/use-records.ts';

/** The record that a change belongs to, and its name: as it was last seen, where a deletion hides it. */
export function useChangedRecord(change: Pick<Mutation, 'resource' | 'localId' | 'fields'>): {
  readonly row: RecordRow<Fields> | null | undefined;
  readonly title: string;
} {
  const row: RecordRow<Fields> | null | undefined = useRecord(change.resource, change.localId);
  const seen = useLastSeen(change.resource, change.localId) ?? valuesOf(change.fields);
  const isNamed = Object.keys(seen).length > 0;
  return { row, title: isNamed || row !== undefined ? titleOf(change.resource, seen) : '…' };
}

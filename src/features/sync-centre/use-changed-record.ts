import { titleOf } from '../../crud/readable.ts';
import { valuesOf } from '../../domain/changes.ts';
import type { Mutation } from '../../domain/mutation.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { type RecordRow, useRecord } from '../../records/use-records.ts';

/** The record that a change belongs to, and its name: as the change has it, where the record is hidden. */
export function useChangedRecord(change: Pick<Mutation, 'resource' | 'localId' | 'fields'>): {
  readonly row: RecordRow<Fields> | null | undefined;
  readonly title: string;
} {
  const row: RecordRow<Fields> | null | undefined = useRecord(change.resource, change.localId);
  return { row, title: titleOf(change.resource, row?.view ?? valuesOf(change.fields)) };
}

import { useSearchParams } from 'react-router-dom';
import { titleOf } from '../../crud/readable.ts';
import type { Fields, RecordKey } from '../../domain/resource-spec.ts';
import { RECORD_KINDS } from '../../domain/resource-specs.ts';
import { useRecordChanges } from '../../records/use-outbox.ts';
import { type RecordRow, useRecord } from '../../records/use-records.ts';

/** The record that the URL asks for: /sync?record=customers/{local id}. */
export interface AskedRecord extends RecordKey {
  readonly changeId: string | null;
  /** True if the record is known to have no open change. */
  readonly settled: boolean;
  readonly title: string | null;
}

export function useAskedRecord(): AskedRecord | null {
  const key = readKey(useSearchParams()[0].get('record') ?? '');
  // Hooks must always be called. No record has a blank id.
  const { resource, localId } = key ?? { resource: 'customers' as const, localId: '' };
  const changes = useRecordChanges(resource, localId);
  const row: RecordRow<Fields> | null | undefined = useRecord(resource, localId);
  if (!key) return null;
  const first = changes?.find(({ state }) => state === 'parked') ?? changes?.[0];
  return {
    ...key,
    changeId: first?.id ?? null,
    settled: changes?.length === 0 && row !== undefined,
    title: row ? titleOf(resource, row.view) : null,
  };
}

function readKey(text: string): RecordKey | null {
  const cut = text.indexOf('/');
  const resource = RECORD_KINDS.find((name) => name === text.slice(0, cut));
  return resource ? { resource, localId: text.slice(cut + 1) } : null;
}

import { useMemo } from 'react';
import { allMutations, findRecord } from '../db/mirror-and-outbox.ts';
import { mirrorTable, type Tx, tablesOf } from '../db/tables.ts';
import { isDocument } from '../domain/attachment.ts';
import type { FieldChange, FieldChanges } from '../domain/field-changes.ts';
import type { RecordKind, ResourceName, ServerId } from '../domain/resource-spec.ts';
import { fieldsTo, RECORD_KINDS, RESOURCE_NAMES, specOf } from '../domain/resource-specs.ts';
import { targetsOf } from '../outbox/dependencies.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { useLiveRead, useThrottledRead } from './live-read.ts';
import { useRecordServices } from './record-services.ts';
import { parentIndex } from './use-photos.ts';
import type { RecordRow } from './use-records.ts';

interface DependantIntent {
  readonly resource: RecordKind;
  readonly localId: string;
  readonly kind: 'update' | 'delete';
  readonly fields: FieldChanges;
}

/**
 * Returns the changes to make together with a deletion. Returns none if the server has other references, because it may
 * refuse the deletion.
 */
export async function dependantsToTake(
  tx: Tx,
  resource: RecordKind,
  localId: string,
): Promise<readonly DependantIntent[]> {
  const waiting = await waitingDependants(tx, resource, localId);
  if (waiting.length === 0) return waiting;
  const record = await findRecord(tx, resource, localId);
  // A server deletes photos with their record, so they are no reason to refuse.
  for (const name of RESOURCE_NAMES) {
    const fields = fieldsTo(name, resource);
    if (!record || fields.length === 0) continue;
    const known = mirrorTable(tx, name).filter((other) => refersOnServer(other, fields, record));
    if (await known.first()) return [];
  }
  return waiting;
}

/** Returns true for a document, and for a record that has one, waiting or confirmed. Neither may be deleted. */
export async function isKeptForDocuments(tx: Tx, resource: RecordKind, localId: string): Promise<boolean> {
  const record = await findRecord(tx, resource, localId);
  if (resource === 'attachments') return isDocument(record?.view);
  const rows = attachmentsOf(tx, resource, record ?? { localId });
  return (await rows.filter(({ view }) => isDocument(view)).first()) !== undefined;
}

type Identity = Pick<MirrorRecord, 'localId' | 'serverId'>;

/** Returns those that this device shows. */
export function attachmentsOf(tx: Tx, resource: ResourceName, { localId, serverId = localId }: Identity) {
  return mirrorTable(tx, 'attachments').where(parentIndex(resource)).anyOf(localId, String(serverId));
}

/** Ignores references that an unsent change adds or removes. */
function refersOnServer(
  { view, server, serverId }: Pick<MirrorRecord, 'view' | 'server' | 'serverId'>,
  fields: readonly string[],
  target: { readonly localId: string; readonly serverId?: ServerId | undefined },
): boolean {
  if (serverId === undefined) return false;
  const ids = [target.localId, String(target.serverId ?? target.localId)];
  return fields.some((field) => [view, server].every((copy) => ids.includes(String(copy?.[field]))));
}

/** Returns changes that undo unsent references, newest first. Skips references that have changed again. */
export async function waitingDependants(
  tx: Tx,
  resource: RecordKind,
  localId: string,
): Promise<DependantIntent[]> {
  const record = await findRecord(tx, resource, localId);
  const ids = new Set([localId, record?.localId ?? localId, String(record?.serverId ?? localId)]);
  const found = new Map<string, DependantIntent>();
  for (const mutation of (await allMutations(tx)).reverse()) {
    if (!targetsOf(mutation).some(({ to, id }) => to === resource && ids.has(id))) continue;
    const dependant = await findRecord(tx, mutation.resource, mutation.localId);
    const fields = dependant ? takenBack(mutation, dependant, { resource, ids }) : {};
    if (!dependant || Object.keys(fields).length === 0) continue;
    const key = `${mutation.resource}/${mutation.localId}`;
    const own = { resource: mutation.resource, localId: mutation.localId };
    if (mutation.kind === 'create') found.set(key, { ...own, kind: 'delete', fields: {} });
    else if (!found.has(key)) found.set(key, { ...own, kind: 'update', fields });
  }
  return [...found.values()];
}

function takenBack(
  mutation: Mutation,
  { view }: MirrorRecord,
  { resource, ids }: { readonly resource: RecordKind; readonly ids: ReadonlySet<string> },
): FieldChanges {
  const back: Record<string, FieldChange> = {};
  for (const { field, to } of specOf(mutation.resource).references) {
    const change = mutation.fields[field];
    if (to !== resource || !change || !ids.has(String(change.value))) continue;
    if (ids.has(String(view?.[field]))) back[field] = { base: change.value, value: change.base };
  }
  return back;
}

export interface Dependants {
  /** By kind, without zeros. */
  readonly counts: ReadonlyMap<RecordKind, number>;
  /** The server knows of a reference, so it will refuse the deletion or delete more records. */
  readonly onServer: boolean;
  /** What the server has been seen to do with such a deletion. */
  readonly habit: 'refuses' | 'deletes' | 'unknown';
}

/** Counts only once, when the question opens. */
export function useDependants(
  resource: RecordKind,
  { localId, serverId }: Pick<RecordRow<unknown>, 'localId' | 'serverId'>,
): Dependants {
  const { collections } = useRecordServices();
  const row = useLiveRead(async (relaxed) => await relaxed.meta.get(`deletions:${resource}`), [resource]);
  const { counts, onServer } = useMemo(() => {
    const counts = new Map<RecordKind, number>();
    let onServer = false;
    for (const name of RESOURCE_NAMES) {
      const fields = fieldsTo(name, resource);
      const { records } = collections[name].getSnapshot();
      const referring = records.filter(({ view }) =>
        fields.some((field) => view[field] === localId || view[field] === String(serverId)),
      );
      if (referring.length > 0) counts.set(name, referring.length);
      onServer ||= referring.some((record) => refersOnServer(record, fields, { localId, serverId }));
    }
    return { counts, onServer };
  }, [collections, resource, localId, serverId]);
  if (row?.refused) return { counts, onServer, habit: 'refuses' };
  const { gone = [] } = row ?? {};
  const deletes = [...counts.keys()].every((name) => gone.includes(name));
  return { counts, onServer, habit: deletes ? 'deletes' : 'unknown' };
}

/** Counts only references in unsent changes. */
export function useWaitingDependants(resource: RecordKind, localId: string): number | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', tablesOf(relaxed, ...RECORD_KINDS), async (tx) => {
        return (await waitingDependants(tx, resource, localId)).length;
      }),
    [resource, localId],
  );
}

/** Counts only references in unsent changes, once. */
export function useWaitingReferrers(resource: RecordKind, localIds: readonly string[]): number | undefined {
  return useThrottledRead(
    [],
    (relaxed) =>
      relaxed.transaction('r', relaxed.outbox, async (tx) => {
        const ids = new Set(localIds);
        const referring = (await allMutations(tx)).filter((mutation) =>
          targetsOf(mutation).some(({ to, id }) => to === resource && ids.has(id)),
        );
        return new Set(referring.map((mutation) => `${mutation.resource}/${mutation.localId}`)).size;
      }),
    [],
  );
}

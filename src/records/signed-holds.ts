import { findRecord, outboxTable } from '../db/mirror-and-outbox.ts';
import { type AppDatabase, mirrorTable, type Tx } from '../db/tables.ts';
import { type Attachment, attachmentSpec, isDocument } from '../domain/attachment.ts';
import { readText } from '../domain/field.ts';
import { captionDigits, digitsLogged, isOfSigning } from '../domain/papers/signed-texts.ts';
import type { RecordKind } from '../domain/resource-spec.ts';
import { RECORD_KINDS, RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { useLiveRead, useThrottledRead } from './live-read.ts';
import { attachmentsOf } from './referring-records.ts';
import { parentField } from './use-photos.ts';

type Discarded = Pick<Mutation, 'id' | 'resource' | 'localId' | 'kind' | 'fields' | 'refusal'>;

/**
 * Returns the signed documents that lose something by a discard: their record, while no server has them, or a fact in
 * the change, such as who signed.
 */
export async function documentsHolding(tx: Tx, change: Discarded): Promise<readonly MirrorRecord[]> {
  const { resource, localId, fields } = change;
  const isRemoved = removesRecord(change);
  if (!isRemoved && !isOfSigning(fields)) return [];
  const documents = await documentsOf(tx, resource, localId);
  if (isRemoved) return documents.filter(({ serverId }) => serverId === undefined);
  const said = digitsLogged(fields);
  return documents.filter(
    ({ view }) =>
      resource === 'attachments' || said.includes(captionDigits(readText(view?.['caption'])) ?? ''),
  );
}

function removesRecord({ kind, refusal }: Pick<Discarded, 'kind' | 'refusal'>): boolean {
  return kind === 'create' || refusal?.reason === 'deletedOnServer';
}

async function documentsOf(tx: Tx, resource: RecordKind, localId: string): Promise<MirrorRecord[]> {
  const record = await findRecord(tx, resource, localId);
  if (resource === 'attachments') return record && isDocument(record.view) ? [record] : [];
  const rows = attachmentsOf(tx, resource, record ?? { localId });
  return rows.filter(({ view }) => isDocument(view)).toArray();
}

export interface HoldingDocument extends Pick<Attachment, 'name' | 'sha256' | 'media_type'> {
  readonly localId: string;
  readonly isConfirmed: boolean;
}

/** Returns the documents that hold this change. Undefined until they are read. */
export function useHoldingDocuments(change: Mutation): readonly HoldingDocument[] | undefined {
  return useLiveRead((relaxed) => holdingDocuments(relaxed, change), [change.id]);
}

/** Counts once how many of the changes cannot be discarded. Undefined until that is known. */
export function useHeldCount(changes: readonly Mutation[]): number | undefined {
  return useThrottledRead([], (relaxed) => countHeld(relaxed, changes), []);
}

/** Looks up no record of a large group, and leaves room for saves between its reads. */
async function countHeld(relaxed: AppDatabase, changes: readonly Mutation[]): Promise<number> {
  const tables = [...RECORD_KINDS.map((name) => relaxed[name]), relaxed.outbox];
  const holding = await relaxed.transaction('r', tables, recordsWithUnsentDocuments);
  let count = 0;
  for (const change of changes) {
    const isHeld = removesRecord(change)
      ? holding.has(`${change.resource}/${change.localId}`)
      : isOfSigning(change.fields) && (await holdingDocuments(relaxed, change)).length > 0;
    if (isHeld) count += 1;
  }
  return count;
}

async function holdingDocuments(relaxed: AppDatabase, change: Mutation): Promise<HoldingDocument[]> {
  const tables = RECORD_KINDS.map((name) => relaxed[name]);
  const documents = await relaxed.transaction('r', tables, (tx) => documentsHolding(tx, change));
  return documents.map(documentOf);
}

/** Returns the documents that no server has, each of which has an open change, and their records. */
async function recordsWithUnsentDocuments(tx: Tx): Promise<ReadonlySet<string>> {
  const open = outboxTable(tx).where('[resource+localId]');
  const keys = await open.between(['attachments', ''], ['attachments', '\uffff']).uniqueKeys();
  const localIds = (keys as unknown as [string, string][]).map(([, localId]) => localId);
  const found = new Set<string>();
  for (const row of await mirrorTable(tx, 'attachments').bulkGet(localIds)) {
    if (!row || row.serverId !== undefined || !isDocument(row.view)) continue;
    found.add(`attachments/${row.localId}`);
    for (const name of RESOURCE_NAMES) {
      const id = readText(row.view?.[parentField(name)]);
      if (id !== '') found.add(`${name}/${(await findRecord(tx, name, id))?.localId ?? id}`);
    }
  }
  return found;
}

function documentOf({ localId, serverId, view }: MirrorRecord): HoldingDocument {
  const { name, sha256, media_type } = attachmentSpec.readable(view ?? {}) as unknown as Attachment;
  return { localId, isConfirmed: serverId !== undefined, name, sha256, media_type };
}

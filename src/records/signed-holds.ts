import { findRecord } from '../db/mirror-and-outbox.ts';
import { mirrorTable, type Tx, tablesOf } from '../db/tables.ts';
import { type Attachment, attachmentSpec, isDocument } from '../domain/attachment.ts';
import { readText } from '../domain/field.ts';
import { captionDigits, digitsLogged, isOfSigning } from '../domain/papers/signed-texts.ts';
import type { RecordKind } from '../domain/resource-spec.ts';
import { RECORD_KINDS } from '../domain/resource-specs.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { useLiveRead } from './live-read.ts';
import { parentIndex } from './use-photos.ts';

type Discarded = Pick<Mutation, 'id' | 'resource' | 'localId' | 'kind' | 'fields' | 'refusal'>;

/**
 * Returns the signed documents that a discard would take a part from: their record, while no server has them, or what
 * the change says of them, such as who signed.
 */
export async function documentsHolding(tx: Tx, change: Discarded): Promise<readonly MirrorRecord[]> {
  const { resource, localId, kind, fields, refusal } = change;
  const isGone = kind === 'create' || refusal?.reason === 'deletedOnServer';
  if (!isGone && !isOfSigning(fields)) return [];
  const documents = await documentsOf(tx, resource, localId);
  if (isGone) return documents.filter(({ serverId }) => serverId === undefined);
  const said = digitsLogged(fields);
  return documents.filter(
    ({ view }) =>
      resource === 'attachments' || said.includes(captionDigits(readText(view?.['caption'])) ?? ''),
  );
}

async function documentsOf(tx: Tx, resource: RecordKind, localId: string): Promise<MirrorRecord[]> {
  const record = await findRecord(tx, resource, localId);
  if (resource === 'attachments') return record && isDocument(record.view) ? [record] : [];
  const ids = [record?.localId ?? localId, String(record?.serverId ?? localId)];
  const rows = mirrorTable(tx, 'attachments').where(parentIndex(resource)).anyOf(ids);
  return rows.filter(({ view }) => isDocument(view)).toArray();
}

export interface HoldingDocument extends Pick<Attachment, 'name' | 'sha256' | 'media_type'> {
  readonly localId: string;
  readonly isConfirmed: boolean;
}

/** A change that is kept for signed documents. */
export interface HeldChange {
  readonly id: string;
  readonly documents: readonly HoldingDocument[];
}

/** Returns those of the changes that cannot be discarded. Undefined until they are read. */
export function useHeldChanges(changes: readonly Mutation[]): readonly HeldChange[] | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', tablesOf(relaxed, ...RECORD_KINDS), async (tx) => {
        const held: HeldChange[] = [];
        for (const change of changes) {
          const documents = await documentsHolding(tx, change);
          if (documents.length > 0) held.push({ id: change.id, documents: documents.map(documentOf) });
        }
        return held;
      }),
    [changes.map(({ id }) => id).join(' ')],
  );
}

function documentOf({ localId, serverId, view }: MirrorRecord): HoldingDocument {
  const { name, sha256, media_type } = attachmentSpec.readable(view ?? {}) as unknown as Attachment;
  return { localId, isConfirmed: serverId !== undefined, name, sha256, media_type };
}

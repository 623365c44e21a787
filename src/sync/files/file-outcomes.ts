import { changeFile, createsNaming, fileTable, hasBytes } from '../../db/file-store.ts';
import { changeLane, readLane } from '../../db/lane-store.ts';
import { tablesOf } from '../../db/tables.ts';
import type { Answer } from '../../domain/answer.ts';
import { asObject } from '../../domain/answer.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { assertOwner, type SyncContext } from '../sync-context.ts';

export interface FileRefusal {
  /** 0 if the app refuses. */
  readonly status: number;
  readonly body: unknown;
  /** See `FileRow`. */
  readonly isDamaged?: boolean;
}

/** Parks the creates that name a file. If its rows are confirmed, the file itself keeps the reason. */
export async function refuseFile(
  context: SyncContext,
  sha256: string,
  { status, body, isDamaged = false }: FileRefusal,
): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  const at = context.clock.now();
  const refusal = { reason: 'rejected', status, body, at } as const;
  await relaxed.transaction('rw', tablesOf(relaxed, 'attachments'), async (tx) => {
    let isParked = false;
    for (const seen of await createsNaming(tx, sha256)) {
      isParked = true;
      if (seen.state !== 'queued') continue;
      const lane = await readLane(tx, seen);
      await changeLane(tx, context, { lane, event: { type: 'refused', seen, refusal } });
    }
    const refused = { state: 'refused', refusal: { status, body, at } } as const;
    // The last row may have left meanwhile. A refusal would keep its bytes for good.
    const isNamed = !isParked && (await fileTable(tx).get(sha256))?.state === 'here';
    await changeFile(tx, sha256, { tries: 0, ...(isDamaged && { isDamaged }), ...(isNamed && refused) });
  });
}

/** The refusal of a row for its bytes that asks a person. */
const RETURNED_MAX = 3;

/**
 * Makes bytes unsent again if the server refused a row only because it lacks them. Returns false if this device lacks
 * them too, or the server keeps refusing.
 */
export async function sendBytesAgain(
  context: SyncContext,
  { id, resource, kind, fields }: Pick<Mutation, 'id' | 'resource' | 'kind' | 'fields'>,
  answer: Answer,
): Promise<boolean> {
  const missing = resource === 'attachments' && kind === 'create' ? refusedHashes(answer) : [];
  if (missing.length === 0) return false;
  assertOwner(context);
  const { relaxed } = context.db;
  return relaxed.transaction('rw', relaxed.files, async (tx) => {
    const names = missing.map((field) => String(fields[field]?.value ?? ''));
    const files = await fileTable(tx).bulkGet(names);
    const times = (file: (typeof files)[number]): number =>
      file?.returned?.by === id ? file.returned.times : 0;
    if (files.some((file) => !file || !hasBytes(file) || times(file) + 1 >= RETURNED_MAX)) return false;
    for (const file of files)
      if (file)
        await changeFile(tx, file.sha256, { state: 'here', returned: { by: id, times: times(file) + 1 } });
    return true;
  });
}

const HASH_FIELDS = ['sha256', 'thumb_sha256'];

/** Returns the fields that an answer refuses, if these are hashes alone. */
function refusedHashes(answer: Answer): string[] {
  if (answer.kind !== 'response' || answer.status !== 422) return [];
  const refused = answer.body.kind === 'json' ? Object.keys(asObject(answer.body.value) ?? {}) : [];
  return refused.every((field) => HASH_FIELDS.includes(field)) ? refused : [];
}

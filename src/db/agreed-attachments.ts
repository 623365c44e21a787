import type { AttachmentSet } from '../domain/attachment.ts';
import { hashOfIds } from '../domain/attachment-ids.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { mirrorTable, type Tx } from './tables.ts';

/**
 * Returns the attachments that may go with a deletion; null for any. The server and other devices know attachments by the
 * server's ids. One that this device no longer has is not in the hash: if the server still has it, the person is asked.
 */
export async function agreedAttachments(
  tx: Tx,
  { attachments: count, attachmentSet: set = null }: Mutation,
): Promise<AttachmentSet | null> {
  if (count === undefined) return null;
  if (set === null || typeof set === 'string') return { count, hash: set };
  const rows = await mirrorTable(tx, 'attachments').bulkGet([...set]);
  return { count, hash: hashOfIds(rows.flatMap((row) => row?.serverId ?? [])) };
}

import { type MetaRows, readRow, writeMeta } from './meta/meta-rows.ts';
import type { Tx } from './tables.ts';

/** What the server announced the last time it was asked who is signed in. */
export async function readCapabilities(tx: Tx): Promise<ReadonlySet<string>> {
  const row = await readRow(tx, 'capabilities');
  return new Set(row?.features);
}

/** The same, out of rows that have been read. */
export function capabilitiesIn(meta: MetaRows): ReadonlySet<string> {
  return new Set(meta.get('capabilities')?.features);
}

/** Notes what the server announces now; writes nothing where that is known. */
export async function noteCapabilities(tx: Tx, features: readonly string[]): Promise<void> {
  const known = await readCapabilities(tx);
  if (features.length === known.size && features.every((feature) => known.has(feature))) return;
  await writeMeta(tx, { key: 'capabilities', features });
  // A change that waits for a place which the server no longer has is kept, and no longer counted.
  if (!features.includes('company-settings')) await tx.table('meta').delete('settings');
}

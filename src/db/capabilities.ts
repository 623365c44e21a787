import type { AnnouncedRules } from '../domain/server-rules.ts';
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
export async function noteCapabilities(
  tx: Tx,
  features: readonly string[],
  rules: AnnouncedRules | null = null,
): Promise<void> {
  const row = await readRow(tx, 'capabilities');
  const known = new Set(row?.features);
  const isSame = features.length === known.size && features.every((feature) => known.has(feature));
  if (isSame && JSON.stringify(rules) === JSON.stringify(row?.rules ?? null)) return;
  await writeMeta(tx, { key: 'capabilities', features, ...(rules ? { rules } : {}) });
  // A change that waits for a place which the server no longer has is kept, and no longer counted.
  if (!features.includes('company-settings')) await tx.table('meta').delete('settings');
}

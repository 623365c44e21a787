import { type KeptSettings, settingsState } from '../outbox/kept-settings.ts';
import { capabilitiesIn } from './capabilities.ts';
import { readMeta } from './meta/meta-rows.ts';
import type { MetaRow } from './meta/row-types.ts';
import type { AppDatabase } from './tables.ts';

const NOTHING = { waiting: 0, asks: 0 };

/**
 * Notes what of the settings waits, for the screens that count it. On a server without a place for them nothing does.
 * @param askedAt device time in ms at which a person changed them; wakes the engine
 */
export async function noteSettings(
  relaxed: AppDatabase,
  kept: KeptSettings,
  askedAt?: number,
): Promise<void> {
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    const meta = await readMeta(tx);
    const isShared = capabilitiesIn(meta).has('company-settings');
    const { waiting, asks } = isShared ? settingsState(kept) : NOTHING;
    const known = meta.get('settings') ?? NOTHING;
    const rows: MetaRow[] = [];
    if (waiting !== known.waiting || asks !== known.asks) rows.push({ key: 'settings', waiting, asks });
    if (askedAt !== undefined) {
      const last = meta.get('request:settings')?.at ?? 0;
      rows.push({ key: 'request:settings', at: Math.max(askedAt, last + 1) });
    }
    await relaxed.meta.bulkPut(rows);
  });
}

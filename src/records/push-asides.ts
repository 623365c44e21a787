import { useMemo } from 'react';
import type { Asides } from '../domain/push/part-pushes.ts';
import { useLiveRead } from './live-read.ts';
import type { RecordServices } from './record-services.ts';

const PREFIX = 'push:';

/** Puts a push away on this device, and forgets those that are back. */
export async function putAside(
  { db }: Pick<RecordServices, 'db'>,
  key: string,
  { until, reason, today }: { readonly until: string; readonly reason: string; readonly today: string },
): Promise<void> {
  const { settings } = db.relaxed;
  await db.relaxed.transaction('rw', settings, async () => {
    const back = await settings
      .where('key')
      .startsWith(PREFIX)
      .filter((row) => 'until' in row && row.until <= today)
      .primaryKeys();
    await settings.bulkDelete(back);
    await settings.put({ key: `${PREFIX}${key}`, until, reason });
  });
}

export async function bringBack({ db }: Pick<RecordServices, 'db'>, key: string): Promise<void> {
  await db.relaxed.settings.delete(PREFIX + key);
}

/** Undefined until read. */
export function useAsides(): Asides | undefined {
  const rows = useLiveRead(({ settings }) => settings.where('key').startsWith(PREFIX).toArray(), []);
  return useMemo(
    () =>
      rows && new Map(rows.flatMap((row) => ('until' in row ? [[row.key.slice(PREFIX.length), row]] : []))),
    [rows],
  );
}

/** Device time in ms from which on this device has noted each change. */
export function useCountedFrom(): number | undefined {
  return useLiveRead(async ({ meta }) => (await meta.get('countedFrom'))?.at ?? 0, []);
}

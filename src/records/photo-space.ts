import { type RowOf, writeMeta } from '../db/meta-rows.ts';
import { observe } from './live-read.ts';
import type { RecordServices } from './record-services.ts';

/**
 * Asks the leading tab to remove originals that the server has, and waits until it has tried.
 * @returns true if the device has fewer files than before
 */
export async function makeSpace(
  services: RecordServices,
  request: Omit<RowOf<'request:space'>, 'key' | 'at'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { relaxed } = services.db;
  const before = await relaxed.fileBytes.count();
  if (signal.aborted) return false;
  await relaxed.transaction('rw', relaxed.meta, (tx) =>
    writeMeta(tx, { key: 'request:space', at: services.clock.now(), ...request }),
  );
  if (signal.aborted) return false;
  await new Promise<void>((resolve) => {
    const stop = observe(services.db, (read) => read.meta.get('request:space'), {
      next: (open) => {
        if (open === undefined) end();
      },
      error: () => end(),
    });
    function end(): void {
      stop();
      resolve();
    }
    signal.addEventListener('abort', end, { once: true });
  });
  return (await relaxed.fileBytes.count()) < before;
}

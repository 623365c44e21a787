import { useEffect, useState } from 'react';
import { useNow } from '../../crud/use-now.ts';
import type { StorageUse } from '../../records/record-services.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { formatBytes } from '../../ui/text/format-bytes.ts';
import css from './sync-centre.module.css';

/** Below this share a bar shows nothing at all. */
const LEAST_PERCENT = 1;

/** How much room the app takes on this device; nothing where the browser does not tell. */
export function StorageMeter() {
  const services = useRecordServices();
  const now = useNow();
  const [use, setUse] = useState<StorageUse | null>(null);
  useEffect(() => {
    let gone = false;
    services.storageUse().then(
      (found) => gone || setUse(found),
      // A browser that does not tell: nothing is shown.
      () => {},
    );
    return () => {
      gone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `now` is when, not what
  }, [services, now]);
  if (!use) return null;
  const percent = Math.min(100, Math.max(LEAST_PERCENT, (100 * use.used) / Math.max(1, use.room)));
  return (
    <section aria-labelledby="storage">
      <h2 id="storage" className={css['heading']}>
        Storage
      </h2>
      <div className={css['storage']}>
        <p>
          The app uses {formatBytes(use.used)}; this device has{' '}
          {formatBytes(Math.max(0, use.room - use.used))} for it.
        </p>
        <div className={css['meter']} aria-hidden>
          <div style={{ width: `${percent}%` }} />
        </div>
        <p className={css['what']}>
          {use.promised
            ? 'The browser has promised to keep it.'
            : 'The browser may remove it when the device runs short of space. An installed app is safer.'}
        </p>
      </div>
    </section>
  );
}

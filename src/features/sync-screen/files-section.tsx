import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { requestFiles } from '../../records/photos.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { type FilesStatus, useFilesStatus } from '../../records/use-photos.ts';
import { useSyncStatus } from '../../records/use-sync-status.ts';
import { formatBytes } from '../../ui/text/format-values.tsx';
import { filesWords } from '../../words/photo-sending.ts';
import meter from './storage-meter.module.css';
import css from './sync-screen.module.css';

/** Photos that are not on the server, and why they wait. */
export function FilesSection() {
  const files = useFilesStatus();
  if (!files || files.count === 0) return null;
  return (
    <section aria-labelledby="files">
      <h2 id="files" className={css.heading}>
        {filesWords.heading}
      </h2>
      <div className={meter.storage}>
        <p>
          {files.bytes > 0
            ? filesWords.wait({ count: files.count, size: formatBytes(files.bytes) })
            : filesWords.waitForAnswer({ count: files.count })}
        </p>
        <Progress bytes={files.bytes} />
        <Paused files={files} />
        <KeepScreenOn />
      </div>
    </section>
  );
}

/** Counts from what waited when the screen was opened. Only what the server has confirmed counts as sent. */
function Progress({ bytes }: { readonly bytes: number }) {
  const [most, setMost] = useState(bytes);
  if (bytes > most) setMost(bytes);
  if (most === bytes) return null;
  return (
    <>
      <div className={meter.meter} aria-hidden>
        <div style={{ width: `${(100 * (most - bytes)) / most}%` }} />
      </div>
      <p className={css.what}>
        {filesWords.progress({ sent: formatBytes(most - bytes), all: formatBytes(most) })}
      </p>
    </>
  );
}

function Paused({ files }: { readonly files: FilesStatus }) {
  const services = useRecordServices();
  const status = useSyncStatus();
  const why = whyPaused(files, {
    isHeld: (status?.reasons.length ?? 0) > 0,
    isOnWifi: services.photoDevice.isOnWifi(),
  });
  if (why === null) return null;
  return (
    <>
      <p className={css.what}>{filesWords[why]}</p>
      {(why === 'notOnWifi' || why === 'whenPressed') && (
        <div className={css.ways}>
          <Button onClick={() => void requestFiles(services)}>{filesWords.sendNow}</Button>
        </div>
      )}
    </>
  );
}

type Why = NonNullable<FilesStatus['paused']>['why'] | 'keepsNone' | 'noConnection';

export function whyPaused(
  { keepsFiles, network, isPressed, paused }: Omit<FilesStatus, 'count' | 'bytes'>,
  { isHeld, isOnWifi }: { readonly isHeld: boolean; readonly isOnWifi: boolean | null },
): Why | null {
  if (!keepsFiles) return 'keepsNone';
  if (paused?.why === 'deviceFull') return 'deviceFull';
  if (isHeld) return 'noConnection';
  if (paused !== null && paused.until !== null) return paused.why;
  if (isPressed || network === 'always' || (network === 'wifi' && isOnWifi === true)) return null;
  // Without knowing the network, Wi-Fi means the same as pressing Send.
  return network === 'wifi' && isOnWifi === false ? 'notOnWifi' : 'whenPressed';
}

function KeepScreenOn() {
  const { photoDevice, log } = useRecordServices();
  const [isOn, setOn] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  if (!photoDevice.canKeepScreenOn) return null;

  async function turn(): Promise<void> {
    if (stop.current) {
      stop.current();
      stop.current = null;
      return setOn(false);
    }
    try {
      stop.current = await photoDevice.keepScreenOn();
      setOn(true);
    } catch (error) {
      log.error('the screen could not be kept on', error);
    }
  }

  return (
    <div className={css.ways}>
      <Button variant="default" aria-pressed={isOn} onClick={() => void turn()}>
        {filesWords.keepScreenOn}
      </Button>
    </div>
  );
}

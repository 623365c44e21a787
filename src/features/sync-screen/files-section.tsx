import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { FilesPause } from '../../crud/files-pause.tsx';
import { TryFilesAgain } from '../../crud/try-files-again.tsx';
import { useRecordServices } from '../../records/record-services.ts';
import {
  type FilesStatus,
  useFilesStatus,
  useKeepsFiles,
  useSentBytes,
} from '../../records/use-files-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { formatBytes } from '../../ui/text/format-values.tsx';
import { onlyHereWords } from '../../words/documents.ts';
import { damagedFilesWords, filesWords } from '../../words/photo-sending.ts';
import { OnlyHere } from './only-here.tsx';
import { Meter, SyncPanel } from './sync-panel.tsx';
import css from './sync-screen.module.css';

const DamagedDialog = lazyPart(() => import('./damaged-dialog.tsx'));

/** Photos that are not on the server, and why they wait. */
export function FilesSection() {
  const files = useFilesStatus();
  const keepsFiles = useKeepsFiles();
  if (!files || keepsFiles === undefined) return null;
  const { documents } = files;
  const photos = files.count - documents.length;
  const waiting = keepsFiles ? files.count : photos;
  return (
    <>
      {!keepsFiles && documents.length > 0 && <OnlyHere documents={documents} />}
      {waiting + files.refusedCount > 0 && <Waiting files={files} waiting={waiting} photos={photos} />}
    </>
  );
}

interface WaitingProps {
  readonly files: FilesStatus;
  /** Photos and documents, except documents that are never sent. */
  readonly waiting: number;
  readonly photos: number;
}

function Waiting({ files, waiting, photos }: WaitingProps) {
  const documents = waiting - photos;
  const { refusedCount } = files;
  const damagedCount = files.damaged.length;
  return (
    <SyncPanel id="files" heading={filesWords.heading}>
      {waiting > 0 && (
        <>
          {photos > 0 && (
            <p>
              {files.bytes > 0
                ? filesWords.wait({ count: photos, size: formatBytes(files.bytes) })
                : filesWords.waitForAnswer({ count: photos })}
            </p>
          )}
          {documents > 0 && <p>{onlyHereWords.wait({ count: documents })}</p>}
          <Progress bytes={files.bytes} hashes={files.hashes} />
          <FilesPause className={css.what} />
          <KeepScreenOn />
        </>
      )}
      {refusedCount > damagedCount && <p>{filesWords.refused({ count: refusedCount - damagedCount })}</p>}
      {damagedCount > 0 && <p>{filesWords.damaged({ count: damagedCount })}</p>}
      {refusedCount > 0 && (
        <div className={css.ways}>
          <TryFilesAgain hashes={files.refused} />
          {damagedCount > 0 && <GiveUp files={files.damaged} />}
        </div>
      )}
    </SyncPanel>
  );
}

function GiveUp({ files }: { readonly files: FilesStatus['damaged'] }) {
  const [asked, setAsked] = useState<FilesStatus['damaged'] | null>(null);
  const close = (): void => setAsked(null);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(files)}>
        {damagedFilesWords.open({ count: files.length })}
      </Button>
      <LazySlot onClose={close}>{asked && <DamagedDialog files={asked} onClose={close} />}</LazySlot>
    </>
  );
}

/** Counts what has waited since the screen was opened. Only what the server has confirmed counts as sent. */
function Progress({ bytes, hashes }: Pick<FilesStatus, 'bytes' | 'hashes'>) {
  const [seen, setSeen] = useState<readonly string[]>(hashes);
  const known = new Set(seen);
  const fresh = hashes.filter((hash) => !known.has(hash));
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  const sent = useSentBytes(seen);
  const most = sent + bytes;
  if (sent === 0) return null;
  return (
    <>
      <Meter percent={(100 * sent) / most} />
      <p className={css.what}>{filesWords.progress({ sent: formatBytes(sent), all: formatBytes(most) })}</p>
    </>
  );
}

function KeepScreenOn() {
  const { photoDevice, log } = useRecordServices();
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  if (!photoDevice.canKeepScreenOn) return null;

  async function turn(): Promise<void> {
    setProblem(false);
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
      setProblem(true);
    }
  }

  return (
    <div className={css.ways}>
      <Button variant="default" aria-pressed={isOn} onClick={() => void turn()}>
        {filesWords.keepScreenOn}
      </Button>
      <ErrorAlert lines={problem ? [filesWords.screenNotKept] : []} />
    </div>
  );
}

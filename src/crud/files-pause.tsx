import { Button } from '@mantine/core';
import { requestFiles } from '../records/photos.ts';
import { useRecordServices } from '../records/record-services.ts';
import { useFilesSending } from '../records/use-files-status.ts';
import { type SyncStatus, useSyncStatus } from '../records/use-sync-status.ts';
import { formatMoment } from '../ui/text/format-date.ts';
import { filesWords } from '../words/photo-sending.ts';
import { useNow } from './time.tsx';

/** Says why photos are not being sent, and offers *Send* if that is what they wait for. */
export function FilesPause({ className }: { readonly className?: string | undefined }) {
  const services = useRecordServices();
  const files = useFilesSending();
  const status = useSyncStatus();
  const now = useNow();
  if (!files || !status) return null;
  const isOnWifi = services.photoDevice.isOnWifi();
  const why = whyPaused(files, { held: status.held, isOnWifi });
  if (why === null) return null;
  const canSend = why === 'notOnWifi' || why === 'whenPressed';
  return (
    <div role="status">
      <p className={className}>{pauseWords(why, files.paused?.until ?? null, now)}</p>
      {canSend && (
        <Button onClick={() => void requestFiles(services).catch(() => services.onNotSaved())}>
          {filesWords.sendNow}
        </Button>
      )}
    </div>
  );
}

type FilesSending = NonNullable<ReturnType<typeof useFilesSending>>;

type Why =
  | NonNullable<FilesSending['paused']>['why']
  | 'keepsNone'
  | 'noConnection'
  | 'signedOut'
  | 'serverBusy'
  | 'appFault';

/** Says first what stops changes too, because that stops photos whatever else does. */
const BY_HELD: Readonly<Record<SyncStatus['held'][number], Why>> = {
  storageFull: 'deviceFull',
  appFault: 'appFault',
  signedOut: 'signedOut',
  captivePortal: 'noConnection',
  offline: 'noConnection',
  unreachable: 'noConnection',
  serverSilent: 'serverBusy',
  throttled: 'serverBusy',
  serverProblem: 'serverBusy',
};
const HELD = Object.keys(BY_HELD) as (keyof typeof BY_HELD)[];

/** Null if photos are being sent. */
export function whyPaused(
  { keepsFiles, network, isPressed, paused }: FilesSending,
  { held, isOnWifi }: { readonly held: SyncStatus['held']; readonly isOnWifi: boolean | null },
): Why | null {
  if (!keepsFiles) return 'keepsNone';
  if (paused?.why === 'deviceFull') return 'deviceFull';
  const reason = HELD.find((one) => held.includes(one));
  if (reason) return BY_HELD[reason];
  if (paused !== null && paused.until !== null) return paused.why;
  if (isPressed || network === 'always' || (network === 'wifi' && isOnWifi === true)) return null;
  // Without knowing the network, Wi-Fi means the same as pressing Send.
  return network === 'wifi' && isOnWifi === false ? 'notOnWifi' : 'whenPressed';
}

function pauseWords(why: Why, until: number | null, now: number): string {
  if ((why !== 'serverFull' && why !== 'serverProblem') || until === null || until <= now)
    return filesWords[why];
  return `${filesWords[why]} ${filesWords.again({ time: formatMoment(until, now) })}`;
}

import { Button } from '@mantine/core';
import { useNow } from '../../crud/time.tsx';
import { useRecordServices } from '../../records/record-services.ts';
import { requestSync, type SyncStatus, useResumeTime } from '../../records/use-sync-status.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SyncIcon } from '../../ui/icons.ts';
import { formatMoment } from '../../ui/text/format-date.ts';
import { heldSentences, resumeWords } from '../../words/sync.ts';
import { SaveWork } from './rescue/save-work.tsx';
import css from './sync-screen.module.css';

interface Props {
  readonly status: SyncStatus;
  readonly onSignIn: () => void;
}

export function HeldNotice({ status, onSignIn }: Props) {
  const { account } = useRecordServices();
  const held = useHeld(status);
  if (!held) return null;
  return (
    <div className={css.notice} role="status">
      <Notice
        tone={held.tone}
        action={
          held.button === 'sync' ? (
            <>
              <SyncNow />
              {held.isFull && <SaveWork />}
            </>
          ) : held.button === 'signIn' ? (
            <Button onClick={onSignIn}>{resumeWords.signIn}</Button>
          ) : held.button === 'openNetwork' ? (
            <Button component="a" href={networkPage(account)} target="_blank" rel="noreferrer">
              {resumeWords.openNetwork}
            </Button>
          ) : undefined
        }
      >
        {held.sentence}
      </Notice>
    </div>
  );
}

export function useHeld(status: SyncStatus | undefined): ReturnType<typeof heldWords> {
  const resumeAt = useResumeTime();
  return heldWords(status?.held ?? [], { resumeAt, now: useNow() });
}

export function SyncNow() {
  const services = useRecordServices();
  return (
    <Button
      variant="default"
      leftSection={<SyncIcon size={18} aria-hidden />}
      onClick={() => void requestSync(services)}
    >
      {resumeWords.syncNow}
    </Button>
  );
}

type HeldReason = SyncStatus['held'][number];

type HeldButton = 'sync' | 'signIn' | 'openNetwork' | null;

interface Help {
  readonly button: HeldButton;
  /** True if the engine tries again without the user. */
  readonly resumes: boolean;
  /** 'error' if the user must act, 'quiet' if the pause is normal on a job. */
  readonly tone: 'quiet' | 'warning' | 'error';
}

/** Only one reason is shown, so the most useful comes first. */
const HELD: Readonly<Record<HeldReason, Help>> = {
  appFault: { button: 'sync', resumes: false, tone: 'error' },
  storageFull: { button: 'sync', resumes: false, tone: 'error' },
  signedOut: { button: 'signIn', resumes: false, tone: 'error' },
  captivePortal: { button: 'openNetwork', resumes: false, tone: 'error' },
  offline: { button: null, resumes: false, tone: 'quiet' },
  // First of the pauses with `resumes`, because 'Sync now' cannot end it.
  throttled: { button: null, resumes: true, tone: 'warning' },
  serverSilent: { button: 'sync', resumes: true, tone: 'warning' },
  unreachable: { button: 'sync', resumes: true, tone: 'quiet' },
  serverProblem: { button: 'sync', resumes: true, tone: 'warning' },
};

const ORDER = Object.keys(HELD) as HeldReason[];
/** A time nearer than this is shown as 'in a moment'. */
const SOON_MS = 60_000;

/**
 * Returns null if the engine is not paused.
 * @param resumeAt device time in ms of the next attempt; 0 if unknown
 */
function heldWords(
  reasons: readonly HeldReason[],
  { resumeAt, now }: { readonly resumeAt: number; readonly now: number },
): (Pick<Help, 'button' | 'tone'> & { readonly sentence: string; readonly isFull: boolean }) | null {
  const reason = ORDER.find((candidate) => reasons.includes(candidate));
  if (!reason) return null;
  const { button, tone, resumes } = HELD[reason];
  const why = heldSentences[reason];
  const sentence = resumes ? `${why} ${resumption(resumeAt, now)}` : why;
  return { sentence, button, tone, isFull: reason === 'storageFull' };
}

function resumption(resumeAt: number, now: number): string {
  if (resumeAt - now < SOON_MS) return resumeWords.resumesSoon;
  return resumeWords.resumesAt({ time: formatMoment(resumeAt, now) });
}

/** 'Sync now' does not end a pause that the server asked for. */
export function canSyncNow(reasons: SyncStatus['reasons']): boolean {
  return !reasons.includes('throttled');
}

/** Returns an address without encryption, so that a captive portal can show its sign-in page. */
export function networkPage(account: string): string {
  const url = new URL(account.slice(0, account.lastIndexOf('|')));
  return `http://${url.host}/`;
}

import type { SyncStatus } from '../../records/use-sync-status.ts';
import { formatMoment } from '../../ui/text/format-time.ts';

type Reason = SyncStatus['reasons'][number];

/** The one thing that a person can do about it; none where time alone helps. */
export type HeldButton = 'sync' | 'signIn' | 'openNetwork' | null;

interface HeldText {
  readonly words: string;
  readonly button: HeldButton;
  /** It goes on by itself, at a time that may be known. */
  readonly resumes: boolean;
}

/** Most telling first: where several reasons hold the engine, one is said. */
const HELD: Readonly<Record<Reason, HeldText>> = {
  appFault: {
    words:
      'The app made a mistake and stopped before it could do harm. Nothing was lost: your changes are on this device. Reload the app, then press Sync now. If this comes back, tell your administrator.',
    button: 'sync',
    resumes: false,
  },
  storageFull: {
    words: 'This device is out of storage. Free some space, then press Sync now. Nothing on it is lost.',
    button: 'sync',
    resumes: false,
  },
  signedOut: {
    words: 'Session expired. Please login again to send and fetch changes.',
    button: 'signIn',
    resumes: false,
  },
  captivePortal: {
    words: 'This network asks you to sign in before it lets anything through.',
    button: 'openNetwork',
    resumes: false,
  },
  offline: {
    words: 'There is no connection. Everything is kept on this device and is sent later by itself.',
    button: null,
    resumes: false,
  },
  // Nothing but time ends it, so that it goes before what a person may try to end.
  throttled: { words: 'The server asked for a pause.', button: null, resumes: true },
  unreachable: {
    words: 'The server cannot be reached. Everything is kept on this device.',
    button: 'sync',
    resumes: true,
  },
  serverProblem: {
    words: 'The server has a problem. Nothing is lost: everything is kept on this device.',
    button: 'sync',
    resumes: true,
  },
};

const ORDER = Object.keys(HELD) as Reason[];
/** Nearer than this a time is not worth naming. */
const SOON_MS = 60_000;

/**
 * Why nothing is moving, in one sentence, and what can be done about it; null when nothing holds the engine.
 * @param resumeAt device time in ms at which it goes on by itself; 0 when no time is known
 */
export function heldWords(
  reasons: SyncStatus['reasons'],
  { resumeAt, now }: { readonly resumeAt: number; readonly now: number },
): { readonly sentence: string; readonly button: HeldButton } | null {
  const reason = ORDER.find((candidate) => reasons.includes(candidate));
  if (!reason) return null;
  const { words, button, resumes } = HELD[reason];
  return { sentence: resumes ? `${words} ${resumption(resumeAt, now)}` : words, button };
}

function resumption(resumeAt: number, now: number): string {
  if (resumeAt - now < SOON_MS) return 'The app continues by itself in a moment.';
  return `The app continues by itself at ${formatMoment(resumeAt, now)}.`;
}

/** Whether 'Sync now' can do anything: a pause that the server asked for is kept, whoever presses. */
export function canSyncNow(reasons: SyncStatus['reasons']): boolean {
  return !reasons.includes('throttled');
}

/** A page of the server's without encryption, which a network that wants a sign-in can put its own in place of. */
export function networkPage(account: string): string {
  const url = new URL(account.slice(0, account.lastIndexOf('|')));
  return `http://${url.host}/`;
}

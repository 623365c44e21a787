import type { SyncStatus } from '../../records/use-sync-status.ts';
import { formatMoment } from '../../ui/text/format-date.ts';
import { heldReasons, resumeWords } from '../../words/sync-screen.ts';

type Reason = SyncStatus['reasons'][number];

/** The one thing that a person can do about it; none where time alone helps. */
export type HeldButton = 'sync' | 'signIn' | 'openNetwork' | null;

interface Help {
  readonly button: HeldButton;
  /** It goes on by itself, at a time that may be known. */
  readonly resumes: boolean;
}

/** Most telling first: where several reasons hold the engine, one is said. */
const HELD: Readonly<Record<Reason, Help>> = {
  appFault: { button: 'sync', resumes: false },
  storageFull: { button: 'sync', resumes: false },
  signedOut: { button: 'signIn', resumes: false },
  captivePortal: { button: 'openNetwork', resumes: false },
  offline: { button: null, resumes: false },
  // Only time ends it, so it goes before reasons that a person can end.
  throttled: { button: null, resumes: true },
  unreachable: { button: 'sync', resumes: true },
  serverProblem: { button: 'sync', resumes: true },
};

const ORDER = Object.keys(HELD) as Reason[];
/** Nearer than this a time is not worth naming. */
const SOON_MS = 60_000;

/**
 * Why nothing is moving, in words, and what can be done about it; null when nothing holds the engine.
 * @param resumeAt device time in ms at which it goes on by itself; 0 when no time is known
 */
export function heldWords(
  reasons: SyncStatus['reasons'],
  { resumeAt, now }: { readonly resumeAt: number; readonly now: number },
): { readonly sentence: string; readonly button: HeldButton } | null {
  const reason = ORDER.find((candidate) => reasons.includes(candidate));
  if (!reason) return null;
  const { button, resumes } = HELD[reason];
  const why = heldReasons[reason];
  return { sentence: resumes ? `${why} ${resumption(resumeAt, now)}` : why, button };
}

function resumption(resumeAt: number, now: number): string {
  if (resumeAt - now < SOON_MS) return resumeWords.resumesSoon;
  return resumeWords.resumesAt({ time: formatMoment(resumeAt, now) });
}

/** True if 'Sync now' can do anything: a pause that the server asked for is kept. */
export function canSyncNow(reasons: SyncStatus['reasons']): boolean {
  return !reasons.includes('throttled');
}

/** A page of the server's without encryption, which a network that wants a sign-in can put its own in place of. */
export function networkPage(account: string): string {
  const url = new URL(account.slice(0, account.lastIndexOf('|')));
  return `http://${url.host}/`;
}

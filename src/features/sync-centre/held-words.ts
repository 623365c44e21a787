import type { SyncStatus } from '../../records/use-sync-status.ts';

const SENTENCES: Readonly<Record<SyncStatus['reasons'][number], string>> = {
  storageFull: 'The storage of this device is full: free some space, then sync again.',
  signedOut: 'Sign in again to send and fetch changes.',
  captivePortal: 'This network wants you to sign in before it lets anything through.',
  offline: 'There is no connection: everything is kept on this device and goes on by itself.',
  unreachable: 'The server cannot be reached: the app keeps trying.',
  serverProblem: 'The server has a problem: nothing is lost, the app keeps trying.',
  throttled: 'The server asked for a pause: sending goes on in a moment.',
};

const ORDER = Object.keys(SENTENCES) as (keyof typeof SENTENCES)[];

/** Why nothing is moving, in one sentence; null when nothing holds the engine. */
export function heldSentence(reasons: SyncStatus['reasons']): string | null {
  const reason = ORDER.find((candidate) => reasons.includes(candidate));
  return reason ? SENTENCES[reason] : null;
}

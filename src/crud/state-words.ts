import { isOver } from '../domain/waits.ts';
import { type Mutation } from '../outbox/mutation.ts';
import { isDue } from '../outbox/retry-policy.ts';
import { type SyncStatus, useResumeTime, useSyncStatus } from '../records/use-sync-status.ts';
import { formatMoment } from '../ui/text/format-date.ts';
import { changeStates } from '../words/common.ts';
import { useNow } from './use-now.ts';

/** The engine as it stands: why nothing is sent, when it goes on by itself (0: not known), and the device's time. */
export interface Standing {
  readonly reasons: SyncStatus['reasons'];
  readonly resumeAt: number;
  readonly now: number;
}

type Waiting = Pick<Mutation, 'state' | 'setbacks' | 'attempts' | 'nextAt'>;

/** Pauses that time ends; what ends the others has no hour. */
const TIMED: SyncStatus['reasons'] = ['throttled', 'unreachable', 'serverProblem'];

/** How it stands with an open change, live: what went wrong with it, and when it is tried or looked for again. */
export function useStateWords(): (change: Waiting) => string {
  const reasons = useSyncStatus()?.reasons ?? [];
  const standing = { reasons, resumeAt: useResumeTime(), now: useNow() };
  return (change) => stateWords(change, standing);
}

/** The same for one moment. Every time in it is one that the engine has set for itself. */
export function stateWords(change: Waiting, standing: Standing): string {
  switch (change.state) {
    case 'queued':
      return queuedWords(change, standing);
    case 'unknown':
      return `${failed(change) ? changeStates.serverError : changeStates.notConfirmed} ${checkWords(nextTry(change, standing))}`;
    case 'sending':
      return changeStates.beingSent;
    case 'parked':
      return changeStates.needsAttention;
    default:
      return change.state satisfies never;
  }
}

function queuedWords(change: Waiting, standing: Standing): string {
  const when = nextTry(change, standing);
  if (failed(change)) return `${changeStates.serverError} ${tryWords(when)}`;
  if (isDue(change, standing.now) || when === null) return changeStates.waiting;
  return change.attempts === 0 ? changeStates.canBeUndone : tryWords(when);
}

/** Words for the next try; null for one that waits for something else than time. */
function tryWords(when: When): string {
  if (when === null) return changeStates.triesSometime;
  return when === 'now' ? changeStates.triesNow : changeStates.triesAt({ time: when });
}

function checkWords(when: When): string {
  if (when === null) return changeStates.checksSometime;
  return when === 'now' ? changeStates.checksNow : changeStates.checksAt({ time: when });
}

/** A time of day, or `now`; null where no time is known. */
type When = string | null;

function nextTry(change: Waiting, { reasons, resumeAt, now }: Standing): When {
  if (reasons.some((reason) => !TIMED.includes(reason))) return null;
  const at = Math.max(isOver(change.nextAt, now) ? 0 : change.nextAt, resumeAt);
  return at > now ? formatMoment(at, now) : 'now';
}

function failed({ setbacks }: Waiting): boolean {
  return (setbacks?.serverErrors ?? 0) > 0;
}

import { detailOf, readRetryAfter } from '../api/api-error.ts';
import type { AuthorizedSend } from '../api/authorized.ts';
import type { Listen } from '../api/event-client.ts';
import type { Databases } from '../db/app-database.ts';
import type { KnownRows } from '../db/known-rows.ts';
import { changeLane, laneOfChange } from '../db/lane-store.ts';
import { tablesOf } from '../db/tables.ts';
import { type Answer, classifyGet, type PauseReason } from '../domain/answer.ts';
import type { Clock, Hashing, Log, Random } from '../domain/ports.ts';
import type { RecordKind } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { Lane } from '../outbox/lane.ts';
import type { LaneEvent } from '../outbox/lane-event.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { failedToWords } from '../words/common.ts';
import { signInFailureWords } from '../words/sign-in.ts';

export interface SyncContext extends Hashing {
  readonly db: Databases;
  readonly account: string;
  /** Fingerprints of the mirror's rows that this tab is sure of. */
  readonly knownRows: KnownRows;
  readonly send: AuthorizedSend;
  readonly listen: Listen;
  /** Checked before any answer is written. */
  readonly isOwner: () => boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Thrown if an answer arrives after its account signed out. */
export class NotOwnerError extends Error {
  override readonly name = 'NotOwnerError';
}

export function assertOwner(context: SyncContext): void {
  if (context.signal.aborted || !context.isOwner()) throw new NotOwnerError();
}

export interface WorkResult {
  readonly contact: boolean;
  /** The network failed. A cheap GET must succeed before anything is sent. */
  readonly fault: boolean;
  readonly pause: PauseReason | null;
  readonly throttleMs: number;
}

export const CONTACT: WorkResult = { contact: true, fault: false, pause: null, throttleMs: 0 };
export const NOTHING: WorkResult = { contact: false, fault: false, pause: null, throttleMs: 0 };

export async function applyEvent(
  context: SyncContext,
  event: LaneEvent & { readonly seen: Mutation },
): Promise<Lane> {
  assertOwner(context);
  const { relaxed } = context.db;
  return relaxed.transaction('rw', tablesOf(relaxed, event.seen.resource), async (tx) =>
    changeLane(tx, context, { lane: await laneOfChange(tx, event.seen), event }),
  );
}

export function failedGet(context: SyncContext, answer: Answer): WorkResult {
  const { pause, fault } = classifyGet(answer);
  const contact = answer.kind === 'response' && !fault && pause === null;
  return { contact, fault, pause, throttleMs: throttleOf(context, pause, answer) };
}

export function failureText(resource: RecordKind, answer: Answer, { pause }: WorkResult): string {
  if (pause === 'captivePortal') return signInFailureWords.captivePortal;
  return detailOf(answer, failedToWords.fetch({ what: specOf(resource).label.plural.toLowerCase() }));
}

/** Returns ms; 0 unless the pause is `throttled`. */
export function throttleOf(context: SyncContext, pause: PauseReason | null, answer: Answer): number {
  if (pause !== 'throttled') return 0;
  const asked = answer.kind === 'response' ? answer.retryAfter : null;
  return throttleDelay(asked, context.clock.now(), context.random);
}

const SECOND = 1000;

/** Returns ms. Spreads the return of devices that were turned away. */
export function returnJitter(random: Random): number {
  return random() * 3 * SECOND;
}

/** In ms. */
export const THROTTLE_CAP = 3600 * SECOND;

/** Returns the wait in ms that the server asked for, at most an hour; 30 to 60 s if it named none. */
export function throttleDelay(retryAfter: string | null, now: number, random: Random): number {
  const asked = retryAfter === null ? null : readRetryAfter(retryAfter, now);
  return asked === null ? (30 + random() * 30) * SECOND : Math.min(asked, THROTTLE_CAP);
}

import { detailOf, readRetryAfter } from '../api/api-error.ts';
import type { AuthorizedSend } from '../api/authorized.ts';
import type { Listen } from '../api/event-client.ts';
import type { Databases } from '../db/app-database.ts';
import type { KnownRows } from '../db/known-rows.ts';
import { changeLane, laneOfChange } from '../db/lane-store.ts';
import { tablesOf } from '../db/tables.ts';
import type { Answer } from '../domain/answer.ts';
import { failedTo } from '../domain/error-catalogue.ts';
import type { PauseReason } from '../domain/pause-reason.ts';
import type { Clock, Log, Random } from '../domain/ports.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { resourceSpecs } from '../domain/resource-specs.ts';
import { classifyGet } from '../outbox/classify-answer.ts';
import type { Lane } from '../outbox/lane.ts';
import type { LaneEvent } from '../outbox/lane-event.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { signInFailureWords } from '../words/sign-in.ts';

/** What every part of the engine works with; all of it belongs to one account. */
export interface SyncContext {
  readonly db: Databases;
  readonly account: string;
  /** What the mirror holds of the server's rows, as far as this tab is sure of it. */
  readonly knownRows: KnownRows;
  /** Sends as this account, and not at all once another one is signed in. */
  readonly send: AuthorizedSend;
  /** Listens as this account. */
  readonly listen: Listen;
  /** Whether this account is still the one signed in here; asked before any answer is written. */
  readonly isOwner: () => boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Aborts when the tab stops leading. */
  readonly signal: AbortSignal;
}

/** An answer arrived for an account that is signed in no longer: it is not written. */
export class NotOwnerError extends Error {
  override readonly name = 'NotOwnerError';
}

/** @throws NotOwnerError when the account is signed in no longer */
export function assertOwner(context: SyncContext): void {
  if (context.signal.aborted || !context.isOwner()) throw new NotOwnerError();
}

/** What the engine learns from one piece of work. */
export interface WorkResult {
  /** The server answered: whatever waited for a connection is lifted. */
  readonly contact: boolean;
  /** The network is to blame: reach for the server before anything else is sent. */
  readonly fault: boolean;
  readonly pause: PauseReason | null;
  /** Nothing is sent for this long, in ms, because the server asked so. */
  readonly throttleMs: number;
}

export const CONTACT: WorkResult = { contact: true, fault: false, pause: null, throttleMs: 0 };
export const NOTHING: WorkResult = { contact: false, fault: false, pause: null, throttleMs: 0 };

/** Lets something happen to a change, in a transaction of its own, for as long as the account is signed in. */
export async function happen(
  context: SyncContext,
  event: LaneEvent & { readonly seen: Mutation },
): Promise<Lane> {
  assertOwner(context);
  const { relaxed } = context.db;
  return relaxed.transaction('rw', tablesOf(relaxed, event.seen.resource), async (tx) =>
    changeLane(tx, context, { lane: await laneOfChange(tx, event.seen), event }),
  );
}

/** What a GET that brought nothing of use says about the way to the server. */
export function failedGet(context: SyncContext, answer: Answer): WorkResult {
  const { pause, fault } = classifyGet(answer);
  const contact = answer.kind === 'response' && !fault && pause === null;
  return { contact, fault, pause, throttleMs: throttleOf(context, pause, answer) };
}

/** Says why a collection was not read: the server's words, or that a page of a captive portal came in their place. */
export function failureText(resource: ResourceName, answer: Answer, { pause }: WorkResult): string {
  if (pause === 'captivePortal') return signInFailureWords.captivePortal;
  return detailOf(answer, failedTo('fetch', resourceSpecs[resource].label.plural.toLowerCase()));
}

/** The wait in ms that comes with a pause: 0 unless the server asked for patience. */
export function throttleOf(context: SyncContext, pause: PauseReason | null, answer: Answer): number {
  if (pause !== 'throttled') return 0;
  const asked = answer.kind === 'response' ? answer.retryAfter : null;
  return throttleDelay(asked, context.clock.now(), context.random);
}

const SECOND = 1000;

/** Jitter in ms with which devices come back that a server had turned away, so that they do not come at once. */
export function returnJitter(random: Random): number {
  return random() * 3 * SECOND;
}

/** The longest wait in ms that a server may ask for. */
export const THROTTLE_CAP = 3600 * SECOND;

/**
 * The wait that a server asked for, in ms from `now`: seconds or an HTTP date (RFC 9110, 10.2.3), at most
 * an hour, and not jittered. Where it asked for none that can be read, 30 to 60 s.
 */
export function throttleDelay(retryAfter: string | null, now: number, random: Random): number {
  const asked = retryAfter === null ? null : readRetryAfter(retryAfter, now);
  return asked === null ? (30 + random() * 30) * SECOND : Math.min(asked, THROTTLE_CAP);
}

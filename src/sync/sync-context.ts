import { detailOf, readRetryAfter } from '../api/api-error.ts';
import type { AuthorizedSend } from '../api/authorized.ts';
import type { Listen } from '../api/event-client.ts';
import type { Databases } from '../db/app-database.ts';
import type { KnownRows } from '../db/known-rows.ts';
import { changeLane, laneOfChange } from '../db/lane-store.ts';
import { tablesOf } from '../db/tables.ts';
import type { Answer } from '../domain/answer.ts';
import { failedTo } from '../domain/error-catalogue.ts';
import { classifyGet } from '../domain/get-verdict.ts';
import type { PauseReason } from '../domain/pause-reason.ts';
import type { Clock, Log, Random } from '../domain/ports.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { resourceSpecs } from '../domain/resource-specs.ts';
import type { Lane } from '../outbox/lane.ts';
import type { LaneEvent } from '../outbox/lane-event.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { signInFailureWords } from '../words/sign-in.ts';

/** Everything that the parts of the engine share. All of it belongs to one account. */
export interface SyncContext {
  readonly db: Databases;
  readonly account: string;
  /** Fingerprints of the server rows in the mirror, as far as this tab is sure of them. */
  readonly knownRows: KnownRows;
  readonly send: AuthorizedSend;
  readonly listen: Listen;
  /** Asked before any answer is written. */
  readonly isOwner: () => boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** An answer arrived after its account had signed out. It is not written. */
export class NotOwnerError extends Error {
  override readonly name = 'NotOwnerError';
}

export function assertOwner(context: SyncContext): void {
  if (context.signal.aborted || !context.isOwner()) throw new NotOwnerError();
}

/** What a finished task shows about the connection to the server. */
export interface WorkResult {
  /** The server answered. */
  readonly contact: boolean;
  /** The network failed: a cheap GET must succeed before anything else is sent. */
  readonly fault: boolean;
  readonly pause: PauseReason | null;
  /** The wait that the server asked for, in ms. */
  readonly throttleMs: number;
}

export const CONTACT: WorkResult = { contact: true, fault: false, pause: null, throttleMs: 0 };
export const NOTHING: WorkResult = { contact: false, fault: false, pause: null, throttleMs: 0 };

/** Applies an event to a mutation in a transaction of its own. */
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

/** Returns what a failed GET shows about the way to the server. */
export function failedGet(context: SyncContext, answer: Answer): WorkResult {
  const { pause, fault } = classifyGet(answer);
  const contact = answer.kind === 'response' && !fault && pause === null;
  return { contact, fault, pause, throttleMs: throttleOf(context, pause, answer) };
}

/** Returns why a collection was not read, in the server's words if there are any. */
export function failureText(resource: ResourceName, answer: Answer, { pause }: WorkResult): string {
  if (pause === 'captivePortal') return signInFailureWords.captivePortal;
  return detailOf(answer, failedTo('fetch', resourceSpecs[resource].label.plural.toLowerCase()));
}

/** Returns 0 unless the pause is `throttled`; in ms. */
export function throttleOf(context: SyncContext, pause: PauseReason | null, answer: Answer): number {
  if (pause !== 'throttled') return 0;
  const asked = answer.kind === 'response' ? answer.retryAfter : null;
  return throttleDelay(asked, context.clock.now(), context.random);
}

const SECOND = 1000;

/** In ms. Spreads the devices that a server turned away, so that they do not all return at once. */
export function returnJitter(random: Random): number {
  return random() * 3 * SECOND;
}

/** In ms. */
export const THROTTLE_CAP = 3600 * SECOND;

/** Returns the wait in ms that a server asked for, an hour at most; 30 to 60 s if it named none. */
export function throttleDelay(retryAfter: string | null, now: number, random: Random): number {
  const asked = retryAfter === null ? null : readRetryAfter(retryAfter, now);
  return asked === null ? (30 + random() * 30) * SECOND : Math.min(asked, THROTTLE_CAP);
}

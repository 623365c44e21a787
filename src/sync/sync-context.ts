import type { AuthorizedSend } from '../api/authorized.ts';
import type { Listen } from '../api/event-client.ts';
import type { Databases } from '../db/app-database.ts';
import type { KnownRows } from '../db/known-rows.ts';
import type { PauseReason } from '../domain/pause-reason.ts';
import type { Clock, Log, Random } from '../domain/ports.ts';

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

import { PROFILE_PATH } from '../../api/auth-api.ts';
import { announcedIn, rulesAnnouncedIn } from '../../api/sync-api.ts';
import { noteCapabilities } from '../../db/known-server.ts';
import { jsonObject } from '../../domain/answer.ts';
import type { Connectivity } from '../../domain/ports.ts';
import { isOver } from '../../outbox/retry-policy.ts';
import {
  assertOwner,
  CONTACT,
  failedGet,
  type SyncContext,
  THROTTLE_CAP,
  type WorkResult,
} from '../sync-context.ts';
import type { EngineStatus } from './engine-status.ts';
import { type ContactFacts, isAway } from './pause-reasons.ts';

interface Ports {
  readonly connectivity: Connectivity;
  readonly isSignedIn: () => boolean;
  readonly isOver: () => boolean;
  /** Told when the server has answered again after nobody had known a way to it. */
  readonly healed: () => void;
}

/** Contact with the server: what the browser says of the connection, who is signed in, and one cheap GET that tries it. */
export class Contact {
  readonly #context: SyncContext;
  readonly #status: EngineStatus;
  readonly #ports: Ports;
  /** The server has answered although the browser says that there is no connection; until the browser says it again. */
  #hintRefuted = false;

  constructor(context: SyncContext, status: EngineStatus, ports: Ports) {
    this.#context = context;
    this.#status = status;
    this.#ports = ports;
  }

  get isOnline(): boolean {
    return this.#ports.connectivity.isOnline();
  }

  /** The browser says something of the connection, or may have: from now on it is believed again. */
  hintChanged(): void {
    this.#hintRefuted = false;
  }

  /** Takes in what the browser and the session say now, and returns what decides whether anything may leave the device. */
  facts(): ContactFacts {
    this.#update();
    const { reasons, reached, resumeAt, throttledUntil } = this.#status;
    return { now: this.#context.clock.now(), reasons, reached, resumeAt, throttledUntil };
  }

  #update(): void {
    const status = this.#status;
    if (this.isOnline || this.#hintRefuted) status.lift('online');
    else {
      status.raise('offline');
      status.reached = false;
    }
    if (this.#ports.isSignedIn()) status.lift('signIn');
    else status.raise('signedOut');
    if (isOver(status.throttledUntil, this.#context.clock.now(), THROTTLE_CAP)) status.lift('time');
  }

  /** Asks whether a server is there. */
  async reach(): Promise<void> {
    const saidOffline = !this.isOnline;
    const result = await reachServer(this.#context);
    if (this.#ports.isOver()) return;
    if (!result.contact) return this.#status.learn(result);
    this.#hintRefuted = saidOffline;
    if (isAway(this.#status.reasons)) this.#ports.healed();
    this.#status.contacted();
  }
}

/**
 * One cheap GET that tells whether a server is there, before anything is claimed: a server that is down
 * makes no unknowns. What the server announces beyond the plain contract is noted with it.
 */
export async function reachServer(context: SyncContext): Promise<WorkResult> {
  const answer = await context.send({ method: 'GET', path: PROFILE_PATH, signal: context.signal });
  const profile = jsonObject(answer);
  if (profile) {
    assertOwner(context);
    const { relaxed } = context.db;
    await relaxed.transaction('rw', relaxed.meta, (tx) =>
      noteCapabilities(tx, announcedIn(profile), rulesAnnouncedIn(profile)),
    );
  }
  const answered = answer.kind === 'response' && answer.status < 500 && answer.body.kind === 'json';
  const failed = failedGet(context, answer);
  return answered && failed.pause !== 'throttled' ? CONTACT : failed;
}

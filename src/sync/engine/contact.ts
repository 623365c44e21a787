import type { Connectivity } from '../../domain/ports.ts';
import { isOver } from '../../outbox/retry-policy.ts';
import { isAway } from '../pause-reasons.ts';
import type { SyncContext } from '../sync-context.ts';
import { THROTTLE_CAP } from '../throttle.ts';
import type { EngineStatus } from './engine-status.ts';
import type { ContactFacts } from './plan-contact.ts';
import { reachServer } from './reach.ts';

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

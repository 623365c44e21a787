import { PROFILE_PATH } from '../../api/auth-api.ts';
import { announcedIn, rulesAnnouncedIn } from '../../api/sync-api.ts';
import { readRow, writeMeta } from '../../db/meta-rows.ts';
import type { Tx } from '../../db/tables.ts';
import { jsonObject } from '../../domain/answer.ts';
import type { Connectivity } from '../../domain/ports.ts';
import type { AnnouncedRules } from '../../domain/server-rules.ts';
import { isOver } from '../../domain/waits.ts';
import {
  assertOwner,
  CONTACT,
  failedGet,
  type SyncContext,
  THROTTLE_CAP,
  type WorkResult,
} from '../sync-context.ts';
import type { ContactStatus } from './contact-status.ts';
import { type ContactFacts, isAway } from './pause-reasons.ts';

interface Ports {
  readonly connectivity: Connectivity;
  readonly isSignedIn: () => boolean;
  readonly isOver: () => boolean;
  readonly reconnected: () => void;
}

export class Contact {
  readonly #context: SyncContext;
  readonly #status: ContactStatus;
  readonly #ports: Ports;
  /** The server answered although the browser still reports offline. */
  #hintRefuted = false;

  constructor(context: SyncContext, status: ContactStatus, ports: Ports) {
    this.#context = context;
    this.#status = status;
    this.#ports = ports;
  }

  get isOnline(): boolean {
    return this.#ports.connectivity.isOnline();
  }

  hintChanged(): void {
    this.#hintRefuted = false;
  }

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

  async reach(): Promise<void> {
    const saidOffline = !this.isOnline;
    const result = await reachServer(this.#context);
    if (this.#ports.isOver()) return;
    if (!result.contact) return this.#status.learn(result);
    this.#hintRefuted = saidOffline;
    if (isAway(this.#status.reasons)) this.#ports.reconnected();
    this.#status.contacted();
  }
}

/** Sends one cheap GET before any check-out, so that a server that is down causes no unknown creates. */
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

async function noteCapabilities(
  tx: Tx,
  features: readonly string[],
  rules: AnnouncedRules | null = null,
): Promise<void> {
  const row = await readRow(tx, 'capabilities');
  const known = new Set(row?.features);
  const isSame = features.length === known.size && features.every((feature) => known.has(feature));
  if (isSame && JSON.stringify(rules) === JSON.stringify(row?.rules ?? null)) return;
  await writeMeta(tx, { key: 'capabilities', features, ...(rules ? { rules } : {}) });
  // The waiting change is kept, but not counted: this server has no place for it.
  if (!features.includes('company-settings')) await tx.table('meta').delete('settings');
}

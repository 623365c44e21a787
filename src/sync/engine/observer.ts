import { capabilitiesIn } from '../../db/known-server.ts';
import { type MetaRows, readMeta } from '../../db/meta-rows.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { isDue } from '../../outbox/retry-policy.ts';
import { happen } from '../lane-work.ts';
import type { Poll } from '../poll.ts';
import type { ChangeEventStream } from '../pull/change-event-stream.ts';
import type { Orphans } from '../push/orphans.ts';
import { heldByReferences } from '../push/references.ts';
import type { SyncContext } from '../sync-context.ts';
import type { Term } from '../tabs/leadership.ts';
import { drainAfter } from './drain.ts';
import type { OpenMutations } from './open-mutations.ts';

interface Ports {
  readonly term: Term;
  readonly open: OpenMutations;
  readonly orphans: Orphans;
  readonly events: ChangeEventStream;
  readonly pulls: { inheritCooldown(meta: MetaRows): void; wantAll(): void };
  /** Places of the mutations that requests of this tab stand for. */
  readonly pushes: { readonly own: ReadonlySet<number> };
}

/** The outbox, and what the engine knows of everything else, as one moment saw them. */
export interface Tables {
  /** Open mutations in order of `seq`. */
  readonly open: readonly Mutation[];
  readonly meta: MetaRows;
}

interface Recovery {
  /** Device time in ms at which an attempt is to be checked that was spared; null where none was. */
  readonly sparedAt: number | null;
  /** Whether changes have become due. */
  readonly backoffReset: boolean;
}

/** Polls the database for the loop, and settles what dead attempts have left there. */
export class Observer {
  readonly #context: SyncContext;
  readonly #ports: Ports;
  /** Since when changes have been waiting to be sent, device time in ms; null when none does. */
  #drainStartedAt: number | null = null;
  /** Who has ended the back-off since the last poll. */
  #resetBy: 'nobody' | 'chance' | 'person' = 'nobody';

  constructor(context: SyncContext, ports: Ports) {
    this.#context = context;
    this.#ports = ports;
  }

  get isDraining(): boolean {
    return this.#drainStartedAt !== null;
  }

  /** What changes that back off have waited for may be over, or a person does not want to wait: not even to undo. */
  resetBackoff(byPerson: boolean): void {
    if (this.#resetBy !== 'person') this.#resetBy = byPerson ? 'person' : 'chance';
  }

  /** One transaction: a step would begin a dozen otherwise, and most steps find nothing to do. */
  async readTables(): Promise<Tables> {
    const { relaxed } = this.#context.db;
    return relaxed.transaction('r', [relaxed.outbox, relaxed.meta], async (tx) => ({
      open: await this.#ports.open.read(tx),
      meta: await readMeta(tx),
    }));
  }

  /** Settles dead attempts, and lets changes that back off be due where that was asked for. */
  async recover({ open, meta }: Tables): Promise<Recovery> {
    const { orphans, pushes, term } = this.#ports;
    const leading = { tab: term.tab, own: pushes.own, lease: meta.get('lease') };
    const sparedAt = await orphans.recover(open, leading);
    const by = this.#resetBy;
    this.#resetBy = 'nobody';
    if (by === 'nobody') return { sparedAt, backoffReset: false };
    // What was never tried waits so that a person can undo it, and not for a connection.
    await this.#bringForward(open.filter(({ attempts }) => by === 'person' || attempts > 0));
    return { sparedAt, backoffReset: true };
  }

  /** Unknown creates keep their wait. */
  async #bringForward(open: readonly Mutation[]): Promise<void> {
    for (const seen of open) {
      const now = this.#context.clock.now();
      if (seen.state !== 'queued' || isDue(seen, now)) continue;
      await happen(this.#context, { type: 'putOff', seen, nextAt: now });
    }
  }

  async poll({ open, meta }: Tables, visible: boolean): Promise<Poll> {
    const held = await heldByReferences(this.#context, open);
    const now = this.#context.clock.now();
    const drainStartedAt = drainAfter(this.#drainStartedAt, { open, held }, now);
    if (drainStartedAt === null) this.endDrain();
    this.#drainStartedAt = drainStartedAt;
    this.#ports.pulls.inheritCooldown(meta);
    const features = capabilitiesIn(meta);
    this.#ports.events.want(visible && features.has('events') && meta.get('feed')?.ready === true);
    return { open, held, meta, drainStartedAt, features };
  }

  /** What others did meanwhile is read, and the next drain counts from its own beginning. */
  endDrain(): void {
    if (this.#drainStartedAt === null) return;
    this.#drainStartedAt = null;
    this.#ports.pulls.wantAll();
  }
}

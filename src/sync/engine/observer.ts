import { type Databases } from '../../db/app-database.ts';
import { type Changes } from '../../db/change-bus.ts';
import { capabilitiesIn } from '../../db/known-server.ts';
import { type MetaRows, readMeta, readRow } from '../../db/meta-rows.ts';
import { allMutations, countMutations, mutationsAt } from '../../db/outbox.ts';
import { type Tx } from '../../db/tables.ts';
import { type Mutation } from '../../outbox/mutation.ts';
import { isDue } from '../../outbox/retry-policy.ts';
import { drainAfter, type Poll } from '../poll.ts';
import { type ChangeEventStream } from '../pull/change-event-stream.ts';
import { heldByReferences } from '../push/held-by-references.ts';
import { type Orphans } from '../push/orphans.ts';
import { happen, type SyncContext } from '../sync-context.ts';
import { type Term } from '../tabs/leadership.ts';

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

/**
 * The outbox as the last poll saw it. What has been written since is read again: by their keys while a message of each commit
 * has arrived, and everything otherwise.
 */
export class OpenMutations {
  readonly #changes: Changes;
  readonly #stop: () => void;
  /** By place. */
  #known = new Map<number, Mutation>();
  #written = new Set<number>();
  /** Everything was read, and all that was written since is known by its keys. */
  #isRead = false;

  constructor(db: Databases) {
    this.#changes = db.changes;
    this.#stop = db.changes.onKeys('outbox', (keys) => {
      if (keys === 'any') this.#isRead = false;
      else for (const key of keys) this.#written.add(Number(key));
    });
  }

  close(): void {
    this.#stop();
  }

  /** Open mutations in order of `seq`. @param tx may read `meta` as well */
  async read(tx: Tx): Promise<readonly Mutation[]> {
    const isKnown = this.#isRead && (await this.#readAgain(tx));
    if (!isKnown) await this.#readAll(tx);
    return [...this.#known.values()].sort((a, b) => a.seq - b.seq);
  }

  async #readAll(tx: Tx): Promise<void> {
    this.#isRead = false;
    const open = await allMutations(tx);
    this.#known = new Map(open.map((mutation) => [mutation.seq, mutation]));
    this.#written.clear();
    this.#isRead = true;
  }

  /** Reads what was written since. Returns false where this tab was not told of all of it. */
  async #readAgain(tx: Tx): Promise<boolean> {
    // Its answer comes after the message of every commit of this tab that the transaction sees.
    const [count, counted] = await Promise.all([countMutations(tx), readRow(tx, 'changes')]);
    if (this.#changes.received.lacks(counted?.n ?? 0)) return false;
    const places = [...this.#written].sort((a, b) => a - b);
    const now = await mutationsAt(tx, places);
    for (const [n, seq] of places.entries()) {
      const mutation = now[n];
      if (mutation) this.#known.set(seq, mutation);
      else this.#known.delete(seq);
    }
    // Not sooner: a failed transaction leaves them to be read.
    for (const seq of places) this.#written.delete(seq);
    return count === this.#known.size;
  }
}

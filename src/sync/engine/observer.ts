import type { Databases } from '../../db/app-database.ts';
import { type MetaRows, readMeta, readRow } from '../../db/meta-rows.ts';
import { allMutations, outboxTable } from '../../db/mirror-and-outbox.ts';
import type { Tx } from '../../db/tables.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { isDue } from '../../outbox/retry-policy.ts';
import { drainAfter, type Poll } from '../poll.ts';
import type { ChangeEventStream } from '../pull/change-event-stream.ts';
import type { Orphans } from '../push/orphans.ts';
import { waitingForReferences } from '../push/waiting-for-references.ts';
import { applyEvent, type SyncContext } from '../sync-context.ts';
import type { Term } from '../tabs/leadership.ts';

interface Ports {
  readonly term: Term;
  readonly open: OpenMutations;
  readonly orphans: Orphans;
  readonly events: ChangeEventStream;
  readonly pulls: { inheritCooldown(meta: MetaRows): void; wantAll(): void };
  readonly files: {
    held(tables: Tables): Promise<readonly string[]>;
  };
  /** `seq` of the mutations that this tab has requests for. */
  readonly pushes: { readonly own: ReadonlySet<number> };
}

export interface Tables {
  readonly open: readonly Mutation[];
  readonly meta: MetaRows;
}

interface Recovery {
  /** Device time in ms. */
  readonly sparedAt: number | null;
  readonly backoffReset: boolean;
}

export class Observer {
  readonly #context: SyncContext;
  readonly #ports: Ports;
  /** Device time in ms; null outside a drain. */
  #drainStartedAt: number | null = null;
  #resetBy: 'nobody' | 'chance' | 'person' = 'nobody';

  constructor(context: SyncContext, ports: Ports) {
    this.#context = context;
    this.#ports = ports;
  }

  get isDraining(): boolean {
    return this.#drainStartedAt !== null;
  }

  /** Ends the back-off at the next poll. If a person asked, also ends the time for an undo. */
  resetBackoff(byPerson: boolean): void {
    if (this.#resetBy !== 'person') this.#resetBy = byPerson ? 'person' : 'chance';
  }

  async readTables(): Promise<Tables> {
    const { relaxed } = this.#context.db;
    return relaxed.transaction('r', [relaxed.outbox, relaxed.meta], async (tx) => ({
      open: await this.#ports.open.read(tx),
      meta: await readMeta(tx),
    }));
  }

  async recover({ open, meta }: Tables): Promise<Recovery> {
    const { orphans, pushes, term } = this.#ports;
    const leading = { tab: term.tab, own: pushes.own, lease: meta.get('lease') };
    const sparedAt = await orphans.recover(open, leading);
    const by = this.#resetBy;
    this.#resetBy = 'nobody';
    if (by === 'nobody') return { sparedAt, backoffReset: false };
    // A change that was never tried waits until its undo time is over, not for a connection.
    await this.#bringForward(open.filter(({ attempts }) => by === 'person' || attempts > 0));
    return { sparedAt, backoffReset: true };
  }

  /** Leaves creates in state `unknown` as they are. */
  async #bringForward(open: readonly Mutation[]): Promise<void> {
    for (const seen of open) {
      const now = this.#context.clock.now();
      if (seen.state !== 'queued' || isDue(seen, now)) continue;
      await applyEvent(this.#context, { type: 'putOff', seen, nextAt: now });
    }
  }

  async poll({ open, meta }: Tables, visible: boolean): Promise<Poll> {
    const features = new Set(meta.get('capabilities')?.features);
    const waitsFor = new Map(await waitingForReferences(this.#context, open));
    for (const id of await this.#ports.files.held({ open, meta })) waitsFor.set(id, []);
    const now = this.#context.clock.now();
    const drainStartedAt = drainAfter(this.#drainStartedAt, { open, waitsFor }, now);
    if (drainStartedAt === null) this.endDrain();
    this.#drainStartedAt = drainStartedAt;
    this.#ports.pulls.inheritCooldown(meta);
    this.#ports.events.want(visible && features.has('events') && meta.get('feed')?.ready === true);
    return { open, waitsFor, meta, drainStartedAt, features };
  }

  /** Pulls everything, because others may have changed something. */
  endDrain(): void {
    if (this.#drainStartedAt === null) return;
    this.#drainStartedAt = null;
    this.#ports.pulls.wantAll();
  }
}

/**
 * Caches the outbox. If the messages of all commits have arrived, reads only the keys written since the last poll.
 * Without the cache, each poll takes 87 ms to read 5,000 waiting changes.
 */
export class OpenMutations {
  readonly #changes: Databases['changes'];
  readonly #stop: () => void;
  #known = new Map<number, Mutation>();
  #written = new Set<number>();
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

  /**
   * Returns mutations in order of `seq`.
   * @param tx must cover `meta`
   */
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

  /** Returns false if a commit's message is missing. */
  async #readAgain(tx: Tx): Promise<boolean> {
    // Resolves after the messages of this tab's own commits have arrived.
    const [count, counted] = await Promise.all([outboxTable(tx).count(), readRow(tx, 'changes')]);
    if (this.#changes.received.lacks(counted?.n ?? 0)) return false;
    const places = [...this.#written].sort((a, b) => a - b);
    const now = await outboxTable(tx).bulkGet(places);
    for (const [n, seq] of places.entries()) {
      const mutation = now[n];
      if (mutation) this.#known.set(seq, mutation);
      else this.#known.delete(seq);
    }
    // Not earlier, because these keys must be read again if the transaction fails.
    for (const seq of places) this.#written.delete(seq);
    return count === this.#known.size;
  }
}

import { type Clock, delay, type Log } from '../domain/ports.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { Mutation } from '../outbox/mutation.ts';
import type { Changes, Key, WrittenTables } from './changes.ts';
import { MetaRows } from './meta/meta-rows.ts';
import type { MetaRow } from './meta/row-types.ts';
import { allMutations } from './outbox.ts';
import { wasCutOff } from './storage-errors.ts';
import type { AppDatabase, Tx } from './tables.ts';

/** Time in ms between two checks. */
const EVERY_MS = 5000;
/** Time in ms that a message may be on its way. */
const ON_ITS_WAY_MS = 500;

interface Options {
  readonly db: AppDatabase;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly log: Log;
}

/** An open change as it was seen. */
interface SeenChange {
  readonly resource: ResourceName;
  readonly localId: string;
  /** Another one where it was sent, decided or changed since. */
  readonly fingerprint: string;
}

/** What writes leave behind in the database, whoever made them. */
interface Snapshot {
  readonly meta: MetaRows;
  /** Each row of `meta` as text. */
  readonly texts: ReadonlyMap<string, string>;
  /** By place. */
  readonly outbox: ReadonlyMap<number, SeenChange>;
  /** Of the journal. */
  readonly end: number;
  /** Records of changes that have been finished since the last check. */
  readonly finished: readonly { readonly resource: ResourceName; readonly localId: string }[];
}

/**
 * Finds what nobody has told this tab of, now and then and when a person turns to it. A tab may die between a commit and its
 * message: the counter of commits tells. A tab of an earlier build counts nothing and sends no messages; its writes are known
 * by what they leave in the outbox, in the journal and in the rows of the collections.
 */
export class Recheck {
  readonly #options: Options;
  readonly #stopped = new AbortController();
  #last: Snapshot | null = null;
  /** The next check comes later than the reading of all that the tab shows. */
  #isLate = false;
  #isChecking = false;
  #isWanted = false;
  /** Keys of `meta` that messages had named by the last check: one may have come before its commit was seen. */
  #toldBefore: ReadonlySet<Key> = new Set();

  constructor(options: Options) {
    this.#options = options;
    void this.#keepChecking();
  }

  /** Checks now, and once more where a check is under way. */
  now(): void {
    this.#isWanted = true;
    if (!this.#isChecking) void this.#checkWhileWanted();
  }

  /** The same where all that the tab shows is read again anyway. */
  restart(): void {
    this.#last = null;
    this.#isLate = this.#isChecking;
    this.now();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #keepChecking(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      this.now();
      await delay(this.#options.clock, EVERY_MS, signal);
    }
  }

  async #checkWhileWanted(): Promise<void> {
    this.#isChecking = true;
    while (this.#isWanted && !this.#stopped.signal.aborted) {
      this.#isWanted = false;
      try {
        await this.#check();
      } catch (error) {
        // A page that is left checks again when it comes back.
        if (!wasCutOff(error) && !this.#stopped.signal.aborted)
          this.#options.log.error('checking for changes of other tabs failed', error);
      }
    }
    this.#isChecking = false;
  }

  async #check(): Promise<void> {
    const { changes, clock } = this.#options;
    const before = this.#last;
    const now = await this.#read(before);
    const n = now.meta.get('changes')?.n ?? 0;
    this.#last = now;
    if (!before) {
      changes.received.catchUp(n);
      if (this.#isLate) changes.everything();
      this.#isLate = false;
      return;
    }
    const isMissing = changes.received.lacks(n) || this.#silentlyWritten(now, before).length > 0;
    if (isMissing) await delay(clock, ON_ITS_WAY_MS, this.#stopped.signal);
    if (this.#stopped.signal.aborted) return;
    const silent = this.#silentlyWritten(now, before);
    this.#forgetTold(now);
    if (changes.received.lacks(n)) {
      changes.received.catchUp(n);
      changes.everything();
      return;
    }
    const tables = differences(now, before);
    for (const resource of silent) tables[resource] = 'any';
    if (Object.keys(tables).length > 0) changes.found(tables);
  }

  #forgetTold({ meta }: Snapshot): void {
    const { changes } = this.#options;
    this.#toldBefore = changes.takeToldKeys();
    for (const resource of RESOURCE_NAMES) {
      const key = `collection:${resource}` as const;
      changes.forgetTold(key, meta.get(key)?.generation ?? 0);
    }
  }

  /**
   * Collections into which somebody has written and sent no message: another generation that nobody told of, or, where rows
   * were removed, another text of the collection's row or the feed's.
   */
  #silentlyWritten({ meta, texts }: Snapshot, before: Snapshot): ResourceName[] {
    const { changes } = this.#options;
    const isUntold = (key: string): boolean =>
      texts.get(key) !== before.texts.get(key) && !changes.isToldKey(key) && !this.#toldBefore.has(key);
    const isFed = isUntold('feed');
    return RESOURCE_NAMES.filter((resource) => {
      const key = `collection:${resource}` as const;
      const known = before.meta.get(key)?.generation ?? 0;
      const generation = meta.get(key)?.generation ?? 0;
      return isFed || isUntold(key) || !changes.hasTold(key, known, generation);
    });
  }

  /** Each table by itself: nobody is to wait for one of them because of another. */
  async #read(before: Snapshot | null): Promise<Snapshot> {
    const { db } = this.#options;
    const [rows, open, entries] = await Promise.all([
      db.meta.toArray(),
      db.transaction('r', db.outbox, seenChanges),
      before
        ? db.journal.where('n').above(before.end).toArray()
        : db.journal.orderBy('n').reverse().limit(1).toArray(),
    ]);
    return {
      meta: new MetaRows(rows),
      texts: new Map(rows.map((row: MetaRow) => [row.key, JSON.stringify(row)])),
      outbox: open,
      end: entries.at(-1)?.n ?? before?.end ?? 0,
      finished: before ? entries : [],
    };
  }
}

async function seenChanges(tx: Tx): Promise<ReadonlyMap<number, SeenChange>> {
  return new Map((await allMutations(tx)).map((change) => [change.seq, seenOf(change)]));
}

function seenOf({ resource, localId, state, fields }: Mutation): SeenChange {
  return { resource, localId, fingerprint: `${state} ${JSON.stringify(fields)}` };
}

/** What differs from one check to the next, known of or not: to read a little twice does no harm. */
function differences(now: Snapshot, before: Snapshot): Record<string, WrittenTables[string]> {
  const keys = new Map<string, Set<Key>>();
  const note = (table: string, key: Key): void => {
    keys.set(table, (keys.get(table) ?? new Set()).add(key));
  };
  for (const [key, text] of now.texts) if (before.texts.get(key) !== text) note('meta', key);
  for (const seq of new Set([...now.outbox.keys(), ...before.outbox.keys()])) {
    const [is, was] = [now.outbox.get(seq), before.outbox.get(seq)];
    if (is?.fingerprint === was?.fingerprint) continue;
    note('outbox', seq);
    for (const change of [is, was]) if (change) note(change.resource, change.localId);
  }
  for (const { resource, localId } of now.finished) note(resource, localId);
  return Object.fromEntries(Array.from(keys, ([table, written]) => [table, [...written]]));
}

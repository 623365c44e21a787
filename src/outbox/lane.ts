import type { Random } from '../domain/ports.ts';
import type { Fields, RecordKind } from '../domain/resource-spec.ts';
import type { References } from './dependencies.ts';
import type { HistoryNote, JournalNote, LaneNote } from './lane-event.ts';
import { type FoldedView, fold, folded, type MirrorRecord } from './mirror-record.ts';
import {
  BrokenLaneError,
  isUnderWay,
  laneOf,
  type Mutation,
  type MutationChange,
  type NewMutation,
  type ServerRefusal,
  UNPLACED,
} from './mutation.ts';
import { settleParked } from './saved.ts';
import { type SyncEvent, transition } from './sync-state.ts';

/** A record with its open mutations. An event changes them together. */
export interface Lane {
  readonly resource: RecordKind;
  readonly localId: string;
  readonly record: MirrorRecord | undefined;
  /** Oldest first. */
  readonly mutations: readonly Mutation[];
}

type Seen = Pick<Mutation, 'seq' | 'id' | 'state' | 'attemptId'>;

export function isSameAttempt(now: Seen, seen: Seen): boolean {
  return (['seq', 'id', 'state', 'attemptId'] as const).every((key) => now[key] === seen[key]);
}

/**
 * Checks a lane before it is written.
 * A fault that the lane already had is allowed, so that the user can still resolve a broken lane.
 * @throws BrokenLaneError
 */
export function assertLane(lane: Lane, before: Lane, account: string): void {
  const wrong = wrongIn(lane, account);
  if (wrong && wrong !== wrongIn(before, account)) throw new BrokenLaneError(`${laneOf(lane)} ${wrong}`);
}

/** Returns what is wrong with a lane. Also checks that the view is the server copy with the lane's changes. */
export function violationIn(lane: Lane, account: string): string | null {
  const wrong = wrongIn(lane, account) ?? wrongView(lane);
  return wrong && `${laneOf(lane)} ${wrong}`;
}

function wrongView({ record, mutations }: Lane): string | null {
  const isFolded = !record || shown(record) === shown(fold(record.server, mutations));
  return isFolded ? null : 'has a view that does not match its changes';
}

function shown({ view, mark }: FoldedView): string {
  const fields = Object.entries(view ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([view === null, fields, mark]);
}

function wrongIn({ resource, localId, record, mutations }: Lane, account: string): string | null {
  if (mutations.length > 0 && !record) return 'has changes but no record';
  let last = Number.NEGATIVE_INFINITY;
  let underWay = 0;
  for (const mutation of mutations) {
    const { seq, owner } = mutation;
    if (mutation.resource !== resource || mutation.localId !== localId) return "has another record's change";
    if (owner !== account) return 'has a change of another account';
    if (seq <= last) return 'has its changes out of order';
    const wrong = wrongOf(mutation);
    if (wrong) return wrong;
    if (isUnderWay(mutation)) underWay += 1;
    last = seq;
  }
  return underWay > 1 ? 'has two changes under way' : null;
}

/** Checks that stored data is what the type `Mutation` promises. */
function wrongOf(mutation: { readonly [Field in keyof Mutation]: unknown }): string | null {
  const { kind, state, idempotencyKey, sentWithKey, probe, attemptId, firstSentAt, refusal } = mutation;
  if (kind === 'create' && typeof idempotencyKey !== 'string') return 'has a create without a key';
  if (kind !== 'create' && (idempotencyKey !== null || sentWithKey !== false || probe !== null))
    return 'has a change with values that only a create may have';
  if (kind !== 'create' && state === 'unknown') return 'has an unknown change that is not a create';
  if (state === 'sending' && attemptId === null) return 'has a change under way without an attempt';
  if (state === 'sending' && firstSentAt === null) return 'has a change under way without a time';
  if (state === 'parked' && refusal === null) return 'has a parked change without a reason';
  return null;
}

export interface LaneEnv {
  /** Device time in ms. */
  readonly now: number;
  readonly random: Random;
  readonly account: string;
  readonly references: References;
}

export interface Reduction {
  /** The same object if nothing changed. */
  readonly lane: Lane;
  readonly journal: readonly JournalNote[];
  readonly history: readonly HistoryNote[];
  readonly notes: readonly LaneNote[];
  /** Another lane that proved to be the same record. */
  readonly absorbed: Lane | null;
}

export class LaneDraft {
  readonly env: LaneEnv;
  readonly #before: Lane;
  #record: MirrorRecord | undefined;
  #mutations: readonly Mutation[];
  readonly #journal: JournalNote[] = [];
  readonly #notes: LaneNote[] = [];
  #absorbed: Lane | null = null;

  constructor(lane: Lane, env: LaneEnv) {
    this.env = env;
    this.#before = lane;
    this.#record = lane.record;
    this.#mutations = lane.mutations;
  }

  get resource(): Lane['resource'] {
    return this.#before.resource;
  }

  get localId(): string {
    return this.#before.localId;
  }

  get record(): MirrorRecord | undefined {
    return this.#record;
  }

  get open(): readonly Mutation[] {
    return this.#mutations;
  }

  find(mutationId: string): Mutation | undefined {
    return this.#mutations.find(({ id }) => id === mutationId);
  }

  setRecord(record: MirrorRecord): void {
    this.#record = record;
  }

  /** Returns null if the mutation is no longer the attempt in `seen`. */
  change(
    seen: Pick<Mutation, 'seq' | 'id' | 'state' | 'attemptId'>,
    change: Omit<MutationChange, 'state'>,
  ): Mutation | null {
    return this.#write(seen, change);
  }

  #write(
    seen: Pick<Mutation, 'seq' | 'id' | 'state' | 'attemptId'>,
    change: MutationChange,
  ): Mutation | null {
    const now = this.#mutations.find(({ seq }) => seq === seen.seq);
    if (!now || !isSameAttempt(now, seen)) return null;
    // `assertLane` checks what this cast claims.
    const changed = { ...now, ...change } as Mutation;
    this.#mutations = this.#mutations.map((one) => (one === now ? changed : one));
    return changed;
  }

  /**
   * Moves a mutation along the transition table. Nothing else writes a state.
   * @returns null if the mutation is no longer the attempt in `seen`
   * @throws BrokenLaneError if the table has no such transition
   */
  move(seen: Mutation, event: SyncEvent, change: Omit<MutationChange, 'state'> = {}): Mutation | null {
    const next = transition(seen, event);
    if (typeof next === 'string')
      throw new BrokenLaneError(`A ${seen.state} ${seen.kind} cannot be ${event}.`);
    const step = { ...change, state: next.to, ...(next.readFirst ? { readFirst: true } : {}) };
    const moved = this.#write(seen, step);
    if (moved?.state === 'parked') settleParked(this, moved);
    return moved;
  }

  park(seen: Mutation, refusal: ServerRefusal): void {
    this.move(seen, 'refused', { refusal });
  }

  append(mutation: NewMutation): void {
    this.#mutations = [...this.#mutations, { ...mutation, seq: UNPLACED } as Mutation];
  }

  /** Puts a mutation that has left before all others. */
  restore(mutation: Mutation): void {
    this.#mutations = [mutation, ...this.#mutations];
  }

  /** This is the only way out of the outbox. */
  finish(
    mutation: Mutation,
    outcome: 'confirmed' | 'cancelled' | 'replaced' | 'same',
    theirs: JournalNote['theirs'] = {},
  ): void {
    const end = outcome === 'same' ? 'confirmed' : outcome;
    if (end !== 'replaced' && transition(mutation, end) !== end)
      throw new BrokenLaneError(`A ${mutation.state} ${mutation.kind} cannot be ${outcome}.`);
    this.#mutations = this.#mutations.filter(({ seq }) => seq !== mutation.seq);
    this.journal(mutation, outcome, theirs);
    // Rows that pulls skipped because of the first attempt may now be stored.
    if (mutation.firstSentFields) this.noteKeptOut(mutation);
  }

  journal(mutation: Mutation, outcome: JournalNote['outcome'], theirs: JournalNote['theirs'] = {}): void {
    this.#journal.push({ mutation, outcome, theirs });
  }

  note(note: LaneNote): void {
    this.#notes.push(note);
  }

  /** Requests a whole pull, because a feed does not resend rows that were skipped while the create was under way. */
  noteKeptOut({ kind, firstSentFields, sentWithKey, firstSentAt }: Mutation): void {
    const isOnItsWay = firstSentFields !== undefined || (!sentWithKey && firstSentAt !== null);
    if (kind === 'create' && isOnItsWay) this.note({ note: 'readWhole', besideFeed: true });
  }

  absorb(other: Lane): void {
    this.#absorbed = other;
    const moved = other.mutations.map((mutation) => ({ ...mutation, localId: this.localId }));
    this.#mutations = [...this.#mutations, ...moved].sort((a, b) => a.seq - b.seq);
  }

  /** Recomputes the view. Removes a record with neither a server copy nor changes. */
  end(): Omit<Reduction, 'history'> {
    const { resource, localId, record, mutations } = this.#before;
    const now = shownAs(this.#record, this.#mutations, this.env.now);
    const isSameLane = now === record && this.#mutations === mutations;
    return {
      lane: isSameLane ? this.#before : { resource, localId, record: now, mutations: this.#mutations },
      journal: this.#journal,
      notes: this.#notes,
      absorbed: this.#absorbed,
    };
  }
}

function shownAs(
  record: MirrorRecord | undefined,
  mutations: readonly Mutation[],
  at: number,
): MirrorRecord | undefined {
  if (!record || (record.server === null && mutations.length === 0)) return undefined;
  const now = folded(record, mutations, at);
  return now.mark === record.mark && isSameView(now.view, record.view) ? record : now;
}

function isSameView(a: Fields | null, b: Fields | null): boolean {
  if (a === null || b === null) return a === b;
  const fields = Object.keys(a);
  return fields.length === Object.keys(b).length && fields.every((field) => Object.is(a[field], b[field]));
}

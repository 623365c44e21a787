import type { Tx } from '../db/app-database.ts';
import { changeMutation } from '../db/outbox.ts';
import type { Fields } from '../domain/resource-spec.ts';
import type { WireRecord } from '../domain/wire-record.ts';
import { createdFields } from '../outbox/changes.ts';
import type { FieldChanges, Mutation } from '../outbox/mutation.ts';
import { UNKNOWN_GENERATION } from './claim.ts';
import { isExactly, sentFields } from './match-create.ts';

/** What servers answer to the second copy of a row that they have. */
const REFUSALS = [400, 409, 422];

interface Looked {
  readonly create: Mutation;
  /** All that it was sent with: that some row has its number proves nothing where the server refused it. */
  readonly marks: FieldChanges;
  /** Rows that are exactly it. */
  readonly rows: WireRecord[];
}

/** What a row is to creates that were refused. */
type Met =
  | 'nothing'
  /** It may be one of them. */
  | 'one of them'
  /** It may be what one of them was before it was changed to be sent again, of which nobody knows yet what becomes. */
  | 'to be met later';

/**
 * Creates that the server refused. Browsers repeat a POST on their own, and the second answer may be the one that comes:
 * the row of such a create is known by all that was sent. Nobody waits for it: the refusal is shown all the while, and a
 * person may change the create and send it again before the row is read.
 */
export class RefusedCreates {
  readonly #looked: readonly Looked[];

  private constructor(looked: readonly Looked[]) {
    this.#looked = looked;
  }

  /** @param open mutations of one collection, in order of `seq` */
  static async among(tx: Tx, open: readonly Mutation[]): Promise<RefusedCreates> {
    const looked: Looked[] = [];
    for (const create of open) {
      const fields = refusedWith(create);
      if (fields) looked.push({ create, marks: await sentFields(tx, { ...create, fields }), rows: [] });
    }
    return new RefusedCreates(looked);
  }

  /** Notes a row that the device has not met before. */
  meet(record: WireRecord, copy: Fields): Met {
    const like = this.#looked.filter((one) => isExactly(copy, one));
    // Of two that are equal, the row is one's alone.
    const first = like.find(({ rows }) => rows.length === 0) ?? like[0];
    if (!first) return 'nothing';
    if (isOnItsWay(first.create)) return 'to be met later';
    first.rows.push(record);
    return 'one of them';
  }

  /** Those that one row is exactly, with that row: all others were known when they were sent. */
  get found(): readonly (readonly [Mutation, WireRecord])[] {
    return this.#looked.flatMap(({ create, rows: [only, ...others] }) =>
      only && others.length === 0 && create.claimGeneration !== UNKNOWN_GENERATION
        ? [[create, only] as const]
        : [],
    );
  }

  /** Puts the rows before a person that may be creates, where nothing tells which. */
  async ask(tx: Tx, now: number): Promise<void> {
    const found = new Set(this.found.map(([create]) => create));
    for (const { create, rows } of this.#looked) {
      if (rows.length === 0 || !create.refusal || found.has(create)) continue;
      const candidates = rows.map(({ id }) => id);
      const refusal = { ...create.refusal, reason: 'mayExistTwice', at: now, candidates } as const;
      await changeMutation(tx, create, { refusal });
    }
  }
}

/** What a create was sent with when it was refused; null for what was not. */
function refusedWith({
  kind,
  state,
  keyed,
  attemptId,
  refusal,
  fields,
  asSent,
}: Mutation): FieldChanges | null {
  if (kind !== 'create' || keyed) return null;
  const isRefused = state === 'parked' && refusal?.reason === 'rejected' && REFUSALS.includes(refusal.status);
  if (isRefused && attemptId !== null) return fields;
  return asSent && (isRefused || state !== 'parked') ? createdFields(asSent) : null;
}

/** It was changed since: whether the row is it, or somebody else's, a person says once it has arrived. */
function isOnItsWay({ state }: Mutation): boolean {
  return state !== 'parked';
}

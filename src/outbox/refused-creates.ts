import type { Fields } from '../domain/resource-spec.ts';
import type { WireRecord } from '../domain/wire-record.ts';
import { createdFields } from './changes.ts';
import { UNKNOWN_GENERATION } from './claimed.ts';
import { isExactly, sentFields } from './match-create.ts';
import type { FieldChanges, Mutation, ServerRefusal } from './mutation.ts';
import type { References } from './references.ts';

/** What servers answer to the second copy of a row that they have. */
const REFUSALS = [400, 409, 422];

/** A create that the server refused, while rows are met that may be it. */
export interface RefusedCreate {
  readonly create: Mutation;
  /** All that it was sent with: that some row has its number proves nothing where the server refused it. */
  readonly fingerprint: FieldChanges;
  /** It was changed since: whether a row is it, or somebody else's, a person says once it has arrived. */
  readonly isOnItsWay: boolean;
  /** Rows that are exactly it. */
  readonly rows: readonly WireRecord[];
}

interface NotedCreate extends RefusedCreate {
  readonly rows: WireRecord[];
}

/**
 * Creates that the server refused. Browsers repeat a POST on their own, and the second answer may be the one that comes:
 * the row of such a create is known by all that was sent. Nobody waits for it: the refusal is shown all the while, and a
 * person may change the create and send it again before the row is read.
 */
export class RefusedCreates {
  readonly #refused: readonly NotedCreate[];

  private constructor(refused: readonly NotedCreate[]) {
    this.#refused = refused;
  }

  /** @param open mutations of one collection, in order of `seq` */
  static among(references: References, open: readonly Mutation[]): RefusedCreates {
    const refused: NotedCreate[] = [];
    for (const create of open) {
      const fields = refusedWith(create);
      if (!fields) continue;
      const fingerprint = sentFields(references, { ...create, fields });
      refused.push({ create, fingerprint, isOnItsWay: create.state !== 'parked', rows: [] });
    }
    return new RefusedCreates(refused);
  }

  /** The one that a row may be which the device has not met before; null where there is none. */
  match(copy: Fields): RefusedCreate | null {
    const like = this.#refused.filter((one) =>
      isExactly(copy, { resource: one.create.resource, fingerprint: one.fingerprint }),
    );
    // Of two that are equal, the row is one's alone.
    return like.find(({ rows }) => rows.length === 0) ?? like[0] ?? null;
  }

  /** Notes that a row may be one of them. */
  note({ create }: RefusedCreate, record: WireRecord): void {
    this.#refused.find((one) => one.create === create)?.rows.push(record);
  }

  /** Those that one row is exactly, with that row: all others were known when they were sent. */
  get found(): readonly (readonly [Mutation, WireRecord])[] {
    return this.#refused.flatMap(({ create, rows: [only, ...others] }) =>
      only && others.length === 0 && create.claimGeneration !== UNKNOWN_GENERATION
        ? [[create, only] as const]
        : [],
    );
  }

  /** What a person is to be asked about creates that rows may be, where nothing tells which. */
  questions(at: number): (readonly [Mutation, ServerRefusal])[] {
    const found = new Set(this.found.map(([create]) => create));
    return this.#refused.flatMap(({ create, rows }) => {
      if (rows.length === 0 || !create.refusal || found.has(create)) return [];
      const candidates = rows.map(({ id }) => id);
      return [[create, { ...create.refusal, reason: 'mayExistTwice', at, candidates }] as const];
    });
  }
}

/** What a create was sent with when it was refused; null for what was not. */
function refusedWith({
  kind,
  state,
  sentWithKey,
  attemptId,
  refusal,
  fields,
  firstSentFields,
}: Mutation): FieldChanges | null {
  if (kind !== 'create' || sentWithKey) return null;
  const isRefused = state === 'parked' && refusal?.reason === 'rejected' && REFUSALS.includes(refusal.status);
  if (isRefused && attemptId !== null) return fields;
  return firstSentFields && (isRefused || state !== 'parked') ? createdFields(firstSentFields) : null;
}

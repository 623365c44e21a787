import type { Fields, ResourceName, ServerId, Wire } from '../../../src/domain/resource-spec.ts';
import { specOf } from '../../../src/domain/resource-specs.ts';
import type { References } from '../../../src/outbox/dependencies.ts';
import type { Lane, LaneEnv } from '../../../src/outbox/lane.ts';
import { folded, type MirrorRecord, type ServerRow } from '../../../src/outbox/mirror-record.ts';
import type { Mutation } from '../../../src/outbox/mutation.ts';
import { aMutation } from '../records/mutations.ts';
import { seededRandom } from '../test/seeded-random.ts';

/** The owner of the mutations that `aMutation` returns. */
export const ACCOUNT = aMutation().owner;

/** The references of a device that knows these records, by local id and, if they have one, server id. */
export function knowing(records: Readonly<Record<string, ServerId | undefined>>): References {
  return {
    find: (_, id) => {
      const known = Object.entries(records).find(
        ([localId, serverId]) => id === localId || (serverId !== undefined && id === String(serverId)),
      );
      return known && { localId: known[0], serverId: known[1] };
    },
    former: () => [],
  };
}

export function anEnv(given: Partial<LaneEnv> = {}): LaneEnv {
  return { now: 1000, random: seededRandom(1), account: ACCOUNT, references: knowing({}), ...given };
}

/** Returns row 7 of a server, with the given differences. */
export function aRow(wire: Wire, given: Partial<ServerRow> = {}): ServerRow {
  const { id = 7, ...numbers } = given;
  return {
    id,
    wire: { ...wire, id },
    version: undefined,
    generation: 2,
    position: [1, 7],
    readAt: 0,
    ...numbers,
  };
}

/** Returns a lane with these mutations: of record 7 of the server, or of one created here if `server` is null. */
export function aLane(
  server: Fields | null,
  mutations: readonly Mutation[] = [],
  given: Partial<MirrorRecord> = {},
): Lane {
  const [{ resource, localId } = aMutation()] = mutations;
  const record: MirrorRecord = {
    localId,
    ...(server && { serverId: 7 }),
    server,
    view: null,
    mark: 'synced',
    position: [1, 7],
    serverGen: 1,
    firstSeenGen: 1,
    seen: { created_at: null, updated_at: null, first_seen: 0 },
    ...given,
  };
  return { resource, localId, record: folded(record, mutations, 0), mutations };
}

/** Returns a complete record with these values. */
export function aRecord(resource: ResourceName, values: Fields): Fields {
  return { ...specOf(resource).blank({ now: 0, random: 0 }), ...values };
}

/** Freezes a value and everything in it, so that code that changes it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
  return value;
}

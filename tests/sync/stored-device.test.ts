import { expect, it } from 'vitest';
import { FEATURES, type Feature } from '../../src/api/sync-api.ts';
import type { Fields, ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import {
  discardParked,
  keepOne,
  recheck,
  recreateParked,
  retryParked,
  takeTheirs,
} from '../../src/records/parked.ts';
import { requestPull, requestSync } from '../../src/records/requests.ts';
import { violations } from '../../src/sync/engine/invariants.ts';
import type { Row } from '../memory-server/tables.ts';
import type { FakeBackend, SeenRequest } from '../support/backend/fake-backend.ts';
import { type Accepted, restarted, SERVERS, type StoredDevice } from '../support/stored/database-4.ts';
import { rowIn } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

/** What all that a person saved of one record comes to. */
interface Wanted {
  readonly resource: ResourceName;
  readonly localId: string;
  /** The title or the name that a new record was made with, which no other has. */
  readonly made: string | null;
  readonly isDeleted: boolean;
  readonly fields: Fields;
}

interface Drained {
  readonly backend: FakeBackend;
  readonly tab: TestTab;
  readonly stored: StoredDevice;
  readonly wanted: readonly Wanted[];
  /** What a person has given up since: local ids, and values. */
  readonly givenUp: Set<unknown>;
}

const FEATURES_OF: Readonly<Record<(typeof SERVERS)[number], readonly Feature[]>> = {
  plain: [],
  extended: FEATURES,
};

function wantedOf(accepted: readonly Accepted[]): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const { resource, localId, kind, fields } of accepted) {
    const before = wanted.get(localId);
    wanted.set(localId, {
      resource,
      localId,
      made: before?.made ?? (kind === 'create' ? String(Object.values(fields)[0]) : null),
      isDeleted: kind === 'delete',
      fields: { ...before?.fields, ...fields },
    });
  }
  return [...wanted.values()];
}

/** The server's rows that are nobody's but this device's and bear a value. */
function ownRows({ backend, stored }: Drained, resource: ResourceName, value: unknown): Row[] {
  const foreign = new Set(stored.foreign.map(({ id }) => id));
  return backend.rows(resource).filter((row) => !foreign.has(row.id) && Object.values(row).includes(value));
}

/** Changes that wait neither for a person nor behind, or for, one that does. */
function moving(open: readonly Mutation[]): Mutation[] {
  const waiting = new Set<string>();
  return open.filter(({ state, localId, deps }) => {
    const waits = state === 'parked' || waiting.has(localId) || deps.some((id) => waiting.has(id));
    if (waits) waiting.add(localId);
    return !waits;
  });
}

/** Lets the device work until nothing goes on without a person, looking whether the invariants hold all the while. */
async function atRest({ tab }: Pick<Drained, 'tab'>): Promise<void> {
  await requestSync(tab.records);
  for (let seconds = 0; seconds < 900; seconds += 2) {
    await tab.pass(2000, 1000);
    expect(await violations(tab.records.db.relaxed, tab.records.account)).toEqual([]);
    if (moving(await tab.outbox()).length === 0) return;
  }
  throw new Error(`It does not come to rest: ${JSON.stringify(moving(await tab.outbox()))}`);
}

/** Every value is on the server, or in a change that is open still; nothing was made twice. */
async function nothingIsLost(drained: Drained): Promise<void> {
  const problems: string[] = [];
  const open = await drained.tab.outbox();
  for (const one of drained.wanted) problems.push(...(await problemsOf(drained, one, open)));
  expect(problems).toEqual([]);
}

async function problemsOf(drained: Drained, one: Wanted, open: readonly Mutation[]): Promise<string[]> {
  const { backend, tab, givenUp } = drained;
  const { resource, localId, made, isDeleted } = one;
  const own = open.filter((mutation) => mutation.localId === localId);
  if (made !== null && ownRows(drained, resource, made).length > 1) return [`${made} is there twice`];
  if (givenUp.has(localId)) return [];
  const serverId = (await rowIn(tab, resource, localId))?.serverId ?? Number(localId);
  const row = backend.rows(resource).find(({ id }) => id === serverId);
  if (isDeleted)
    return row && !own.some(({ kind }) => kind === 'delete') ? [`${localId} is not deleted`] : [];
  const isHeld = ([field, value]: readonly [string, unknown]): boolean =>
    row?.[field] === value ||
    givenUp.has(value) ||
    own.some((mutation) => mutation.fields[field]?.value === value);
  return Object.entries(one.fields)
    .filter((entry) => !isHeld(entry))
    .map(([field, value]) => `${localId} has lost ${field}: ${value}`);
}

/** What waits for a person is listed, marked, with its reason. */
async function nothingIsHidden({ tab }: Drained): Promise<void> {
  const hidden: string[] = [];
  for (const { resource, localId, state, refusal } of await tab.outbox()) {
    const record = await rowIn(tab, resource, localId);
    const isMarked = state !== 'parked' || (record?.mark === 'attention' && refusal !== null);
    if (!record?.view || !isMarked) hidden.push(localId);
  }
  expect(hidden).toEqual([]);
}

/** The device lists what the server has, as the server has it. */
async function isAsOnTheServer({ backend, tab }: Drained): Promise<void> {
  await requestPull(tab.records, ...RESOURCE_NAMES);
  await tab.pass(20_000, 1000);
  expect(await tab.outbox()).toEqual([]);
  for (const resource of RESOURCE_NAMES) {
    const name = resource === 'customers' ? 'last_name' : 'title';
    const listed = (await tab.rows(resource)).map(({ serverId, view, mark }) =>
      [serverId, view?.[name], mark].join(' '),
    );
    const held = backend.rows(resource).map((row) => [row.id, row[name], 'synced'].join(' '));
    expect(listed.sort()).toEqual(held.sort());
  }
  expect(tab.browser.errors).toEqual([]);
}

async function parkedIn(tab: TestTab): Promise<Mutation[]> {
  return (await tab.outbox()).filter(({ state }) => state === 'parked');
}

/** What updates of the device have set on the server. */
function valuesOn(drained: Drained): Set<unknown> {
  const typed = drained.stored.accepted.filter(({ kind }) => kind === 'update');
  const values = typed.flatMap(({ resource, fields }) =>
    Object.values(fields).filter((value) => ownRows(drained, resource, value).length > 0),
  );
  expect(values.length).toBeGreaterThan(1);
  return new Set(values);
}

/** The values that a request changes rows to, alone or in a batch. */
function updatesIn({ method, body }: Pick<SeenRequest, 'method' | 'body'>): unknown[] {
  if (method === 'PATCH') return Object.values(body ?? {});
  const { mutations = [] } = (body ?? {}) as { readonly mutations?: readonly SeenRequest[] };
  return mutations.flatMap(updatesIn);
}

type Decide = (drained: Drained, parked: Mutation) => Promise<boolean>;

/** Everything is still wanted. */
const send: Decide = ({ tab: { records }, stored }, { id, refusal }) => {
  if (refusal?.reason === 'deletedOnServer') return recreateParked(records, id);
  if (refusal?.reason !== 'mayExistTwice') return retryParked(records, id);
  const [candidate] = refusal.candidates ?? [];
  expect(stored.foreign.map((row) => row.id)).toContain(candidate);
  return keepOne(records, id, candidate ?? 0);
};

/** Nothing of it is wanted any more. */
const drop: Decide = async ({ tab, givenUp }, { id, kind, localId, fields, refusal }) => {
  const { reason, conflict } = refusal ?? {};
  const given = reason === 'conflict' && kind === 'update' ? (conflict?.fields ?? []) : Object.keys(fields);
  for (const field of given) givenUp.add(fields[field]?.value);
  if (kind !== 'update' || reason === 'deletedOnServer') givenUp.add(localId);
  if (reason === 'conflict' && kind === 'update') return takeTheirs(tab.records, id);
  if (reason !== 'mayExistTwice') return discardParked(tab.records, id);
  // It is still not to be told from what another person made.
  expect(await recheck(tab.records, id)).toBe(true);
  await atRest({ tab });
  const again = (await tab.outbox()).find((one) => one.localId === localId);
  expect([again?.state, again?.refusal?.reason]).toEqual(['parked', 'mayExistTwice']);
  return discardParked(tab.records, again?.id ?? '');
};

const DECISIONS: Readonly<Record<string, Decide>> = { 'to be sent': send, 'to be dropped': drop };

/** Of every device and kind, what waits is decided both ways: one way over each server. */
const CASES = SERVERS.flatMap((was) =>
  SERVERS.flatMap((is) =>
    RESOURCE_NAMES.map((resource, n) => {
      const decision = n % 2 === SERVERS.indexOf(is) ? 'to be sent' : 'to be dropped';
      return [was, resource, is, decision] as const;
    }),
  ),
);

it.each(CASES)(
  '[Q2, Q8, Q23] what the version before left over the %s server of %s goes to the %s one once, or waits in sight, and is at rest when a person says that it is %s',
  async (was, resource, is, decision) => {
    const device = await restarted(was, resource, FEATURES_OF[is]);
    const drained: Drained = { ...device, wanted: wantedOf(device.stored.accepted), givenUp: new Set() };
    const { tab } = drained;
    const arrived = valuesOn(drained);
    await atRest(drained);
    await nothingIsLost(drained);
    await nothingIsHidden(drained);
    for (let open = await parkedIn(tab); open.length > 0; open = await parkedIn(tab)) {
      for (const parked of open) {
        expect(await DECISIONS[decision]?.(drained, parked)).toBe(true);
        await nothingIsLost(drained);
      }
      await atRest(drained);
      await nothingIsLost(drained);
      await nothingIsHidden(drained);
    }
    await isAsOnTheServer(drained);
    const changesSent = drained.backend.requests.flatMap(updatesIn);
    expect(changesSent.filter((value) => arrived.has(value))).toEqual([]);
  },
);

import { expect, it } from 'vitest';
import type { Fields, ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import type { FakeBackend } from '../support/backend/fake-backend.ts';
import { aSyncedTab, makeOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';
import { seededRandom } from '../support/test/seeded-random.ts';

/** So many new records of each kind, in batches with a pause after each. */
const EACH = 100;
const BATCH = 20;
const PAUSE_MS = 10_000;
/** One answer in so many is lost. */
const LOST_IN = 5;
/** A person may be asked about one record in so many. */
const ASKED_IN = 50;
/** The first two of so many are alike in everything that a person enters. */
const DUPLICATE_EVERY = 10;

/** What the test calls its records. */
const NAMED: Readonly<Record<ResourceName, string>> = {
  customers: 'email',
  projects: 'title',
  estimates: 'title',
  workOrders: 'title',
};

it.each(RESOURCE_NAMES)(
  '[U3, U4] from a server that loses one answer in five, having done what was asked or not, every new record is there once, and next to nobody is asked: %s',
  async (resource) => {
    const { backend, tab } = await aSyncedTab([
      { first_name: 'Ann', last_name: 'Lee', email: 'a@example.com' },
    ]);
    backend.options.pageSize = 500;
    const creates = loseAnswers(backend, seededRandom(20_260_115));
    const names = new Map<string, string>();
    for (let n = 0; n < EACH; n += 1) {
      const { localId } = await makeOf(tab, resource, nth(resource, n));
      names.set(localId, name(resource, n));
      if ((n + 1) % BATCH === 0) await tab.pass(PAUSE_MS);
    }
    await tab.drained();

    expect(creates.sent).toBeGreaterThan(EACH);
    expect(creates.lostBefore).toBeGreaterThan(creates.sent / (2 * LOST_IN) - 2);
    expect(creates.lostAfter).toBeGreaterThan(creates.sent / (2 * LOST_IN) - 2);
    const asked = new Set((await tab.outbox()).map(({ localId }) => localId));
    expect(asked.size).toBeLessThanOrEqual(EACH / ASKED_IN);
    expect(surplus(onServer(backend, resource), [...names.values()])).toEqual([]);
    const here = await onDevice(tab, resource);
    const missing = [...names].filter(([id, called]) => !asked.has(id) && here.get(id)?.named !== called);
    expect(missing).toEqual([]);
    const ids = [...names.keys()].flatMap((id) => (asked.has(id) ? [] : [here.get(id)?.serverId]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(tab.browser.errors).toEqual([]);
  },
);

function nth(resource: ResourceName, n: number): Fields {
  const named = { [NAMED[resource]]: name(resource, n) };
  return resource === 'customers' ? named : { ...named, customer: '1' };
}

/** Duplicates have one name, except where the server allows a name once only. */
function name(resource: ResourceName, n: number): string {
  if (resource === 'customers') return `ann.${n}@example.com`;
  return `Job ${n % DUPLICATE_EVERY === 1 ? n - 1 : n}`;
}

/** Names of what was made, as the server has them. */
function onServer(backend: FakeBackend, resource: ResourceName): string[] {
  const names = backend.rows(resource).map((row) => String(row[NAMED[resource]]));
  return names.filter((given) => given !== 'a@example.com');
}

/** What is left of `held` when everything `wanted` was taken out of it once. */
function surplus(held: readonly string[], wanted: readonly string[]): string[] {
  const left = [...held];
  for (const given of wanted) {
    const at = left.indexOf(given);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** What the server calls the records that the device has, by local id. */
async function onDevice(tab: TestTab, resource: ResourceName) {
  const rows = tab.backend.rows(resource);
  return new Map(
    (await tab.rows(resource)).map(({ localId, serverId, mark }) => {
      const held = mark === 'synced' ? rows.find(({ id }) => id === serverId) : undefined;
      return [localId, { serverId, named: held?.[NAMED[resource]] }] as const;
    }),
  );
}

interface Creates {
  sent: number;
  lostBefore: number;
  lostAfter: number;
}

/** From now on one create in each five is lost in turn before the server did it, and after. */
function loseAnswers(backend: FakeBackend, random: () => number): Creates {
  const answer = backend.fetch;
  const creates: Creates = { sent: 0, lostBefore: 0, lostAfter: 0 };
  let next = 0;
  backend.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'POST' || request.url.includes('/auth/')) return answer(request);
    if (creates.sent % LOST_IN === 0) next = creates.sent + Math.floor(random() * LOST_IN);
    creates.sent += 1;
    if (creates.sent - 1 !== next) return answer(request);
    if (creates.lostAfter > creates.lostBefore) creates.lostBefore += 1;
    else {
      creates.lostAfter += 1;
      await answer(request);
    }
    throw new TypeError('fetch failed');
  };
  return creates;
}

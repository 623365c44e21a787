import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverResources } from '../../server/resources/server-resources.ts';
import { collectionName, type ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { validRecord } from '../support/server/company-book.ts';
import { send } from '../support/server/send.ts';
import type { TestAccount } from '../support/server/server.ts';
import {
  BOBS_KEYS,
  comparable,
  SECRET,
  type TwoCompanies,
  twoCompanies,
} from '../support/server/two-companies.ts';

const CHANGES = '/api/v1/sync/changes/';

let two: TwoCompanies;

beforeAll(async () => {
  two = await twoCompanies();
});

afterAll(async () => {
  await two.server.close();
});

const wireNameOf = (name: ResourceName) => collectionName(serverResources[name].spec);

/** One change in a batch of Ann's. */
const inBatch = (change: object) =>
  two.asAnn('POST /api/v1/sync/batch/', { body: { mutations: [{ id: 'a', ...change }] } });

describe.each(RESOURCE_NAMES)('another company’s id of %s in a batch', (name) => {
  it.each([
    ['a change', { method: 'PATCH', body: {} }],
    ['a change of a version', { method: 'PATCH', body: {}, if_match: 99 }],
    ['a deletion', { method: 'DELETE' }],
    ['a deletion of a version', { method: 'DELETE', if_match: 99 }],
  ])('is a 404 for %s, as one that exists nowhere is', async (_, change) => {
    const before = await two.bobsBook();
    const { json } = await two.sameAsNowhere(two.bobIds[name], (record) =>
      inBatch({ resource: wireNameOf(name), record, ...change }),
    );
    expect(json).toEqual({ results: [{ id: 'a', status: 404, body: { detail: 'Not found.' } }] });
    expect(await two.bobsBook()).toEqual(before);
  });

  it.each(serverResources[name].references.map(({ field }) => field))(
    'does not exist in %s, and neither does the key that its own client gave it',
    async (field) => {
      const before = await two.bobsBook();
      const create = (value: unknown) =>
        inBatch({
          method: 'POST',
          resource: wireNameOf(name),
          body: { ...two.recordOf(name), [field]: value },
        });
      const id = two.bobIds.customers;
      const refused = { [field]: [`Invalid pk "${id}" - object does not exist.`] };
      expect((await two.sameAsNowhere(id, create)).json).toEqual({
        results: [{ id: 'a', status: 400, body: refused }],
      });
      const byKey = await create({ client_uid: BOBS_KEYS.customers });
      expect(byKey.json).toMatchObject({ results: [{ id: 'a', status: 424 }] });
      expect(comparable(byKey)).toEqual(comparable(await create({ client_uid: randomUUID() })));
      expect(await two.bobsBook()).toEqual(before);
    },
  );
});

describe('the changes of a book', () => {
  const cursorOf = async ({ token }: TestAccount): Promise<string> =>
    ((await send(two.server, `GET ${CHANGES}`, { token })).json as { cursor: string }).cursor;
  /** The beginning of the epoch that a cursor belongs to. */
  const beginningOf = (cursor: string) => `${cursor.split('.')[0]}.0`;

  it('are the own company’s alone, from the first one on', async () => {
    const { json } = await two.asAnn(`GET ${CHANGES}?cursor=${beginningOf(await cursorOf(two.ann))}`);
    const { changes } = json as { changes: { resource: string; id: number }[] };
    const told = changes.map(({ resource, id }) => `${resource} ${id}`);
    for (const name of RESOURCE_NAMES) {
      expect(told).toContain(`${wireNameOf(name)} ${two.annIds[name]}`);
      expect(told).not.toContain(`${wireNameOf(name)} ${two.bobIds[name]}`);
    }
  });

  it('are not to be had by another company’s cursor: it is one of no book', async () => {
    const bobs = await cursorOf(two.bob);
    for (const cursor of [bobs, beginningOf(bobs)]) {
      const foreign = await two.asAnn(`GET ${CHANGES}?cursor=${cursor}`);
      expect(foreign.status).toBe(410);
      const unknown = await two.asAnn(`GET ${CHANGES}?cursor=${beginningOf(randomUUID())}`);
      expect(comparable(foreign)).toEqual(comparable(unknown));
    }
  });

  it('are none while another company adds, changes and deletes', async () => {
    const before = await cursorOf(two.ann);
    const { path } = specOf('customers');
    const { token } = two.bob;
    const made = await send(two.server, `POST ${path}`, {
      token,
      body: validRecord('customers', `${SECRET}-2`, 0),
    });
    const url = `${path}${(made.json as { id: number }).id}/` as const;
    expect((await send(two.server, `PATCH ${url}`, { token, body: { city: SECRET } })).status).toBe(200);
    expect((await send(two.server, `DELETE ${url}`, { token })).status).toBe(204);
    expect(await cursorOf(two.ann)).toBe(before);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashOfIds } from '../../src/domain/attachment-ids.ts';
import { ATTACHMENTS, attachmentsServer, idOf, NO_BYTES } from '../support/server/attachments.ts';
import { makeBook } from '../support/server/company-book.ts';
import { fileOf, getFile, hashOf, putFile, storedPicture } from '../support/server/files.ts';

const UNKNOWN = 'f'.repeat(64);

const { at, asAnn, post } = attachmentsServer();
const listed = async (query: string): Promise<readonly number[]> => {
  const { status, json } = await asAnn(`GET ${ATTACHMENTS}?${query}`);
  expect(status).toBe(200);
  return (json as { results: { id: number }[] }).results.map(({ id }) => id);
};

describe('an attachment', () => {
  it('shows what was sent, and what the server knows of the bytes and the sender', async () => {
    const thumb = await storedPicture(at.server, at.ann.token, `thumb ${at.made}`);
    const client_uid = randomUUID();
    const sent = {
      work_order: at.book.workOrders,
      kind: 'photo',
      sha256: at.sha256,
      thumb_sha256: thumb,
      name: 'IMG_1.jpg',
      room: 'Kitchen',
      label: 'damage',
      caption: 'Ceiling,\nnorth corner',
      taken_at: '2026-11-23T09:05:00-06:00',
      taken_by: 'Ann Lee',
      latitude: 41.5868,
      longitude: -93.625,
      accuracy: 12.5,
      client_uid,
    };
    const own = { size: 1, media_type: 'text/html', received_at: '2001-01-01T00:00:00Z', uploaded_by: 'Eve' };
    const answer = await post({ ...sent, ...own });
    expect(answer.status).toBe(201);
    const { id, created_at, updated_at, received_at, ...shown } = answer.json as Record<string, unknown>;
    expect(shown).toEqual({
      ...sent,
      customer: null,
      project: null,
      estimate: null,
      size: 200,
      media_type: 'image/jpeg',
      uploaded_by: 'Test User',
      version: 1,
    });
    expect([received_at, updated_at]).toEqual([created_at, created_at]);
    expect((await asAnn(`GET ${ATTACHMENTS}${String(id)}/`)).json).toEqual(answer.json);
    expect((await post({ ...sent, caption: 'again' })).json).toEqual(answer.json);
  });

  it('needs only the hash of stored bytes', async () => {
    expect((await post({ sha256: at.sha256 })).json).toMatchObject({
      customer: null,
      kind: 'photo',
      thumb_sha256: '',
      label: 'other',
      caption: '',
      taken_at: null,
      latitude: null,
    });
    expect(await post({})).toMatchObject({ status: 400, json: { sha256: ['This field is required.'] } });
  });

  it('changes like other records, but not its files and not what the server set', async () => {
    const created = await post({ sha256: at.sha256, project: at.book.projects });
    const url = `${ATTACHMENTS}${idOf(created)}/` as const;
    const changed = await asAnn(
      `PATCH ${url}`,
      { caption: 'Hall', size: 5, media_type: 'x/y', uploaded_by: 'Eve', received_at: null },
      { 'if-match': '"1"' },
    );
    const { updated_at } = changed.json as { updated_at: string };
    expect(changed.json).toEqual({ ...Object(created.json), caption: 'Hall', version: 2, updated_at });
    expect(await asAnn(`PATCH ${url}`, { caption: 'Late' }, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      json: { caption: 'Hall' },
    });
    const other = await storedPicture(at.server, at.ann.token, `other ${at.made}`);
    expect(await asAnn(`PATCH ${url}`, { sha256: other, thumb_sha256: other })).toMatchObject({
      status: 400,
      json: {
        sha256: ['This field cannot be changed.'],
        thumb_sha256: ['This field cannot be changed.'],
      },
    });
    expect((await asAnn(`PATCH ${url}`, { sha256: at.sha256, thumb_sha256: '' })).status).toBe(200);
    expect((await asAnn(`DELETE ${url}`)).status).toBe(204);
    expect((await asAnn(`GET ${url}`)).status).toBe(404);
  });

  it.each([
    ['kind', { kind: 'film' }, { kind: ['"film" is not a valid choice.'] }],
    ['latitude', { latitude: 91 }, { latitude: ['Ensure this value is less than or equal to 90.'] }],
    ['longitude', { longitude: '7' }, { longitude: ['A valid number is required.'] }],
    ['moment', { taken_at: 'yesterday' }, { taken_at: [expect.stringContaining('wrong format')] }],
    ['hash', { sha256: 'ABC' }, { sha256: ['Enter a SHA-256 hash: 64 lowercase hexadecimal digits.'] }],
    [
      'caption',
      { caption: 'x'.repeat(2_001) },
      { caption: ['Ensure this field has no more than 2000 characters.'] },
    ],
  ])('with a wrong %s is refused with 400 beside the field', async (_, wrong, json) => {
    expect(await post({ sha256: at.sha256, ...wrong })).toMatchObject({ status: 400, json });
  });

  it('whose bytes are missing is refused with 422, for the hash alone', async () => {
    expect(await post({ sha256: UNKNOWN })).toMatchObject({ status: 422, json: { sha256: NO_BYTES } });
    const both = await post({ sha256: at.sha256, thumb_sha256: UNKNOWN });
    expect(both).toMatchObject({ status: 422 });
    expect(both.json).toEqual({ thumb_sha256: NO_BYTES });
    const worse = await post({ sha256: UNKNOWN, kind: 'film' });
    expect(worse.status).toBe(400);
    expect(Object.keys(worse.json as object).sort()).toEqual(['kind', 'sha256']);
  });

  it('whose key was refused before can be sent again once the bytes are there', async () => {
    const bytes = fileOf('jpeg', `late ${at.made}`);
    const body = { sha256: hashOf(bytes), client_uid: randomUUID() };
    expect((await post(body)).status).toBe(422);
    await putFile(at.server, at.ann.token, bytes);
    expect((await post(body)).status).toBe(201);
  });

  it('belongs to one record at most', async () => {
    const refusal = { non_field_errors: ['Name only one of customer, project, estimate, work_order.'] };
    const two = { sha256: at.sha256, project: at.book.projects, work_order: at.book.workOrders };
    expect(await post(two)).toMatchObject({ status: 400, json: refusal });
    const id = idOf(await post({ sha256: at.sha256, project: at.book.projects }));
    const url = `${ATTACHMENTS}${id}/` as const;
    const added = await asAnn(`PATCH ${url}`, { work_order: at.book.workOrders });
    expect(added).toMatchObject({ status: 400, json: refusal });
    const moved = await asAnn(`PATCH ${url}`, { project: null, work_order: at.book.workOrders });
    expect(moved).toMatchObject({ status: 200, json: { project: null, work_order: at.book.workOrders } });
  });
});

describe('a list of attachments', () => {
  it('is of one record, newest first, and its pages keep to it', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1)
      ids.unshift(idOf(await post({ sha256: at.sha256, work_order: at.book.workOrders })));
    const other = idOf(await post({ sha256: at.sha256, customer: at.book.customers }));
    expect(await listed(`work_order=${at.book.workOrders}`)).toEqual(ids);
    expect(await listed(`customer=${at.book.customers}`)).toEqual([other]);
    expect(await listed(`estimate=${at.book.estimates}`)).toEqual([]);
    const first = await asAnn(`GET ${ATTACHMENTS}?work_order=${at.book.workOrders}&page_size=2`);
    const { count, next } = first.json as { count: number; next: string };
    expect(count).toBe(3);
    const query = next.split('?')[1] ?? '';
    expect(await listed(query)).toEqual(ids.slice(2));
  });

  it.each(['', '?page_size=10', '?work_order=', '?work_order=x', '?work_order=1&project=1', '?kind=photo'])(
    'with the query %j is refused in words, as it names no record',
    async (query) => {
      expect(await asAnn(`GET ${ATTACHMENTS}${query}`)).toMatchObject({
        status: 400,
        json: {
          detail:
            'Name one record whose attachments to list: ?customer=<id> or ?project=<id> or ?estimate=<id> or ?work_order=<id>.',
        },
      });
    },
  );

  it('does not mix up the pages of two records that one person reads by turns', async () => {
    const second = await makeBook(at.server, at.ann, `second${at.made}`);
    for (let n = 0; n < 10; n += 1) {
      await post({ sha256: at.sha256, project: at.book.projects, caption: 'x'.repeat(2_000) });
      await post({ sha256: at.sha256, project: second.projects });
    }
    const page = (id: number, n: number) => listed(`project=${id}&page_size=8&page=${n}`);
    const [one, two] = [await page(at.book.projects, 1), await page(second.projects, 1)];
    const rest = [await page(at.book.projects, 2), await page(second.projects, 2)];
    expect(new Set([...one, ...(rest[0] ?? [])]).size).toBe(10);
    expect(new Set([...two, ...(rest[1] ?? [])]).size).toBe(10);
  });
});

describe('the record that attachments belong to', () => {
  it('takes them along when it is deleted, and the feed tells of each', async () => {
    const { json } = await asAnn('GET /api/v1/sync/changes/');
    const { cursor } = json as { cursor: string };
    const ids = [
      idOf(await post({ sha256: at.sha256, work_order: at.book.workOrders })),
      idOf(await post({ sha256: at.sha256, work_order: at.book.workOrders })),
    ];
    const kept = idOf(await post({ sha256: at.sha256, project: at.book.projects }));
    expect((await asAnn(`DELETE /api/v1/work-orders/work-orders/${at.book.workOrders}/`)).status).toBe(204);
    const feed = await asAnn(`GET /api/v1/sync/changes/?cursor=${encodeURIComponent(cursor)}`);
    const { changes } = feed.json as { changes: { resource: string; id: number; deleted?: true }[] };
    const told = changes.filter(({ resource }) => resource === 'attachments');
    expect(told.filter(({ deleted }) => deleted).map(({ id }) => id)).toEqual(ids);
    expect(told.filter(({ deleted }) => !deleted)).toMatchObject([{ id: kept, row: { sha256: at.sha256 } }]);
    expect((await asAnn(`GET ${ATTACHMENTS}${ids[0]}/`)).status).toBe(404);
    expect((await getFile(at.server, at.ann.token, at.sha256)).status).toBe(200);
  });

  it('is not protected by them, and a refusal for other reasons does not count them', async () => {
    const { id } = (
      await asAnn('POST /api/v1/customers/customers/', { first_name: 'Al', last_name: 'Ford', email: '' })
    ).json as { id: number };
    const attachment = idOf(await post({ sha256: at.sha256, customer: id }));
    expect((await asAnn(`DELETE /api/v1/customers/customers/${id}/`)).status).toBe(204);
    expect((await asAnn(`GET ${ATTACHMENTS}${attachment}/`)).status).toBe(404);
    await post({ sha256: at.sha256, customer: at.book.customers });
    expect(await asAnn(`DELETE /api/v1/customers/customers/${at.book.customers}/`)).toMatchObject({
      status: 409,
      json: {
        detail: 'Cannot delete this customer: 1 project, 1 estimate and 1 work order refer to it.',
      },
    });
  });

  it('stays if more of them belong to it than the deletion names, alone and in a batch', async () => {
    const order = `/api/v1/work-orders/work-orders/${at.book.workOrders}/` as const;
    const ids = [1, 2].map(() => post({ sha256: at.sha256, work_order: at.book.workOrders }));
    const [first, second] = (await Promise.all(ids)).map(idOf);
    const detail =
      'Cannot delete this work order: it has 2 photos or documents, not those that the deletion was meant for.';
    const refused = { status: 409, json: { detail, attachments: 2 } };
    expect(await asAnn(`DELETE ${order}?attachments=1`)).toMatchObject(refused);
    expect(await asAnn(`DELETE ${order}?attachments=0`, undefined, { 'if-match': '"1"' })).toMatchObject(
      refused,
    );
    const mutation = { id: 'x', method: 'DELETE', resource: 'work-orders', record: at.book.workOrders };
    const batch = (attachments: number) =>
      asAnn('POST /api/v1/sync/batch/', { mutations: [{ ...mutation, attachments }] });
    expect((await batch(1)).json).toMatchObject({
      results: [{ status: 409, body: { detail, attachments: 2 } }],
    });
    expect(await listed(`work_order=${at.book.workOrders}`)).toEqual(
      [second, first].sort((a = 0, b = 0) => b - a),
    );
    expect((await batch(2)).json).toMatchObject({ results: [{ status: 204 }] });
    expect((await asAnn(`GET ${ATTACHMENTS}${first}/`)).status).toBe(404);
  });

  it('is deleted with as many as the deletion names, or with fewer', async () => {
    await post({ sha256: at.sha256, work_order: at.book.workOrders });
    const order = `/api/v1/work-orders/work-orders/${at.book.workOrders}/` as const;
    expect((await asAnn(`DELETE ${order}?attachments=7`)).status).toBe(204);
    expect((await asAnn(`DELETE ${order}?attachments=7`)).status).toBe(404);
  });

  it('[F43] stays if others belong to it than the deletion names, even as many', async () => {
    const order = `/api/v1/work-orders/work-orders/${at.book.workOrders}/` as const;
    const ids = (
      await Promise.all([1, 2].map(() => post({ sha256: at.sha256, work_order: at.book.workOrders })))
    ).map(idOf);
    const hash = hashOfIds(ids);
    const others = hashOfIds([ids[0] ?? 0, 999]);
    const refused = { attachments: 2, attachments_hash: hash };
    expect(await asAnn(`DELETE ${order}?attachments=2&attachments_hash=${others}`)).toMatchObject({
      status: 409,
      json: refused,
    });
    expect(await asAnn(`DELETE ${order}?attachments_hash=${others}`)).toMatchObject({ status: 409 });
    const mutation = { id: 'x', method: 'DELETE', resource: 'work-orders', record: at.book.workOrders };
    const batch = (attachments_hash: string) =>
      asAnn('POST /api/v1/sync/batch/', { mutations: [{ ...mutation, attachments: 2, attachments_hash }] });
    expect((await batch(others)).json).toMatchObject({ results: [{ status: 409, body: refused }] });
    expect(await listed(`work_order=${at.book.workOrders}`)).toHaveLength(2);
    expect((await batch(hash)).json).toMatchObject({ results: [{ status: 204 }] });
  });

  it('is deleted if nothing belongs to it any more, whatever the deletion names', async () => {
    const order = `/api/v1/work-orders/work-orders/${at.book.workOrders}/` as const;
    const hash = hashOfIds([1, 2]);
    expect((await asAnn(`DELETE ${order}?attachments=2&attachments_hash=${hash}`)).status).toBe(204);
  });

  it('is not deleted where the hash cannot be read', async () => {
    const order = `/api/v1/work-orders/work-orders/${at.book.workOrders}/` as const;
    for (const hash of ['', 'x', 'A'.repeat(64)])
      expect((await asAnn(`DELETE ${order}?attachments=2&attachments_hash=${hash}`)).status).toBe(400);
    expect((await asAnn(`GET ${order}`)).status).toBe(200);
  });

  it('is not deleted where the number cannot be read', async () => {
    const order = `/api/v1/work-orders/work-orders/${at.book.workOrders}/` as const;
    for (const count of ['', 'x', '-1', '1.5'])
      expect((await asAnn(`DELETE ${order}?attachments=${count}`)).status).toBe(400);
    expect((await asAnn(`GET ${order}`)).status).toBe(200);
  });

  it('is refused for what forbids its deletion anyway, whatever number the deletion names', async () => {
    await post({ sha256: at.sha256, customer: at.book.customers });
    const customer = `/api/v1/customers/customers/${at.book.customers}/` as const;
    const { status, json } = await asAnn(`DELETE ${customer}?attachments=0`);
    expect([status, json]).toEqual([
      409,
      { detail: 'Cannot delete this customer: 1 project, 1 estimate and 1 work order refer to it.' },
    ]);
  });

  it('stays if it has a document, and so does the document', async () => {
    const document = idOf(
      await post({ sha256: at.sha256, work_order: at.book.workOrders, kind: 'document' }),
    );
    const photo = idOf(await post({ sha256: at.sha256, work_order: at.book.workOrders }));
    const order = `/api/v1/work-orders/work-orders/${at.book.workOrders}/` as const;
    expect(await asAnn(`DELETE ${order}`)).toMatchObject({
      status: 409,
      json: { detail: 'Cannot delete this work order: it has a document, and documents are kept.' },
    });
    const detail = 'Cannot delete this document: documents are kept.';
    const url = `${ATTACHMENTS}${document}/` as const;
    expect(await asAnn(`DELETE ${url}`)).toMatchObject({ status: 409, json: { detail } });
    const mutation = { id: 'x', method: 'DELETE', resource: 'attachments', record: document };
    expect((await asAnn('POST /api/v1/sync/batch/', { mutations: [mutation] })).json).toMatchObject({
      results: [{ status: 409, body: { detail } }],
    });
    expect(await asAnn(`PATCH ${url}`, { kind: 'photo' })).toMatchObject({
      status: 400,
      json: { kind: ['This field cannot be changed.'] },
    });
    expect(await listed(`work_order=${at.book.workOrders}`)).toEqual([photo, document]);
    expect((await asAnn(`DELETE ${ATTACHMENTS}${photo}/`)).status).toBe(204);
  });

  it('may be gone already: the row is refused with 400', async () => {
    await asAnn(`DELETE /api/v1/work-orders/work-orders/${at.book.workOrders}/`);
    expect(await post({ sha256: at.sha256, work_order: at.book.workOrders })).toMatchObject({
      status: 400,
      json: { work_order: [`Invalid pk "${at.book.workOrders}" - object does not exist.`] },
    });
  });
});

describe('a batch', () => {
  const batch = async (mutations: readonly object[]) => {
    const { json } = await asAnn('POST /api/v1/sync/batch/', { mutations });
    return (json as { results: { id: string; status: number; body: Record<string, unknown> }[] }).results;
  };
  const create = (id: string, resource: string, body: object) => ({ id, method: 'POST', resource, body });

  it('creates a job and its photos together, each photo once', async () => {
    const job = randomUUID();
    const photo = { work_order: { client_uid: job }, sha256: at.sha256, client_uid: randomUUID() };
    const order = {
      customer: at.book.customers,
      title: 'Dry',
      work_order_number: `WO-${at.made}`,
      client_uid: job,
    };
    const mutations = [create('a', 'work-orders', order), create('b', 'attachments', photo)];
    const first = await batch(mutations);
    expect(first.map(({ status }) => status)).toEqual([201, 201]);
    expect(first[1]?.body).toMatchObject({
      work_order: first[0]?.body['id'],
      size: 200,
      media_type: 'image/jpeg',
      uploaded_by: 'Test User',
    });
    const again = await batch(mutations);
    expect(again.map(({ status, body }) => [status, body['id']])).toEqual(
      first.map(({ body }) => [200, body['id']]),
    );
  });

  it('carries out what it can beside a photo whose bytes are missing', async () => {
    const photo = (hash: string) => ({ sha256: hash, client_uid: randomUUID(), project: at.book.projects });
    const results = await batch([
      create('a', 'attachments', photo(at.sha256)),
      create('b', 'attachments', photo(UNKNOWN)),
      create('c', 'attachments', photo(at.sha256)),
    ]);
    expect(results.map(({ status }) => status)).toEqual([201, 422, 201]);
    expect(results[1]?.body).toEqual({ sha256: NO_BYTES });
    expect(await listed(`project=${at.book.projects}`)).toHaveLength(2);
  });
});

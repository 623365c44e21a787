import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { type BookIds, makeBook } from '../support/server/company-book.ts';
import { inCompany } from '../support/server/company-sql.ts';
import { fileOf, putFile, storedPicture } from '../support/server/files.ts';
import { type Answer, send } from '../support/server/send.ts';
import { build, type TestAccount, type TestServer } from '../support/server/server.ts';

const PATH = '/api/v1/attachments/attachments/';
const NO_BYTES = ['The bytes of this file are not on the server. Send them first.'];

let server: TestServer;
let ann: TestAccount;
let bob: TestAccount;
let book: BookIds;
let sha256: string;
let made = 0;

beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
  ann = await server.account('ann');
  bob = await server.account('bob');
});

afterAll(() => server.close());

beforeEach(async () => {
  made += 1;
  book = await makeBook(server, ann, `book${made}`);
  sha256 = await storedPicture(server, ann.token, `picture ${made}`);
});

type Line = Parameters<typeof send>[1];
const asAnn = (line: Line, body?: unknown): Promise<Answer> =>
  send(server, line, { token: ann.token, ...(body === undefined ? {} : { body }) });
const post = (body: object): Promise<Answer> => asAnn(`POST ${PATH}`, body);
const idOf = ({ json }: Answer): number => (json as { id: number }).id;

describe('another company', () => {
  it('gets nothing of an attachment: not by its id, its record, its file, the feed or a batch', async () => {
    const asBob = (line: Line, body?: unknown) =>
      send(server, line, { token: bob.token, ...(body === undefined ? {} : { body }) });
    const start = (await asBob('GET /api/v1/sync/changes/')).json as { cursor: string };
    const id = idOf(await post({ sha256, work_order: book.workOrders, caption: 'anns secret' }));
    const url = `${PATH}${id}/` as const;
    for (const line of [`GET ${url}`, `PATCH ${url}`, `DELETE ${url}`] as const)
      expect(await asBob(line, line.startsWith('PATCH') ? { caption: 'x' } : undefined)).toMatchObject({
        status: 404,
        json: { detail: 'Not found.' },
      });
    expect((await asBob(`GET ${PATH}?work_order=${book.workOrders}`)).json).toMatchObject({ count: 0 });
    expect(await asBob(`POST ${PATH}`, { sha256 })).toMatchObject({
      status: 422,
      json: { sha256: NO_BYTES },
    });
    const theirs = await storedPicture(server, bob.token, `bobs ${made}`);
    expect(await asBob(`POST ${PATH}`, { sha256: theirs, thumb_sha256: sha256 })).toMatchObject({
      status: 422,
      json: { thumb_sha256: NO_BYTES },
    });
    expect(await asBob(`POST ${PATH}`, { sha256: theirs, work_order: book.workOrders })).toMatchObject({
      status: 400,
      json: { work_order: [`Invalid pk "${book.workOrders}" - object does not exist.`] },
    });
    const feed = await asBob(`GET /api/v1/sync/changes/?cursor=${encodeURIComponent(start.cursor)}`);
    expect(feed.text).not.toContain('secret');
    const mutation = { id: 'x', method: 'DELETE', resource: 'attachments', record: id };
    const results = await asBob('POST /api/v1/sync/batch/', { mutations: [mutation] });
    expect(results.json).toMatchObject({ results: [{ status: 404 }] });
    expect((await asAnn(`GET ${url}`)).json).toMatchObject({ caption: 'anns secret', version: 1 });
  });

  it('cannot be reached by a statement that forgets the company', async () => {
    await post({ sha256 });
    for (const table of ['attachments', 'blobs']) {
      const seen = await inCompany(
        server.db,
        bob.user.companyId,
        `select * from ${table} where sha256 = $1`,
        [sha256],
      );
      expect(seen).toEqual([]);
    }
    const insert = `insert into attachments (company_id, sha256) values ($1, $2)`;
    await expect(
      inCompany(server.db, bob.user.companyId, insert, [ann.user.companyId, sha256]),
    ).rejects.toThrow('row-level security');
    await expect(
      inCompany(server.db, bob.user.companyId, insert, [bob.user.companyId, sha256]),
    ).rejects.toMatchObject({ constraint: 'attachments_sha256_fkey' });
  });
});

it('a server that does not announce the extension has neither files nor attachments', async () => {
  const plain = await build({ extensions: new Set(['client-uid', 'if-match', 'changes']) });
  const { token } = await plain.account('carol');
  expect((await send(plain, `GET ${PATH}?project=1`, { token })).status).toBe(404);
  expect((await putFile(plain, token, fileOf('jpeg', 'plain'))).status).toBe(404);
  await plain.close();
});

import { beforeAll, describe, expect, it } from 'vitest';
import { ATTACHMENTS, attachmentsServer, idOf, type Line, NO_BYTES } from '../support/server/attachments.ts';
import { inCompany } from '../support/server/company-sql.ts';
import { fileOf, putFile, storedPicture } from '../support/server/files.ts';
import { send } from '../support/server/send.ts';
import { build, type TestAccount } from '../support/server/server.ts';

const { at, asAnn, post } = attachmentsServer();
let bob: TestAccount;

beforeAll(async () => {
  bob = await at.server.account('bob');
});

describe('another company', () => {
  it('gets nothing of an attachment: not by its id, its record, its file, the feed or a batch', async () => {
    const asBob = (line: Line, body?: unknown) =>
      send(at.server, line, { token: bob.token, ...(body === undefined ? {} : { body }) });
    const start = (await asBob('GET /api/v1/sync/changes/')).json as { cursor: string };
    const id = idOf(
      await post({ sha256: at.sha256, work_order: at.book.workOrders, caption: 'anns secret' }),
    );
    const url = `${ATTACHMENTS}${id}/` as const;
    for (const line of [`GET ${url}`, `PATCH ${url}`, `DELETE ${url}`] as const)
      expect(await asBob(line, line.startsWith('PATCH') ? { caption: 'x' } : undefined)).toMatchObject({
        status: 404,
        json: { detail: 'Not found.' },
      });
    expect((await asBob(`GET ${ATTACHMENTS}?work_order=${at.book.workOrders}`)).json).toMatchObject({
      count: 0,
    });
    expect(await asBob(`POST ${ATTACHMENTS}`, { sha256: at.sha256 })).toMatchObject({
      status: 422,
      json: { sha256: NO_BYTES },
    });
    const theirs = await storedPicture(at.server, bob.token, `bobs ${at.made}`);
    expect(await asBob(`POST ${ATTACHMENTS}`, { sha256: theirs, thumb_sha256: at.sha256 })).toMatchObject({
      status: 422,
      json: { thumb_sha256: NO_BYTES },
    });
    expect(
      await asBob(`POST ${ATTACHMENTS}`, { sha256: theirs, work_order: at.book.workOrders }),
    ).toMatchObject({
      status: 400,
      json: { work_order: [`Invalid pk "${at.book.workOrders}" - object does not exist.`] },
    });
    const feed = await asBob(`GET /api/v1/sync/changes/?cursor=${encodeURIComponent(start.cursor)}`);
    expect(feed.text).not.toContain('secret');
    const mutation = { id: 'x', method: 'DELETE', resource: 'attachments', record: id };
    const results = await asBob('POST /api/v1/sync/batch/', { mutations: [mutation] });
    expect(results.json).toMatchObject({ results: [{ status: 404 }] });
    expect((await asAnn(`GET ${url}`)).json).toMatchObject({ caption: 'anns secret', version: 1 });
  });

  it('cannot be reached by a statement that forgets the company', async () => {
    await post({ sha256: at.sha256 });
    for (const table of ['attachments', 'blobs']) {
      const seen = await inCompany(
        at.server.db,
        bob.user.companyId,
        `select * from ${table} where sha256 = $1`,
        [at.sha256],
      );
      expect(seen).toEqual([]);
    }
    const insert = `insert into attachments (company_id, sha256) values ($1, $2)`;
    await expect(
      inCompany(at.server.db, bob.user.companyId, insert, [at.ann.user.companyId, at.sha256]),
    ).rejects.toThrow('row-level security');
    await expect(
      inCompany(at.server.db, bob.user.companyId, insert, [bob.user.companyId, at.sha256]),
    ).rejects.toMatchObject({ constraint: 'attachments_sha256_fkey' });
  });
});

it('a server that does not announce the extension has neither files nor attachments', async () => {
  const plain = await build({ extensions: new Set(['client-uid', 'if-match', 'changes']) });
  const { token } = await plain.account('carol');
  expect((await send(plain, `GET ${ATTACHMENTS}?project=1`, { token })).status).toBe(404);
  expect((await putFile(plain, token, fileOf('jpeg', 'plain'))).status).toBe(404);
  await plain.close();
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminCommand } from '../../server/admin/admin-command.ts';
import { EXTENSIONS } from '../../server/extensions.ts';
import { send } from '../support/send.ts';
import { build, type TestServer } from '../support/server.ts';

const CHANGES = '/api/v1/sync/changes/';

let server: TestServer;
beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
});
afterAll(() => server.close());

it('after a dump was restored, an administrator has every app read its book anew', async () => {
  const { token } = await server.account('ann');
  const { cursor } = (await send(server, `GET ${CHANGES}`, { token })).json as { cursor: string };
  expect((await send(server, `GET ${CHANGES}?cursor=${cursor}`, { token })).status).toBe(200);
  const run = await adminCommand(['new-epoch'], process.stdin);
  expect(await run(server.db)).toBe(
    'The apps of 1 company will read everything anew. What waits on them stays.',
  );
  expect((await send(server, `GET ${CHANGES}?cursor=${cursor}`, { token })).status).toBe(410);
  expect((await send(server, `GET ${CHANGES}`, { token })).status).toBe(200);
});

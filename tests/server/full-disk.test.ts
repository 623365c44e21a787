import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskFullError } from '../../server/db/database-errors.ts';
import { DiskWatch } from '../../server/db/disk-watch.ts';
import { isOnPostgres } from '../support/server/empty-database.ts';
import { fileOf, hashOf } from '../support/server/files.ts';
import { type Answer, send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';
import { preparedDataDir, startServer } from '../support/server/server-process.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const FULL = 'The disk of the server is full. Nothing was stored.';

let server: TestServer;
let token: string;
let number = 0;

beforeAll(async () => {
  server = await build();
  token = (await server.account('ann')).token;
});

afterAll(async () => {
  await server.close();
});

const ann = () => ({ first_name: 'Ann', last_name: 'Lee', email: `full${(number += 1)}@example.com` });
const save = (): Promise<Answer> => send(server, `POST ${CUSTOMERS}`, { token, body: ann() });
const ready = (): Promise<Answer> => send(server, 'GET /health/ready');

/** Has the database say of each write to a table what it says where its disk is full. */
async function fill(table: string): Promise<void> {
  await server.db.query(
    `create or replace function disk_is_full() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
  );
  await server.db.query(
    `create trigger full_disk before insert on ${table} for each row execute function disk_is_full()`,
  );
}

const free = (table: string) => server.db.query(`drop trigger full_disk on ${table}`);

describe('a server whose disk is full', () => {
  it('says so, is not ready, and reads on; and is ready once something can be written', async () => {
    expect((await save()).status).toBe(201);
    await fill('customers');
    await fill('settings');
    expect(await save()).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { detail: FULL },
    });
    for (let n = 0; n < 2; n += 1)
      expect(await ready()).toMatchObject({ status: 503, json: { detail: FULL } });
    expect((await send(server, 'GET /health/live')).status).toBe(200);
    expect((await send(server, `GET ${CUSTOMERS}`, { token })).json).toMatchObject({ count: 1 });
    await free('customers');
    await free('settings');
    expect((await ready()).status).toBe(200);
    expect((await save()).status).toBe(201);
  });

  it('writes nothing for a probe before a write has failed, and leaves nothing behind after it', async () => {
    const before = await server.db.query('select name from settings');
    await fill('settings');
    expect((await ready()).status).toBe(200);
    await fill('customers');
    await save();
    expect((await ready()).status).toBe(503);
    await free('settings');
    await free('customers');
    expect((await ready()).status).toBe(200);
    expect(await server.db.query('select name from settings')).toEqual(before);
  });

  it('knows it by a statement whose failure its transaction outlives', async () => {
    const watch = new DiskWatch(server.db);
    await fill('settings');
    await watch.db.transaction(async (tx) => {
      await tx.query('savepoint before');
      const written = tx.query("insert into settings values ('a', 'b')");
      await expect(written).rejects.toThrow(DiskFullError);
      await tx.query('rollback to savepoint before');
    });
    await expect(watch.assertRoom()).rejects.toThrow(DiskFullError);
    await free('settings');
    await watch.assertRoom();
  });
});

/** A disk of its own in the memory, seen by the process and its children alone; the folder is filled from another one. */
const OWN_DISK = 'mount -t tmpfs -o size=96m none "$1" && cp -a "$2/." "$1" && shift 2 && exec "$@"';
const ALONE = ['unshare', '--user', '--map-root-user', '--mount'];
const mounts = spawnSync('unshare', [...ALONE.slice(1), 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

describe.runIf(mounts && !isOnPostgres())('the server process on a disk that is really full', () => {
  it('loses nothing that it has confirmed, and writes again once there is room', async () => {
    const DATA_DIR = await temporaryFolder();
    const through = [...ALONE, 'sh', '-c', OWN_DISK, 'sh', DATA_DIR, await preparedDataDir()];
    const { url, child } = await startServer({ DATA_DIR }, through);
    const asked = (path: string, body?: object): Promise<Response> =>
      fetch(url + path, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    let access = '';
    const signedIn = await asked('/api/v1/auth/token/', { username: 'demo', password: 'restoration' });
    ({ access } = (await signedIn.json()) as { access: string });

    // The disk is too small for photos from the start.
    const photo = new Uint8Array(fileOf('jpeg', 'no room'));
    const put = await fetch(`${url}/api/v1/files/${hashOf(photo)}/?from=0&size=${photo.length}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${access}` },
      body: photo,
    });
    expect(put.status).toBe(507);

    const filler = join(`/proc/${child.pid}/root`, DATA_DIR, 'filler');
    await expect(writeFile(filler, Buffer.alloc(96 * 1024 * 1024))).rejects.toThrow('ENOSPC');
    let confirmed = 200;
    let refused: Response | undefined;
    while (!refused) {
      const answer = await asked(CUSTOMERS, { ...ann(), company_name: 'x'.repeat(200) });
      if (answer.status === 201) confirmed += 1;
      else refused = answer;
    }
    expect([refused.status, await refused.json()]).toEqual([503, { detail: FULL }]);
    expect((await asked('/health/ready')).status).toBe(503);
    expect(await (await asked(CUSTOMERS)).json()).toMatchObject({ count: confirmed });

    await rm(filler);
    expect((await asked('/health/ready')).status).toBe(200);
    expect((await asked(CUSTOMERS, ann())).status).toBe(201);
    expect(await (await asked(CUSTOMERS)).json()).toMatchObject({ count: confirmed + 1 });
  }, 120_000);
});

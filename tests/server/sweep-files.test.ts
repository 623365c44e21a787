import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { enterCompany } from '../../server/db/company-scope.ts';
import { FileShelf } from '../../server/files/file-shelf.ts';
import type { FileStorage } from '../../server/files/file-storage.ts';
import { FolderStorage } from '../../server/files/folder-storage.ts';
import { sweepFiles } from '../../server/files/sweep-files.ts';
import { findStoredFiles, lockStoredFile } from '../../server/repositories/stored-files.ts';
import { isOnPostgres } from '../support/server/empty-database.ts';
import { fileOf, getFile, hashOf, putFile, statesOf, storedPicture } from '../support/server/files.ts';
import { send } from '../support/server/send.ts';
import { build, type TestAccount, type TestServer } from '../support/server/server.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

const PATH = '/api/v1/attachments/attachments/';
const DAY_MS = 24 * 60 * 60_000;
const WAITING = `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

let server: TestServer;
let ann: TestAccount;
let folder: string;
let storage: FolderStorage;

beforeEach(async () => {
  folder = await temporaryFolder();
  storage = new FolderStorage(folder, async () => ({ free: 1e12, total: 1e12 }));
  server = await build({ extensions: new Set(EXTENSIONS), files: new FileShelf(storage) });
  ann = await server.account('ann');
});

afterEach(() => server.close());

const sweep = (now?: number) => sweepFiles(server.db, storage, now);
const isThere = async (sha256: string) => (await getFile(server, ann.token, sha256)).status === 200;
const store = (text: string) => storedPicture(server, ann.token, text);

function inCompany<T>(work: (scope: Awaited<ReturnType<typeof enterCompany>>) => Promise<T>): Promise<T> {
  return server.db.transaction(async (tx) => work(await enterCompany(tx, ann.user.companyId)));
}

/** Makes the last use of all files so many days earlier. */
async function age(days: number): Promise<void> {
  await inCompany((scope) =>
    scope.query('update blobs set used_at = used_at - make_interval(days => $2) where company_id = $1', [
      days,
    ]),
  );
}

async function attach(body: object): Promise<number> {
  const { status, json } = await send(server, `POST ${PATH}`, { token: ann.token, body });
  expect(status).toBe(201);
  return (json as { id: number }).id;
}

describe('the daily sweep', () => {
  it('deletes bytes that no attachment has used for 30 days, and no others', async () => {
    const unused = await store('unused');
    const used = await store('used');
    const thumb = await store('thumb');
    await attach({ sha256: used, thumb_sha256: thumb });
    await age(29);
    await sweep();
    expect(await isThere(unused)).toBe(true);
    await age(2);
    const young = await store('young');
    await sweep();
    expect(await Promise.all([unused, used, thumb, young].map(isThere))).toEqual([false, true, true, true]);
    expect((await storage.list('files')).length).toBe(3);
    expect(await inCompany((scope) => findStoredFiles(scope, [unused]))).toEqual([]);
  });

  it('keeps bytes for 30 days after their last attachment is gone, so that a deletion can be taken back', async () => {
    const sha256 = await store('twice');
    const [one, two] = [await attach({ sha256 }), await attach({ sha256 })];
    await age(100);
    for (const id of [one, two]) {
      await sweep();
      expect(await isThere(sha256)).toBe(true);
      await send(server, `DELETE ${PATH}${id}/`, { token: ann.token });
    }
    await sweep();
    expect(await isThere(sha256)).toBe(true);
    await age(31);
    await sweep();
    expect(await isThere(sha256)).toBe(false);
  });

  it('leaves alone what a device was told in the meantime to be stored', async () => {
    const sha256 = await store('told');
    await age(40);
    await statesOf(server, ann.token, [sha256]);
    await sweep();
    expect(await isThere(sha256)).toBe(true);
    await age(40);
    // Sent again, because the answer was lost.
    await storedPicture(server, ann.token, 'told');
    await sweep();
    expect(await isThere(sha256)).toBe(true);
  });

  it('keeps bytes without a row, such as those from after a restored backup, for 30 days from when it finds them', async () => {
    const sha256 = await store('after the backup');
    await inCompany((scope) => scope.query('delete from blobs where company_id = $1', []));
    const path = join(folder, `files/${ann.user.companyId}/${sha256.slice(0, 2)}/${sha256}`);
    await utimes(path, 1, 1);
    await sweep();
    expect(await isThere(sha256)).toBe(true);
    expect(await inCompany((scope) => findStoredFiles(scope, [sha256]))).toMatchObject([
      { size: fileOf('jpeg', 'after the backup').length, mediaType: 'image/jpeg', isOld: false },
    ]);
    await age(29);
    await sweep();
    expect(await isThere(sha256)).toBe(true);
    await age(2);
    await sweep();
    expect(await storage.list('files')).toEqual([]);
  });

  it('takes no damaged bytes without a row for a file, and deletes them after 30 days', async () => {
    const sha256 = hashOf(fileOf('jpeg', 'whole'));
    const key = `files/${ann.user.companyId}/${sha256.slice(0, 2)}/${sha256}`;
    await writeFile(join(folder, 'new'), fileOf('jpeg', 'damaged'));
    await storage.keep(key, join(folder, 'new'));
    await sweep(Date.now() + 30 * DAY_MS - 60_000);
    expect(await storage.list('files')).toEqual([key]);
    expect(await inCompany((scope) => findStoredFiles(scope, [sha256]))).toEqual([]);
    await sweep(Date.now() + 30 * DAY_MS + 60_000);
    expect(await storage.list('files')).toEqual([]);
  });

  it('deletes parts of uploads that have not gone on for a day', async () => {
    const bytes = fileOf('jpeg', 'half', 500);
    await putFile(server, ann.token, bytes, { to: 100 });
    await writeFile(join(storage.scratch, 'of a killed process'), 'x');
    await sweep(Date.now() + DAY_MS - 60_000);
    expect(await storage.list('incoming')).toHaveLength(2);
    await sweep(Date.now() + DAY_MS + 60_000);
    expect(await storage.list('incoming')).toEqual([]);
    expect(await readdir(join(folder, 'incoming', String(ann.user.companyId)))).toEqual([]);
  });

  it('keeps the first parts of an upload that goes on for more than a day', async () => {
    const bytes = fileOf('jpeg', 'slow', 500);
    await putFile(server, ann.token, bytes, { to: 100 });
    const [first = ''] = await storage.list(`incoming/${ann.user.companyId}`);
    await utimes(join(folder, first), 1, 1);
    await putFile(server, ann.token, bytes, { from: 100, to: 200 });
    await sweep();
    expect(await putFile(server, ann.token, bytes, { from: 200 })).toMatchObject({ json: { stored: true } });
  });

  it('gives up the deletion of a file before its transaction ends after 10 s, and not much earlier', async () => {
    const remove = vi.spyOn<FileStorage, 'remove'>(storage, 'remove');
    await store('unused');
    await age(31);
    await putFile(server, ann.token, fileOf('jpeg', 'half', 500), { to: 100 });
    remove.mockClear();
    await sweep(Date.now() + DAY_MS + 60_000);
    const limits = new Map(remove.mock.calls.map(([key, ms]) => [key.split('/')[0], ms]));
    expect([...limits.keys()]).toEqual(['files', 'incoming']);
    expect(limits.get('files')).toBeGreaterThanOrEqual(8_000);
    expect(limits.get('files')).toBeLessThan(10_000);
    expect(limits.get('incoming')).toBeUndefined();
  });

  // The embedded database has one connection, so its transactions never overlap.
  it.runIf(isOnPostgres())('leaves a file to the next one while an upload has its lock', async () => {
    const sha256 = hashOf(fileOf('jpeg', 'whole'));
    const key = `files/${ann.user.companyId}/${sha256.slice(0, 2)}/${sha256}`;
    await writeFile(join(folder, 'new'), fileOf('jpeg', 'damaged'));
    await storage.keep(key, join(folder, 'new'));
    const later = Date.now() + 31 * DAY_MS;
    const [held, ended] = [gate(), gate()];
    const uploading = inCompany(async (scope) => {
      await lockStoredFile(scope, sha256);
      held.open();
      await ended.opened;
    });
    await held.opened;
    await sweep(later);
    expect(await storage.list('files')).toEqual([key]);
    ended.open();
    await uploading;
    await sweep(later);
    expect(await storage.list('files')).toEqual([]);
  });

  it.runIf(isOnPostgres())(
    'and the end of an upload wait for each other, and the upload looks again',
    async () => {
      const bytes = fileOf('jpeg', 'locked');
      const sha256 = hashOf(bytes);
      const [held, ended] = [gate(), gate()];
      const sweeping = inCompany(async (scope) => {
        await lockStoredFile(scope, sha256);
        held.open();
        await ended.opened;
      });
      await held.opened;
      const sent = putFile(server, ann.token, bytes);
      await vi.waitUntil(async () => (await server.db.query(WAITING)).length > 0, {
        timeout: 60_000,
        interval: 20,
      });
      await storage.remove(`files/${ann.user.companyId}/${sha256.slice(0, 2)}/${sha256}`);
      ended.open();
      await sweeping;
      expect(await sent).toMatchObject({
        status: 503,
        json: { detail: 'The file could not be stored at the moment. Send it again.' },
      });
      expect(await isThere(sha256)).toBe(false);
      expect(await putFile(server, ann.token, bytes)).toMatchObject({ status: 200, json: { stored: true } });
      expect(await isThere(sha256)).toBe(true);
    },
  );

  it('never takes bytes away from an upload that ends at the same moment', async () => {
    for (let n = 0; n < 12; n += 1) {
      const bytes = fileOf('jpeg', `race ${n}`);
      const sha256 = hashOf(bytes);
      await putFile(server, ann.token, bytes);
      await age(31);
      // Otherwise the sweep would leave the file alone for its age, whatever the lock does.
      const path = join(folder, `files/${ann.user.companyId}/${sha256.slice(0, 2)}/${sha256}`);
      await utimes(path, 1, 1);
      const [, answer] = await Promise.all([sweep(), putFile(server, ann.token, bytes)]);
      // The upload noticed the sweep, and asks the client to send the file again.
      if (answer.status === 503) continue;
      expect(answer.json).toEqual({ stored: true });
      await attach({ sha256 });
      expect(await isThere(sha256)).toBe(true);
    }
  });
});

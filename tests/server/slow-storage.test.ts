import { describe, expect, it, vi } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { FileShelf } from '../../server/files/file-shelf.ts';
import { FolderStorage } from '../../server/files/folder-storage.ts';
import { fileOf, hashOf, putFile, STORED, statesOf, storedPicture } from '../support/server/files.ts';
import { send } from '../support/server/send.ts';
import { build } from '../support/server/server.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

describe('an answer about many files', () => {
  it('leaves out those that the storage does not tell of in time', async () => {
    const storage = new FolderStorage(await temporaryFolder());
    let end = (): void => undefined;
    let due = new Promise<void>((resolve) => {
      end = resolve;
    });
    const files = new FileShelf(storage, { companyBytes: 0, whenDue: () => due });
    const own = await build({ extensions: new Set(EXTENSIONS), files });
    const { token } = await own.account('kim');
    const [slow, quick] = [await storedPicture(own, token, 'slow'), await storedPicture(own, token, 'quick')];
    const half = fileOf('jpeg', 'half', 500);
    await putFile(own, token, half, { to: 300 });
    const [stat, list] = [storage.stat.bind(storage), storage.list.bind(storage)];
    const told: string[] = [];
    vi.spyOn(storage, 'stat').mockImplementation((key) =>
      key.endsWith(slow) ? new Promise(() => undefined) : stat(key).finally(() => told.push(key)),
    );
    vi.spyOn(storage, 'list').mockImplementation((key) => list(key).finally(() => told.push(key)));
    const answer = statesOf(own, token, [slow, quick, hashOf(half)]);
    await vi.waitUntil(() => told.length === 2, { timeout: 60_000 });
    end();
    expect(await answer).toEqual({
      [quick]: { stored: true },
      [hashOf(half)]: { stored: false, have: [[0, 300]] },
    });
    vi.restoreAllMocks();
    due = new Promise(() => undefined);
    expect(await statesOf(own, token, [slow])).toEqual({ [slow]: { stored: true } });
    await own.close();
  });

  it('is a 503 if the storage tells of none in time', async () => {
    const storage = new FolderStorage(await temporaryFolder());
    const files = new FileShelf(storage, { companyBytes: 0, whenDue: () => Promise.resolve() });
    const own = await build({ extensions: new Set(EXTENSIONS), files });
    const { token } = await own.account('max');
    vi.spyOn(storage, 'list').mockReturnValue(new Promise(() => undefined));
    const body = { files: [hashOf(fileOf('jpeg', 'any'))] };
    const { status, json } = await send(own, 'POST /api/v1/files/state/', { token, body });
    expect([status, json]).toEqual([
      503,
      { detail: 'The storage of files does not work at the moment. The file was not stored.' },
    ]);
    await own.close();
  });

  it('asks the storage about a few at once', async () => {
    const storage = new FolderStorage(await temporaryFolder());
    const own = await build({ extensions: new Set(EXTENSIONS), files: new FileShelf(storage) });
    const { token } = await own.account('lee');
    let [now, most] = [0, 0];
    const list = storage.list.bind(storage);
    vi.spyOn(storage, 'list').mockImplementation((folder) => {
      now += 1;
      most = Math.max(most, now);
      return list(folder).finally(() => {
        now -= 1;
      });
    });
    const hashes = Array.from({ length: 200 }, (_, n) => String(n).padStart(64, '0'));
    expect(Object.keys((await statesOf(own, token, hashes)) as object)).toHaveLength(200);
    expect(most).toBe(25);
    await own.close();
  });
});

it('a storage that answers slowly while a file is stored holds up no change of a record', async () => {
  let saved = (): void => undefined;
  const saving = new Promise<void>((resolve) => {
    saved = resolve;
  });
  class Slow extends FolderStorage {
    override async stat(key: string): ReturnType<FolderStorage['stat']> {
      await saving;
      return super.stat(key);
    }
  }
  const storage = new Slow(await temporaryFolder());
  const own = await build({ extensions: new Set(EXTENSIONS), files: new FileShelf(storage) });
  const { token } = await own.account('judy');
  const asked = vi.spyOn(storage, 'stat');
  const storing = putFile(own, token, fileOf('jpeg', 'slow'));
  await vi.waitUntil(() => asked.mock.calls.length > 0, { timeout: 60_000 });
  const body = { first_name: 'Ann', last_name: 'Lee', email: '' };
  expect((await send(own, 'POST /api/v1/customers/customers/', { token, body })).status).toBe(201);
  saved();
  expect(await storing).toMatchObject(STORED);
  await own.close();
});

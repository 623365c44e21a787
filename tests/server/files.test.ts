import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { FileShelf } from '../../server/files/file-shelf.ts';
import { FolderStorage } from '../../server/files/folder-storage.ts';
import {
  fileOf,
  getFile,
  has,
  hashOf,
  putFile,
  STORED,
  statesOf,
  storedPicture,
} from '../support/server/files.ts';
import { send } from '../support/server/send.ts';
import { build, type TestAccount, type TestServer } from '../support/server/server.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

const MIB = 1024 * 1024;
const CUSTOMERS = '/api/v1/customers/customers/';

let server: TestServer;
let ann: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
  ann = await server.account('ann');
  bob = await server.account('bob');
});

afterAll(() => server.close());

const put = (bytes: Buffer, part: Parameters<typeof putFile>[3] = {}) =>
  putFile(server, ann.token, bytes, part);
const stateOf = (...files: readonly string[]) => statesOf(server, ann.token, files);

describe('a file', () => {
  it.each([
    ['jpeg', 'image/jpeg', 'jpg'],
    ['png', 'image/png', 'png'],
    ['webp', 'image/webp', 'webp'],
    ['heic', 'image/heic', 'heic'],
    ['pdf', 'application/pdf', 'pdf'],
  ] as const)(
    'of type %s comes back as it was sent, under its own type, as a download',
    async (format, type, ending) => {
      const bytes = fileOf(format, 'whole');
      const sha256 = hashOf(bytes);
      expect(await put(bytes)).toMatchObject(STORED);
      expect(await put(bytes)).toMatchObject(STORED);
      const read = await getFile(server, ann.token, sha256);
      expect(read.bytes.equals(bytes)).toBe(true);
      expect(read).toMatchObject({
        status: 200,
        headers: {
          'content-type': type,
          'content-length': String(bytes.length),
          'content-disposition': `attachment; filename="${sha256.slice(0, 12)}.${ending}"`,
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, max-age=31536000, immutable',
          etag: `"${sha256}"`,
        },
      });
    },
  );

  it('larger than a range may come whole in one request', async () => {
    const bytes = fileOf('jpeg', 'large', 3 * MIB);
    expect(await put(bytes)).toMatchObject(STORED);
    expect((await getFile(server, ann.token, hashOf(bytes))).bytes.equals(bytes)).toBe(true);
  });

  it('may come in ranges in any order, twice, and overlapping, also from two devices', async () => {
    const bytes = fileOf('jpeg', 'ranges', 1_000);
    expect(await put(bytes, { from: 600, to: 800 })).toMatchObject(has([600, 800]));
    expect(await put(bytes, { to: 300 })).toMatchObject(has([0, 300], [600, 800]));
    expect(await put(bytes, { to: 300 })).toMatchObject(has([0, 300], [600, 800]));
    expect(await stateOf(hashOf(bytes))).toEqual({ [hashOf(bytes)]: has([0, 300], [600, 800]).json });
    expect(await put(bytes, { from: 250, to: 650 })).toMatchObject(has([0, 800]));
    expect(await put(bytes, { from: 700 })).toMatchObject(STORED);
    expect((await getFile(server, ann.token, hashOf(bytes))).bytes.equals(bytes)).toBe(true);
  });

  it('is stored once all of its ranges were sent at once by several clients', async () => {
    const bytes = fileOf('jpeg', 'together', 5_000);
    const cuts = [0, 1_000, 2_000, 3_000, 4_000];
    const sent = [...cuts, ...cuts].map((from) => put(bytes, { from, to: from + 1_000 }));
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(await stateOf(hashOf(bytes))).toEqual({ [hashOf(bytes)]: { stored: true } });
    expect((await getFile(server, ann.token, hashOf(bytes))).bytes.equals(bytes)).toBe(true);
  });

  it('however it is cut, is stored with its last missing byte and not before', async () => {
    let n = 0;
    const cuts = fc.array(fc.tuple(fc.nat(299), fc.integer({ min: 1, max: 120 })), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(cuts, async (ranges) => {
        const bytes = fileOf('png', `cut ${(n += 1)}`, 300);
        const there = new Set<number>();
        for (const [from, length] of [...ranges, [0, 150], [150, 150]] as const) {
          const to = Math.min(300, from + length);
          for (let at = from; at < to; at += 1) there.add(at);
          const { status, json } = await put(bytes, { from, to });
          expect([status, (json as { stored: boolean }).stored]).toEqual([200, there.size === 300]);
        }
      }),
      { numRuns: 20, seed: 7 },
    );
  });

  it('is sent in part, or not at all, to a client that has it', async () => {
    const bytes = fileOf('jpeg', 'read in part');
    await put(bytes);
    const read = (headers: Record<string, string>) => getFile(server, ann.token, hashOf(bytes), headers);
    expect(await read({ range: 'bytes=10-19' })).toMatchObject({
      status: 206,
      bytes: bytes.subarray(10, 20),
      headers: { 'content-range': 'bytes 10-19/200', 'content-length': '10' },
    });
    expect((await read({ range: 'bytes=190-' })).bytes).toEqual(bytes.subarray(190));
    expect((await read({ range: 'bytes=-5' })).bytes).toEqual(bytes.subarray(195));
    expect((await read({ range: 'bytes=0-999' })).bytes).toEqual(bytes);
    expect(await read({ range: 'bytes=200-' })).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */200', 'cache-control': 'no-store' },
    });
    for (const range of ['bytes=9-1', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-', 'x'])
      expect((await read({ range })).status).toBe(200);
    expect((await read({ 'if-none-match': `"${hashOf(bytes)}"` })).status).toBe(304);
  });

  it('leaves nothing behind among the unfinished ones', async () => {
    const folder = await temporaryFolder();
    const own = await build({ extensions: new Set(EXTENSIONS), files: shelfIn(folder) });
    const { token } = await own.account('carol');
    const bytes = fileOf('jpeg', 'tidy', 900);
    await putFile(own, token, bytes, { to: 500 });
    await putFile(own, token, bytes, { from: 500 });
    await putFile(own, token, fileOf('jpeg', 'refused'), { sha256: 'a'.repeat(64) });
    const all = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(all.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([hashOf(bytes)]);
    await own.close();
  });
});

const shelfIn = (folder: string, free = 1e12, companyBytes = 0) =>
  new FileShelf(new FolderStorage(folder, async () => ({ free, total: 1e12 })), { companyBytes });

describe('the state of files', () => {
  it('is told of 200 at most, by their hashes', async () => {
    const hashes = Array.from({ length: 200 }, (_, n) => String(n).padStart(64, '0'));
    expect(Object.keys((await stateOf(...hashes)) as object)).toHaveLength(200);
    expect(await stateOf(...hashes, 'f'.repeat(64))).toEqual({
      files: ['Ensure this field has no more than 200 elements.'],
    });
    expect(await stateOf('../x')).toMatchObject({ files: {} });
    expect(await stateOf()).toEqual({});
  });

  it('is not stored where the disk has lost the bytes, and they can be sent again', async () => {
    const folder = await temporaryFolder();
    const own = await build({ extensions: new Set(EXTENSIONS), files: shelfIn(folder) });
    const { token, user } = await own.account('dora');
    const bytes = fileOf('jpeg', 'lost');
    const sha256 = hashOf(bytes);
    await putFile(own, token, bytes);
    const { storage } = shelfIn(folder);
    await storage.remove(`files/${user.companyId}/${sha256.slice(0, 2)}/${sha256}`);
    expect((await getFile(own, token, sha256)).status).toBe(404);
    expect(await statesOf(own, token, [sha256])).toEqual({ [sha256]: { stored: false, have: [] } });
    expect(await putFile(own, token, bytes)).toMatchObject(STORED);
    expect((await getFile(own, token, sha256)).bytes.equals(bytes)).toBe(true);
    await own.close();
  });
});

describe('another company', () => {
  it('has neither the bytes nor the ranges of a file, though it knows the hash', async () => {
    const bytes = fileOf('jpeg', 'of ann', 500);
    const sha256 = hashOf(bytes);
    await put(bytes);
    const nowhere = await getFile(server, bob.token, 'f'.repeat(64));
    const theirs = await getFile(server, bob.token, sha256);
    expect([theirs.status, theirs.bytes.toString()]).toEqual([404, nowhere.bytes.toString()]);
    expect(await statesOf(server, bob.token, [sha256])).toEqual({ [sha256]: { stored: false, have: [] } });
    expect(await putFile(server, bob.token, bytes, { to: 100 })).toMatchObject(has([0, 100]));
    expect(await putFile(server, bob.token, bytes, { from: 100 })).toMatchObject(STORED);
    expect((await getFile(server, bob.token, sha256)).bytes.equals(bytes)).toBe(true);
  });

  it('cannot spoil a file with wrong ranges', async () => {
    const bytes = fileOf('jpeg', 'spoiled', 500);
    const wrong = fileOf('jpeg', 'by bob', 500);
    const sha256 = hashOf(bytes);
    await putFile(server, bob.token, wrong, { to: 300, sha256 });
    await put(bytes, { to: 250 });
    expect(await put(bytes, { from: 250 })).toMatchObject(STORED);
  });
});

describe('space', () => {
  let own: TestServer;
  let token: string;
  let room = { free: 1e12, total: 1e12 };
  let companyBytes = 0;

  beforeEach(async () => {
    const storage = new FolderStorage(await temporaryFolder(), async () => room);
    own = await build({ extensions: new Set(EXTENSIONS), files: new FileShelf(storage, { companyBytes }) });
    ({ token } = await own.account('erin'));
    return () => own.close();
  });

  it.each([
    ['1 GiB', { free: 1024 * MIB, total: 4e9 }],
    ['10 %', { free: 9e10, total: 1e12 }],
  ])(
    'of less than %s on the disk is kept for the database: 507, and a customer can still be saved',
    async (_, full) => {
      room = full;
      const bytes = fileOf('jpeg', 'no space');
      const answer = await putFile(own, token, bytes);
      expect(answer).toMatchObject({
        status: 507,
        json: {
          detail: 'The disk of the server is nearly full. The file was not stored; other changes are.',
        },
      });
      const body = { first_name: 'Ann', last_name: 'Lee', email: '' };
      expect((await send(own, `POST ${CUSTOMERS}`, { token, body })).status).toBe(201);
      room = { free: 1e12, total: 1e12 };
      expect(await putFile(own, token, bytes)).toMatchObject(STORED);
      companyBytes = 1_000;
    },
  );

  it('of a company is limited, unfinished files included', async () => {
    const first = fileOf('jpeg', 'first', 600);
    const second = fileOf('jpeg', 'second', 500);
    expect(await putFile(own, token, first, { to: 100 })).toMatchObject(has([0, 100]));
    expect(await putFile(own, token, second, { to: 100 })).toMatchObject({
      status: 507,
      json: {
        detail:
          'The company has used all of its space for files. The file was not stored; other changes are. Deleted photos free their space after 30 days.',
      },
    });
    expect(await putFile(own, token, first, { from: 100 })).toMatchObject(STORED);
    expect((await putFile(own, token, second)).status).toBe(507);
    expect(await putFile(own, token, fileOf('jpeg', 'third', 400))).toMatchObject(STORED);
    const other = await own.account('frank');
    expect(await putFile(own, other.token, second)).toMatchObject(STORED);
  });

  it('is not used up by very many tiny ranges', async () => {
    companyBytes = 0;
    const bytes = fileOf('jpeg', 'tiny', 5_000);
    let more = 0;
    class Crowded extends FolderStorage {
      override async list(folder: string): Promise<readonly string[]> {
        const names = Array.from({ length: more }, (_, n) => `${folder}/${n}-${n + 1}-of-5000`);
        return [...(await super.list(folder)), ...names];
      }
    }
    const storage = new Crowded(await temporaryFolder(), async () => room);
    const tiny = await build({ extensions: new Set(EXTENSIONS), files: new FileShelf(storage) });
    const account = await tiny.account('grace');
    expect((await putFile(tiny, account.token, bytes, { to: 20 })).status).toBe(200);
    more = 4_000;
    expect(await putFile(tiny, account.token, bytes, { from: 20, to: 40 })).toMatchObject({
      status: 422,
      json: { code: 'hash_differs' },
    });
    await tiny.close();
  });
});

it('a file whose ranges were all there when the server stopped is joined when a client asks about it', async () => {
  let stops = false;
  class Stopping extends FolderStorage {
    override async keep(key: string, path: string): Promise<void> {
      if (stops && !key.startsWith('incoming/')) throw new Error('The server stopped');
      return super.keep(key, path);
    }
  }
  const storage = new Stopping(await temporaryFolder());
  const own = await build({ extensions: new Set(EXTENSIONS), files: new FileShelf(storage) });
  const { token } = await own.account('ivan');
  const [good, bad] = [fileOf('jpeg', 'joined later', 500), fileOf('jpeg', 'damaged', 500)];
  const [sha256, damaged] = [hashOf(good), hashOf(bad)];
  await putFile(own, token, good, { to: 300 });
  await putFile(own, token, bad, { to: 300 });
  stops = true;
  expect((await putFile(own, token, good, { from: 300 })).status).toBe(500);
  const other = Buffer.concat([bad.subarray(0, 499), Buffer.from([bad[499] === 0 ? 1 : 0])]);
  await putFile(own, token, other, { from: 300, sha256: damaged }).catch(() => undefined);
  stops = false;
  expect(await statesOf(own, token, [sha256, damaged])).toEqual({
    [sha256]: { stored: true },
    [damaged]: { stored: false, have: [] },
  });
  expect((await getFile(own, token, sha256)).bytes.equals(good)).toBe(true);
  await own.close();
});

it('files on the disk are readable by their owner alone', async () => {
  const folder = await temporaryFolder();
  const own = await build({ extensions: new Set(EXTENSIONS), files: shelfIn(folder) });
  const { token, user } = await own.account('hugo');
  const sha256 = await storedPicture(own, token, 'private');
  const path = join(folder, 'files', String(user.companyId), sha256.slice(0, 2), sha256);
  expect(hashOf(await readFile(path))).toBe(sha256);
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect((await stat(join(folder, 'files'))).mode & 0o077).toBe(0);
  await own.close();
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { FileShelf } from '../../server/files/file-shelf.ts';
import {
  type FileStorage,
  MissingFileError,
  StorageUnavailableError,
} from '../../server/files/file-storage.ts';
import { FolderStorage } from '../../server/files/folder-storage.ts';
import { S3Storage } from '../../server/files/s3-storage.ts';
import { sweepFiles } from '../../server/files/sweep-files.ts';
import { fakeS3 } from '../support/server/fake-s3.ts';
import { fileOf, getFile, hashOf, putFile } from '../support/server/files.ts';
import { send } from '../support/server/send.ts';
import { build } from '../support/server/server.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

interface Opened {
  readonly storage: FileStorage;
  close(): Promise<void>;
}

/** s3rver is an S3 server that others wrote. It has one user. */
async function s3rver(): Promise<Opened> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: await temporaryFolder(),
    configureBuckets: [{ name: 'photos' }],
  });
  const { port } = await server.run();
  const url = `http://127.0.0.1:${port}/photos`;
  const keys = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return { storage: new S3Storage(await temporaryFolder(), { url, ...keys }), close: () => server.close() };
}

const STORAGES: readonly (readonly [name: string, open: () => Promise<Opened>])[] = [
  [
    'a folder',
    async () => ({ storage: new FolderStorage(await temporaryFolder()), close: async () => undefined }),
  ],
  [
    'a bucket of our fake',
    async () => {
      const s3 = await fakeS3();
      return { storage: new S3Storage(await temporaryFolder(), s3.bucket), close: () => s3.close() };
    },
  ],
  ['a bucket of s3rver', s3rver],
];

describe.each(STORAGES)('%s', (_, open) => {
  let opened: Opened;
  let storage: FileStorage;
  let number = 0;

  beforeEach(async () => {
    opened = await open();
    ({ storage } = opened);
    await storage.room();
  });

  afterEach(() => opened.close());

  async function keep(key: string, bytes: Buffer): Promise<void> {
    number += 1;
    const path = join(storage.scratch, String(number));
    await writeFile(path, bytes);
    await storage.keep(key, path);
    await expect(writeFile(path, '', { flag: 'wx' })).resolves.toBeUndefined();
  }

  const read = async (key: string, part?: { from: number; to: number }) =>
    buffer(await storage.read(key, part));

  it('gives back what it was given, whole and in part, and replaces it', async () => {
    const bytes = fileOf('jpeg', 'stored', 3_000);
    await keep('files/7/ab/abc', bytes);
    expect((await read('files/7/ab/abc')).equals(bytes)).toBe(true);
    expect(await read('files/7/ab/abc', { from: 100, to: 1_100 })).toEqual(bytes.subarray(100, 1_100));
    await keep('files/7/ab/abc', Buffer.from('another one'));
    expect((await read('files/7/ab/abc')).toString()).toBe('another one');
  });

  it('lists what is below a folder, however much it is, and nothing beside it', async () => {
    const keys = Array.from({ length: 8 }, (_item, n) => `incoming/7/h${n}/0-5-of-10`);
    for (const key of [...keys, 'incoming/70/h/0-5-of-10']) await keep(key, Buffer.from('12345'));
    expect([...(await storage.list('incoming/7'))].sort()).toEqual(keys);
    expect(await storage.list('incoming/8')).toEqual([]);
  });

  it('knows the size of a file and when it was written, and that there is none', async () => {
    const before = Date.now();
    await keep('files/7/ab/abc', Buffer.from('x'));
    const found = await storage.stat('files/7/ab/abc');
    expect(found?.size).toBe(1);
    const at = found?.changedAt ?? 0;
    // HTTP dates have whole seconds.
    expect(at).toBeGreaterThan(before - 2_000);
    expect(at).toBeLessThan(Date.now() + 2_000);
    await storage.remove('files/7/ab/abc');
    expect(await storage.stat('files/7/ab/abc')).toBeNull();
    await storage.remove('files/7/ab/abc');
    await expect(storage.read('files/7/ab/abc')).rejects.toThrow(MissingFileError);
    expect(await storage.list('files')).toEqual([]);
  });

  it('serves a server: ranges, wrong bytes, reading in part, and the sweep', async () => {
    const server = await build({ extensions: new Set(EXTENSIONS), files: new FileShelf(storage) });
    const { token } = await server.account('ann');
    const bytes = fileOf('png', 'through s3', 900);
    const sha256 = hashOf(bytes);
    expect((await putFile(server, token, bytes, { from: 300, to: 600 })).json).toEqual({
      stored: false,
      have: [[300, 600]],
    });
    await putFile(server, token, bytes, { to: 400 });
    expect((await putFile(server, token, bytes, { from: 500 })).json).toEqual({ stored: true });
    expect((await getFile(server, token, sha256)).bytes.equals(bytes)).toBe(true);
    expect((await getFile(server, token, sha256, { range: 'bytes=10-19' })).bytes).toEqual(
      bytes.subarray(10, 20),
    );
    expect((await putFile(server, token, bytes, { sha256: 'a'.repeat(64) })).status).toBe(422);
    await putFile(server, token, fileOf('png', 'half', 900), { to: 100 });
    await sweepFiles(server.db, storage, Date.now() + 25 * 60 * 60_000);
    expect(await storage.list('incoming')).toEqual([]);
    expect(await storage.list('files')).toHaveLength(1);
    await server.close();
  });
});

/** Returns a function that returns the longest limit of the requests since its last call, in ms. */
function timeLimits(): () => number {
  const limit = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(limit);
  onTestFinished(() => spy.mockRestore());
  return () => Math.max(...spy.mock.calls.splice(0).map(([ms]) => ms));
}

describe('a bucket', () => {
  it('that is busy for a moment is asked again', async () => {
    const s3 = await fakeS3();
    const storage = new S3Storage(await temporaryFolder(), s3.bucket);
    s3.failures = 2;
    expect(await storage.list('files')).toEqual([]);
    await s3.close();
  });

  it.each([
    ['refuses the key', { secretAccessKey: 'guessed' }],
    ['is in another region', { region: 'eu-west-1' }],
  ])('that %s: files wait, the log says why, and a customer can still be saved', async (_, wrong) => {
    const s3 = await fakeS3();
    const lines: string[] = [];
    const storage = new S3Storage(await temporaryFolder(), { ...s3.bucket, ...wrong });
    const server = await build({
      extensions: new Set(EXTENSIONS),
      files: new FileShelf(storage),
      logLevel: 'error',
      logStream: { write: (line) => void lines.push(line) },
    });
    const { token } = await server.account('ann');
    expect(await putFile(server, token, fileOf('jpeg', 'refused'))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { detail: 'The storage of files does not work at the moment. The file was not stored.' },
    });
    expect(lines.join()).toContain('The storage of files does not work: GET /photos: 403');
    expect(lines.join()).not.toContain(s3.bucket.secretAccessKey);
    const body = { first_name: 'Ann', last_name: 'Lee', email: '' };
    expect((await send(server, 'POST /api/v1/customers/customers/', { token, body })).status).toBe(201);
    expect(s3.objects.size).toBe(0);
    await server.close();
    await s3.close();
  });

  it('gets more time for a large file than for an answer without bytes', async () => {
    const longest = timeLimits();
    const s3 = await fakeS3();
    const storage = new S3Storage(await temporaryFolder(), s3.bucket);
    await storage.room();
    const path = join(storage.scratch, 'large');
    const bytes = fileOf('jpeg', 'slow', 2 * 1024 * 1024);
    await writeFile(path, bytes);
    await storage.keep('files/7/ab/large', path);
    const keeping = longest();
    await storage.list('files');
    const listing = longest();
    // A second for 64 kB.
    expect(keeping - listing).toBeGreaterThanOrEqual(bytes.length / 64);
    expect((await buffer(await storage.read('files/7/ab/large'))).equals(bytes)).toBe(true);
    expect(longest() - listing).toBeGreaterThanOrEqual(bytes.length / 64);
    await s3.close();
  });

  it('gets less time for a deletion if the caller can wait no longer', async () => {
    const s3 = await fakeS3();
    const storage = new S3Storage(await temporaryFolder(), s3.bucket);
    const longest = timeLimits();
    await storage.list('incoming');
    const listing = longest();
    expect(listing).toBeGreaterThan(0);
    await storage.remove('incoming/7/ab/0-5-of-10');
    expect(longest()).toBe(listing);
    await storage.remove('files/7/ab/unused', 8_000);
    expect(longest()).toBe(8_000);
    await s3.close();
  });

  it('that is not there fails with its address', async () => {
    const s3 = await fakeS3();
    await s3.close();
    const storage = new S3Storage(await temporaryFolder(), s3.bucket);
    await expect(storage.list('files')).rejects.toThrow(StorageUnavailableError);
  });
});

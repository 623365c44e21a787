import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { backupCommand } from '../../server/admin/backup-command.ts';
import { restore } from '../../server/backup/restore.ts';
import { UsageError } from '../../server/config/usage-error.ts';
import { openDataFolder } from '../../server/db/data-folder.ts';
import type { Database } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { FileShelf } from '../../server/files/file-shelf.ts';
import { FolderStorage } from '../../server/files/folder-storage.ts';
import { databaseTemplate } from '../support/server/database-template.ts';
import { fileOf, getFile, hashOf, putFile, statesOf } from '../support/server/files.ts';
import { send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

const PATIENCE = { timeout: 120_000 };
const EXTENSIONS = ['client-uid', 'if-match', 'attachments'] as const;
const run = (words: readonly string[], dataDir = ''): Promise<string> =>
  backupCommand(words)?.({ dataDir, databaseUrl: undefined }) ?? Promise.reject(new Error('No such command'));

/** Works with a server on the data folder, and stops it. */
async function serving<T>(
  dataDir: string,
  work: (server: TestServer, db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDataFolder({ dataDir, template: await databaseTemplate() });
  await migrate(db);
  const storage = new FolderStorage(dataDir, async () => ({ free: 1e12, total: 1e12 }));
  const server = await build({ db, extensions: new Set(EXTENSIONS), files: new FileShelf(storage) });
  try {
    return await work(server, db);
  } finally {
    await server.close();
  }
}

async function keep(server: TestServer, token: string, text: string): Promise<string> {
  const bytes = fileOf('jpeg', text);
  const sha256 = hashOf(bytes);
  await putFile(server, token, bytes);
  const body = { sha256 };
  const { status } = await send(server, 'POST /api/v1/attachments/attachments/', { token, body });
  expect(status).toBe(201);
  return sha256;
}

let dataDir: string;
let backups: string;
let hashes: string[];
let token: string;

/** All files below the folder, by name. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return new Map(files.map((entry) => [entry.name, join(entry.parentPath, entry.name)]));
}

const newest = async (): Promise<string> =>
  join(
    backups,
    (await readdir(backups))
      .filter((name) => name.endsWith('.backup'))
      .sort()
      .at(-1) ?? '',
  );

beforeEach(async () => {
  dataDir = await temporaryFolder();
  backups = join(await temporaryFolder(), 'backups');
  hashes = await serving(dataDir, async (server) => {
    ({ token } = await server.account('ann'));
    return [await keep(server, token, 'one'), await keep(server, token, 'two')];
  });
}, PATIENCE.timeout);

describe('a backup', PATIENCE, () => {
  it('has the photos beside it, copies each once, and is read as a whole with --check', async () => {
    expect(await run(['backup', '--to', backups], dataDir)).toContain('2 blobs');
    const before = await filesIn(join(backups, 'files'));
    expect([...before.keys()].sort()).toEqual([...hashes].sort());
    for (const [name, path] of before) expect(hashOf(await readFile(path))).toBe(name);

    const three = await serving(dataDir, (server) => keep(server, token, 'three'));
    const file = await newest();
    const again = await run(['backup', '--to', file, '--force'], dataDir);
    expect(again).toContain('Of 3 photos and documents, 1 were new and copied.');
    expect((await filesIn(join(backups, 'files'))).has(three)).toBe(true);
    expect(await run(['restore', '--check', '--from', file])).toMatch(
      /^The backup of .* is whole: .* 3 blobs.*\. Each of its 3 files was read\.$/,
    );
  });

  it('with a photo that is damaged or missing is named by --check', async () => {
    await run(['backup', '--to', backups], dataDir);
    const file = await newest();
    const copies = await filesIn(join(backups, 'files'));
    const [one = '', two = ''] = hashes;
    await writeFile(copies.get(one) ?? '', fileOf('jpeg', 'rotten'));
    await rm(copies.get(two) ?? '');
    const checked = run(['restore', '--check', '--from', file]);
    await expect(checked).rejects.toThrow(UsageError);
    await expect(checked).rejects.toThrow(`2 of the 2 files that ${file} names are not whole`);
    await expect(checked).rejects.toThrow(`${one} is damaged`);
    await expect(checked).rejects.toThrow(`${two} is missing`);
  });

  it('keeps the whole copy of a photo that the server’s disk has damaged, and fails with its name', async () => {
    await run(['backup', '--to', backups], dataDir);
    const [one = ''] = hashes;
    const copy = (await filesIn(join(backups, 'files'))).get(one) ?? '';
    await writeFile((await filesIn(join(dataDir, 'files'))).get(one) ?? '', '');
    const file = join(backups, 'next.backup');
    const failed = run(['backup', '--to', file], dataDir);
    await expect(failed).rejects.toThrow(UsageError);
    await expect(failed).rejects.toThrow(new RegExp(`1 were not copied, because .*damaged[^]*${one}`));
    expect(hashOf(await readFile(copy))).toBe(one);
    expect((await readdir(backups)).includes('next.backup')).toBe(true);
    // A device that asks is told that the bytes are missing.
    await serving(dataDir, async (server) => {
      expect(await statesOf(server, token, [one])).toEqual({ [one]: { stored: false, have: [] } });
      expect((await putFile(server, token, fileOf('jpeg', 'one'))).json).toEqual({ stored: true });
      expect(hashOf((await getFile(server, token, one)).bytes)).toBe(one);
    });
  });

  it('finds damage that leaves the size: replaces a copy, and names a photo of which the copy is whole', async () => {
    await run(['backup', '--to', backups], dataDir);
    const [one = '', two = ''] = hashes;
    await writeFile((await filesIn(join(backups, 'files'))).get(one) ?? '', fileOf('jpeg', 'eno'));
    await writeFile((await filesIn(join(dataDir, 'files'))).get(two) ?? '', fileOf('jpeg', 'owt'));
    const file = join(backups, 'next.backup');
    const failed = run(['backup', '--to', file], dataDir);
    await expect(failed).rejects.toThrow(
      '0 were new and copied. 1 were there but damaged, and replaced by whole ones. 1 were not copied',
    );
    await expect(failed).rejects.toThrow(`${two} (its earlier copy is whole)`);
    const options = { dataDir: await temporaryFolder(), force: false, template: await databaseTemplate() };
    expect((await restore({ ...options, from: file })).broken).toEqual([]);
  });

  it('says how a damaged photo is mended, which the server may not see by itself', async () => {
    const [one = ''] = hashes;
    const stored = (await filesIn(join(dataDir, 'files'))).get(one) ?? '';
    const states = () => serving(dataDir, (server) => statesOf(server, token, [one]));
    await writeFile(stored, fileOf('jpeg', 'eno'));
    expect(await states()).toEqual({ [one]: { stored: true } });
    const failed = run(['backup', '--to', join(backups, 'one.backup')], dataDir);
    await expect(failed).rejects.toThrow(
      /no whole copy beside this backup.*\n[^]* as the server's user, from .*Delete those of them that no backup has, .*new-epoch/,
    );
    await rm(stored);
    expect(await states()).toEqual({ [one]: { stored: false, have: [] } });
    await serving(dataDir, (server) => putFile(server, token, fileOf('jpeg', 'one')));
    const next = await run(['backup', '--to', join(backups, 'two.backup')], dataDir);
    expect(next).toContain('Of 2 photos and documents, 1 were new and copied.');
  });

  it('tells first to keep a whole photo whose copy cannot be written, and of deletions only if nothing is whole', async () => {
    const [one = '', two = ''] = hashes;
    const stored = await filesIn(join(dataDir, 'files'));
    // Nothing can be written over a folder.
    const copyOf = (sha256: string) => join(backups, relative(dataDir, stored.get(sha256) ?? ''));
    await mkdir(copyOf(one), { recursive: true });
    const failed = run(['backup', '--to', join(backups, 'one.backup')], dataDir);
    await expect(failed).rejects.toThrow(`${one} (it is whole, but its copy could not be written)`);
    await expect(failed).rejects.toThrow(/until they are mended:\n- Keep each photo that is whole/);
    await expect(failed).rejects.not.toThrow('Delete');
    await rm(copyOf(two));
    await writeFile(stored.get(two) ?? '', fileOf('jpeg', 'owt'));
    const both = run(['backup', '--to', join(backups, 'two.backup')], dataDir);
    await expect(both).rejects.toThrow(/- Keep each photo[^]*\n- Copy each one[^]*Delete/);
  });

  it('copies the other photos if a copy cannot be read, and fails with its name', async () => {
    await run(['backup', '--to', backups], dataDir);
    const [one = ''] = hashes;
    const copy = (await filesIn(join(backups, 'files'))).get(one) ?? '';
    await rm(copy);
    await symlink(copy, copy);
    const three = await serving(dataDir, (server) => keep(server, token, 'three'));
    const failed = run(['backup', '--to', join(backups, 'next.backup')], dataDir);
    await expect(failed).rejects.toThrow(UsageError);
    await expect(failed).rejects.toThrow(
      new RegExp(
        `Of 3 photos and documents, 1 were new and copied.\\n1 cannot be read or copied.*user[^]*${one}`,
      ),
    );
    expect((await filesIn(join(backups, 'files'))).has(three)).toBe(true);
    // A restore takes none of them for lost.
    const stored = (await filesIn(join(dataDir, 'files'))).get(three) ?? '';
    await rm(stored);
    await symlink(stored, stored);
    const restored = run(['restore', '--from', join(backups, 'next.backup'), '--force'], dataDir);
    await expect(restored).rejects.toThrow(UsageError);
    await expect(restored).rejects.toThrow(/^The database was not replaced\. Of 2 .*1 cannot be read/);
  });

  it('does not copy what is unfinished, neither of an upload nor of an interrupted copy', async () => {
    await serving(dataDir, (server) => putFile(server, token, fileOf('jpeg', 'half', 500), { to: 100 }));
    const [path = ''] = (await filesIn(join(dataDir, 'files'))).values();
    await writeFile(`${path}.unfinished-1`, 'half a copy');
    await run(['backup', '--to', backups], dataDir);
    expect((await filesIn(join(backups, 'files'))).size).toBe(2);
  });
});

it('of a server with a bucket has no photos beside it, so --check says that it cannot read them', async () => {
  const bucket = { url: 'http://127.0.0.1:1/photos', region: 'x', accessKeyId: 'x', secretAccessKey: 'x' };
  const command = backupCommand(['restore', '--check', '--from', 'x.backup']);
  const checked = command?.({ dataDir, databaseUrl: undefined, bucket });
  await expect(checked).rejects.toThrow('FILES_S3_URL is set, so that photos');
});

describe('a restore', PATIENCE, () => {
  it('on another machine brings the photos back', async () => {
    await run(['backup', '--to', backups], dataDir);
    const elsewhere = await temporaryFolder();
    const done = await restore({
      dataDir: elsewhere,
      from: await newest(),
      force: false,
      template: await databaseTemplate(),
    });
    expect(done.copies).toEqual({ files: 2, copied: 2, mended: 0, damaged: [], failed: [] });
    await serving(elsewhere, async (server) => {
      for (const sha256 of hashes) {
        const { status, bytes } = await getFile(server, token, sha256);
        expect([status, hashOf(bytes)]).toEqual([200, sha256]);
      }
    });
  });

  it('without the photos says of each that it is not stored, so that devices send it again', async () => {
    await run(['backup', '--to', backups], dataDir);
    const file = await newest();
    await rm(join(dirname(file), 'files'), { recursive: true });
    const elsewhere = await temporaryFolder();
    const template = await databaseTemplate();
    const { broken } = await restore({ dataDir: elsewhere, from: file, force: false, template });
    expect(new Map(broken.map(({ path, problem }) => [basename(path), problem]))).toEqual(
      new Map(hashes.map((sha256) => [sha256, 'missing'])),
    );
    await serving(elsewhere, async (server) => {
      const states = await statesOf(server, token, hashes);
      expect(Object.values(states as object)).toEqual(hashes.map(() => ({ stored: false, have: [] })));
      expect((await putFile(server, token, fileOf('jpeg', 'one'))).json).toEqual({ stored: true });
      expect((await getFile(server, token, hashes[0] ?? '')).status).toBe(200);
    });
    expect(basename(file)).toContain('restoration-crm-');
  });

  it('replaces a damaged photo by the whole one beside the backup, and names one that nothing has whole', async () => {
    await run(['backup', '--to', backups], dataDir);
    const [one = '', two = ''] = hashes;
    const stored = await filesIn(join(dataDir, 'files'));
    const copies = await filesIn(join(backups, 'files'));
    await writeFile(stored.get(one) ?? '', fileOf('jpeg', 'eno'));
    await writeFile(stored.get(two) ?? '', fileOf('jpeg', 'owt'));
    await writeFile(copies.get(two) ?? '', fileOf('jpeg', 'owt'));
    const words = await run(['restore', '--from', await newest(), '--force'], dataDir);
    expect(words).toContain('1 photos and documents that the backup names are whole neither');
    expect(words).toContain(`${two} (whole neither in DATA_DIR nor beside the backup)`);
    expect(words).not.toContain('opies of them were left as they are');
    expect(words).toContain(`${two} is damaged`);
    expect(hashOf(await readFile(stored.get(one) ?? ''))).toBe(one);
    // A device that still has it is told so, and sends it again.
    await serving(dataDir, async (server) => {
      expect(await statesOf(server, token, [two])).toEqual({ [two]: { stored: false, have: [] } });
      expect((await putFile(server, token, fileOf('jpeg', 'two'))).json).toEqual({ stored: true });
      expect(hashOf((await getFile(server, token, two)).bytes)).toBe(two);
    });
  });

  it('of a server with a bucket copies no photos, and says so', async () => {
    await run(['backup', '--to', backups], dataDir);
    const elsewhere = await temporaryFolder();
    const bucket = { url: 'http://127.0.0.1:1/photos', region: 'x', accessKeyId: 'x', secretAccessKey: 'x' };
    const command = backupCommand(['restore', '--from', await newest()]);
    const words = await command?.({ dataDir: elsewhere, databaseUrl: undefined, bucket });
    expect(words).toContain('photos and documents in the bucket stay as they are');
    expect((await filesIn(join(elsewhere, 'files'))).size).toBe(0);
  });
});

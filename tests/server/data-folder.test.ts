import { cpSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { backUp } from '../../server/backup/back-up.ts';
import { restore } from '../../server/backup/restore.ts';
import { BrokenDataFolderError, openDataFolder } from '../../server/db/data-folder.ts';
import { FolderInUseError } from '../../server/db/folder-lock.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createCompany, listCompanies } from '../../server/repositories/accounts.ts';
import { databaseTemplate } from '../support/server/database-template.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

async function open(dataDir: string) {
  const db = await openDataFolder({ dataDir, template: await databaseTemplate() });
  const applied = await migrate(db);
  return { db, applied };
}

/** One with a company, and a backup of it, made once. */
let made = '';
let backup = '';

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'crm-made-'));
  cpSync(inject('emptyDataFolder'), made, { recursive: true });
  const { db } = await open(made);
  await createCompany(db, 'Acme');
  await db.close();
  ({ file: backup } = await backUp({ dataDir: made, to: join(made, 'backups'), force: false }));
  return () => rm(made, { recursive: true });
});

/** A copy of it, without the backup. */
async function madeBefore(): Promise<string> {
  const dataDir = await temporaryFolder();
  cpSync(join(made, 'database'), join(dataDir, 'database'), { recursive: true });
  return dataDir;
}

describe('a data folder', () => {
  it('is made with its parents, closed to other users of the machine, and keeps its data over a restart', async () => {
    const dataDir = join(await temporaryFolder(), 'a', 'b', 'data');
    const first = await open(dataDir);
    expect(first.applied.length).toBeGreaterThan(0);
    await createCompany(first.db, 'Acme');
    await first.db.close();
    expect(await openToOthers(join(dataDir, 'database'))).toEqual([]);

    const second = await open(dataDir);
    expect(second.applied).toEqual([]);
    expect(await listCompanies(second.db)).toEqual([{ id: 1, name: 'Acme', plan: 'enterprise' }]);
    await second.db.close();
    expect(await readdir(dataDir)).toEqual(['database']);
  });

  it('is open once at a time', async () => {
    const dataDir = await madeBefore();
    const { db } = await open(dataDir);
    await expect(open(dataDir)).rejects.toThrow(FolderInUseError);
    await createCompany(db, 'Still fine');
    await db.close();
  });

  it('starts anew after a first start that was cut off, and keeps what that one left', async () => {
    const dataDir = await temporaryFolder();
    await mkdir(join(dataDir, 'database.unfinished'));
    await writeFile(join(dataDir, 'database.unfinished', 'PG_VERSION'), 'half');
    const { db } = await open(dataDir);
    expect(await listCompanies(db)).toEqual([]);
    await db.close();
    const aside = (await readdir(dataDir)).find((name) => name.startsWith('database.aside-')) ?? 'none';
    expect(await readFile(join(dataDir, aside, 'PG_VERSION'), 'utf8')).toBe('half');
  });

  it.runIf(process.platform !== 'win32')(
    'that was open to other users of the machine is closed to them',
    async () => {
      const dataDir = await madeBefore();
      const folder = join(dataDir, 'database');
      const hashes = join(folder, 'PG_VERSION');
      await chmod(folder, 0o755);
      await chmod(hashes, 0o666);
      const kept = join(dataDir, 'database.aside-2026-01-02T03-04-05.678Z');
      await mkdir(kept);
      await chmod(kept, 0o755);
      await (await open(dataDir)).db.close();
      expect(await openToOthers(folder)).toEqual([]);
      expect((await stat(hashes)).mode & 0o777).toBe(0o600);
      expect(await openToOthers(kept)).toEqual([]);
    },
  );

  it.each([
    ['the log is overwritten', 'pg_wal', (size: number) => Buffer.alloc(size, 0x5a)],
    ['the outcomes of transactions are lost', 'pg_xact', null],
    ['the control file is cut off', 'global/pg_control', () => Buffer.alloc(0)],
  ])(
    'that does not open is told in words, and can be restored over: %s',
    async (_, name, content) => {
      const dataDir = await madeBefore();
      await damage(join(dataDir, 'database', name), content);
      const refused = await open(dataDir).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(BrokenDataFolderError);
      expect(refused).toMatchObject({
        message: expect.stringMatching(
          /^The database in .* cannot be opened \((Aborted\(\)|PGlite failed to initialize properly)\)\. It is damaged, or /,
        ) as string,
      });
      expect(await readdir(dataDir)).toEqual(['database']);

      await restore({ dataDir, from: backup, force: true, template: await databaseTemplate() });
      const again = await open(dataDir);
      expect(await listCompanies(again.db)).toMatchObject([{ name: 'Acme' }]);
      await again.db.close();
    },
    120_000,
  );

  it('that is damaged is refused in words and left as it is', async () => {
    const dataDir = await madeBefore();
    await rm(join(dataDir, 'database', 'global', 'pg_control'));
    const before = await readdir(join(dataDir, 'database'));
    await expect(open(dataDir)).rejects.toThrow(BrokenDataFolderError);
    expect(await readdir(join(dataDir, 'database'))).toEqual(before);
    // The lock is given back: mending it needs no second trick.
    await expect(open(dataDir)).rejects.toThrow(BrokenDataFolderError);
  });
});

/** Overwrites a file, or each file of a folder, with what is made for its size; removes it without that. */
async function damage(path: string, content: ((size: number) => Buffer) | null): Promise<void> {
  if (!content) return rm(path, { recursive: true });
  const found = await stat(path);
  if (found.isFile()) return writeFile(path, content(found.size));
  for (const file of await readdir(path, { withFileTypes: true })) {
    if (file.isFile()) await damage(join(path, file.name), content);
  }
}

/** The folder itself, where others may look into it: nobody reaches what is in a closed one. Windows has no such modes. */
async function openToOthers(folder: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return [];
  return ((await stat(folder)).mode & 0o077) === 0 ? [] : [folder];
}

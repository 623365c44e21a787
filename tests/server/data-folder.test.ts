import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BrokenDataFolderError, openDataFolder } from '../../server/db/data-folder.ts';
import { FolderInUseError } from '../../server/db/folder-lock.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createCompany, listCompanies } from '../../server/repositories/accounts.ts';
import { databaseTemplate } from '../support/empty-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function open(dataDir: string) {
  const db = await openDataFolder({ dataDir, template: await databaseTemplate() });
  const applied = await migrate(db);
  return { db, applied };
}

describe('a data folder', () => {
  it('is made with its parents, and keeps its data over a restart', async () => {
    const dataDir = join(await temporaryFolder(), 'a', 'b', 'data');
    const first = await open(dataDir);
    expect(first.applied.length).toBeGreaterThan(0);
    await createCompany(first.db, 'Acme');
    await first.db.close();

    const second = await open(dataDir);
    expect(second.applied).toEqual([]);
    expect(await listCompanies(second.db)).toEqual([{ id: 1, name: 'Acme', plan: 'enterprise' }]);
    await second.db.close();
    expect(await readdir(dataDir)).toEqual(['database']);
  });

  it('is open once at a time', async () => {
    const dataDir = await temporaryFolder();
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
    'is closed to other users of the machine, also one that was open to them',
    async () => {
      const dataDir = await temporaryFolder();
      const folder = join(dataDir, 'database');
      await (await open(dataDir)).db.close();
      expect(await openToOthers(folder)).toEqual([]);

      const hashes = join(folder, 'PG_VERSION');
      await chmod(folder, 0o755);
      await chmod(hashes, 0o666);
      await (await open(dataDir)).db.close();
      expect(await openToOthers(folder)).toEqual([]);
      expect((await stat(hashes)).mode & 0o777).toBe(0o600);
    },
  );

  it('that is damaged is refused in words and left as it is', async () => {
    const dataDir = await temporaryFolder();
    await (await open(dataDir)).db.close();
    await rm(join(dataDir, 'database', 'global', 'pg_control'));
    const before = await readdir(join(dataDir, 'database'));
    await expect(open(dataDir)).rejects.toThrow(BrokenDataFolderError);
    expect(await readdir(join(dataDir, 'database'))).toEqual(before);
    // The lock is given back: mending it needs no second trick.
    await expect(open(dataDir)).rejects.toThrow(BrokenDataFolderError);
  });
});

/** The folder itself, where others may look into it: what is in a closed one nobody reaches. */
async function openToOthers(folder: string): Promise<readonly string[]> {
  return ((await stat(folder)).mode & 0o077) === 0 ? [] : [folder];
}

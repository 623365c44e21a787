import { createHash, randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { backupCommand } from '../../server/admin/backup-command.ts';
import { storedJwtSecret } from '../../server/auth/jwt-secret.ts';
import { restore } from '../../server/backup/restore.ts';
import { fileToWrite, writeWhole } from '../../server/backup/whole-file.ts';
import { UsageError } from '../../server/config/usage-error.ts';
import { openDataFolder } from '../../server/db/data-folder.ts';
import type { Database } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createCompany } from '../../server/repositories/accounts.ts';
import { seedDemo } from '../../server/seed/seed-demo.ts';
import { databaseTemplate } from '../support/server/database-template.ts';
import { storedPicture } from '../support/server/files.ts';
import { PNG_LOGO } from '../support/server/pictures.ts';
import { send } from '../support/server/send.ts';
import { build, JWT_SECRET } from '../support/server/server.ts';
import { preparedDataDir, runToEnd, startServer } from '../support/server/server-process.ts';
import { everyRow } from '../support/server/whole-database.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

// Each opens several databases, on machines that may be busy.
const PATIENCE = { timeout: 120_000 };

const run = (words: readonly string[], dataDir: string): Promise<string> =>
  backupCommand(words)?.({ dataDir, databaseUrl: undefined }) ?? Promise.reject(new Error('No such command'));
const backUp = (dataDir: string, to: string, ...more: string[]) =>
  run(['backup', '--to', to, ...more], dataDir);
/** As the command does, with the template that the build has beside it: without one a database takes 4 s to make. */
const restoreFrom = async (from: string, dataDir: string, force = false) =>
  restore({ dataDir, from, force, template: await databaseTemplate() });

async function inside<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDataFolder({ dataDir });
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.close();
  }
}

/** A database with every kind of row, odd values, and a last id that is not in use any more. */
async function fill(db: Database): Promise<void> {
  await seedDemo(db, new Date('2026-03-01T10:00:00Z'));
  const server = await build({
    db,
    extensions: new Set(['client-uid', 'company-settings', 'attachments']),
  });
  await storedJwtSecret(db);
  const { user, password, token } = await server.account('ann');
  const body = {
    first_name: 'Nora',
    last_name: 'Vance',
    email: 'nora@example.com',
    client_uid: randomUUID(),
  };
  const made = await send(server, `POST ${CUSTOMERS}`, { token, body });
  await send(server, `DELETE ${CUSTOMERS}${(made.json as { id: number }).id}/`, { token });
  const settings = { name: 'Ann’s', logo: PNG_LOGO };
  await send(server, 'PATCH /api/v1/company/settings/', { token, body: settings });
  await send(server, 'POST /api/v1/auth/token/', { body: { username: user.username, password } });
  for (const text of ['one', 'two']) {
    const sha256 = await storedPicture(server, token, text);
    await send(server, 'POST /api/v1/attachments/attachments/', { token, body: { sha256 } });
  }
  await db.query('insert into companies (name) values ($1)', [
    'Ünïcode “Ltd”\n\t\\ and \u{1F525} \'quoted\' "too"',
  ]);
  await db.query('delete from companies where id = (select id from companies where name = $1)', [
    (await createCompany(db, 'Gone')).name,
  ]);
  await db.query("insert into sign_in_failures values ('k', 3, '2026-03-01 10:00:00.123456+00')");
  await server.app.close();
}

const CUSTOMERS = '/api/v1/customers/customers/';

/** A restore begins an epoch, in which ids and versions leap ahead. Undoes the leaps; everything else is as it was. */
async function withoutLeaps(db: Database): Promise<Record<string, readonly string[]>> {
  const settings = ['company_settings', 'company_settings_changes'];
  for (const table of ['customers', 'projects', 'estimates', 'work_orders', 'attachments', ...settings]) {
    await db.query(`alter table ${table} no force row level security, disable trigger user`);
    await db.query(`update ${table} set version = version - 1000000`);
  }
  // These companies had set nothing.
  await db.query('delete from company_settings where version = 0');
  await db.query('update companies set last_estimate_number = last_estimate_number - 1000');
  return everyRow(db);
}

function butEpochs(all: Record<string, readonly string[]>): Record<string, readonly string[]> {
  const counters = all['change_counters']?.map((row) => row.replace(/[0-9a-f-]{36}/, 'epoch')) ?? [];
  return { ...all, change_counters: counters };
}

/** Filled once. A test that changes it works on a copy. */
let filled = '';
let rows: Record<string, readonly string[]> = {};
let backup = Buffer.from('');
let backupFile = '';
let printed = '';

beforeAll(async () => {
  const folder = join(process.cwd(), 'node_modules/.cache/restoration-crm', `backup-test-${process.pid}`);
  cpSync(inject('emptyDataFolder'), folder, { recursive: true });
  rows = await inside(folder, async (db) => {
    await fill(db);
    return everyRow(db);
  });
  filled = folder;
  backupFile = join(folder, 'the.backup');
  printed = await backUp(folder, backupFile);
  backup = await readFile(backupFile);
  return () => rm(folder, { recursive: true, force: true });
}, PATIENCE.timeout);

async function filledDataDir(): Promise<string> {
  const dataDir = await temporaryFolder();
  cpSync(filled, dataDir, { recursive: true });
  return dataDir;
}

describe('a restore drill', PATIENCE, () => {
  it('brings back every row of every table after everything is gone, and no id a second time', async () => {
    const dataDir = await temporaryFolder();
    expect(Object.entries(rows).filter(([, table]) => table.length === 0)).toEqual([]);
    expect(printed).toContain(`Backed up to ${backupFile}: 3 companies,`);

    // The leaps grow with time.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1));
    const { tables } = await restoreFrom(backupFile, dataDir);
    clock.mockRestore();
    expect(tables).toContainEqual(expect.objectContaining({ table: 'customers', rows: 200 }));
    await inside(dataDir, async (db) => {
      const restored = await withoutLeaps(db);
      expect(butEpochs(restored)).toEqual(butEpochs(rows));
      const [epochs = [], before = []] = [restored['change_counters'], rows['change_counters']];
      expect(before.length).toBeGreaterThan(0);
      expect(before.filter((row) => epochs.includes(row))).toEqual([]);
      expect((await createCompany(db, 'New')).id).toBe(1_000_005);
      await expect(
        db.query("insert into users (company_id, username, password_hash) values (99, 'x', 'x')"),
      ).rejects.toThrow('foreign key');
    });
    expect(await readdir(dataDir)).toEqual(['database']);
  });

  it('keeps the database that was there, and takes its place only when told to', async () => {
    const dataDir = await filledDataDir();
    const file = join(dataDir, 'the.backup');
    await expect(restoreFrom(file, dataDir)).rejects.toThrow(
      'With --force, the restored database takes its place',
    );
    const { aside } = await restoreFrom(file, dataDir, true);
    if (aside === null) throw new Error('It was not kept');
    expect((await readdir(dataDir)).sort()).toEqual(['database', basename(aside), 'the.backup']);
    await rm(join(dataDir, 'database'), { recursive: true });
    await rename(aside, join(dataDir, 'database'));
    // Not the restored one: that has begun another epoch.
    expect(await inside(dataDir, everyRow)).toEqual(rows);
  });

  it('that was cut off just before its end is ended by the next start', async () => {
    const dataDir = await filledDataDir();
    await rename(join(dataDir, 'database'), join(dataDir, 'database.restored'));
    expect(await inside(dataDir, everyRow)).toEqual(rows);

    // Cut off before the old one had been moved away.
    await mkdir(join(dataDir, 'database.restored', 'base'), { recursive: true });
    expect(await inside(dataDir, everyRow)).toEqual(rows);
    expect(await readdir(dataDir)).not.toContain('database.restored');
  });
});

describe('a backup that is not whole', PATIENCE, () => {
  const changed = (): Buffer =>
    gzipSync(gunzipSync(backup).toString('utf8').replace('Northwind', 'Southwind'));
  const flipped = (): Buffer => {
    const bytes = Buffer.from(backup);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
    return bytes;
  };
  const renamed = (): Buffer => {
    const text = gunzipSync(backup).toString('utf8').replace('0005_plans', '9005_plans');
    const [before = ''] = text.split('{"end"');
    const sha256 = createHash('sha256').update(before).digest('hex');
    return gzipSync(`${before}${JSON.stringify({ end: true, sha256 })}\n`);
  };

  it.each([
    ['damaged', flipped, 'is not a complete backup: '],
    ['cut off', () => backup.subarray(0, backup.length / 2), 'is not a complete backup: its end is missing'],
    ['empty', () => Buffer.from(''), 'is not a complete backup: its end is missing'],
    [
      'cut off and packed again',
      () => gzipSync(gunzipSync(backup).subarray(0, 20_000)),
      'is not a complete backup: its end is missing',
    ],
    ['changed by hand', changed, 'it has been changed since it was written'],
    ['something else', () => Buffer.from('-- a dump of something else'), 'or not a backup at all'],
    ['something else that is packed', () => gzipSync('{}'), 'it does not begin like a backup'],
    ['of a newer version', renamed, '9005_plans.sql. Update the program first.'],
  ])('because it is %s is refused in words, and the old database is untouched', async (_, bytes, reason) => {
    const dataDir = await temporaryFolder();
    await mkdir(join(dataDir, 'database'));
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), 'what was there before');
    const file = join(await temporaryFolder(), 'broken.backup');
    await writeFile(file, bytes());
    const refused = restoreFrom(file, dataDir, true);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(reason);
    expect(await readdir(dataDir)).toEqual(['database']);
    expect(await readFile(join(dataDir, 'database', 'PG_VERSION'), 'utf8')).toBe('what was there before');
  });

  it('because its rows are not what it says of them is found out before anything changes', async () => {
    const [before = ''] = gunzipSync(backup)
      .toString('utf8')
      .replace('Northwind', 'Southwind')
      .split('{"end"');
    const sha256 = createHash('sha256').update(before).digest('hex');
    const dataDir = await temporaryFolder();
    await mkdir(join(dataDir, 'database'));
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), 'what was there before');
    const file = join(dataDir, 'forged.backup');
    await writeFile(file, gzipSync(`${before}${JSON.stringify({ end: true, sha256 })}\n`));
    await expect(restoreFrom(file, dataDir, true)).rejects.toThrow('the rows of companies are not the same');
    expect((await readdir(dataDir)).sort()).toEqual(['database', 'forged.backup']);
    expect(await readFile(join(dataDir, 'database', 'PG_VERSION'), 'utf8')).toBe('what was there before');
  });
});

describe('a backup file', PATIENCE, () => {
  it('is readable for its owner alone, gets the name of the moment in a folder, and replaces nothing', async () => {
    const folder = await temporaryFolder();
    await backUp(filled, folder);
    const [name = ''] = await readdir(folder);
    expect(name).toMatch(/^restoration-crm-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/);
    const file = join(folder, name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const before = await readFile(file);
    await expect(backUp(filled, file)).rejects.toThrow('or use --force to replace the file');
    expect(await readFile(file)).toEqual(before);
    expect(await backUp(filled, file, '--force')).toContain('3 companies');
    expect(await readFile(file)).not.toEqual(before);
    expect(await readdir(folder)).toEqual([name]);
  });

  it('goes into a folder that is not there yet, which is made for its owner alone, night after night', async () => {
    const folder = join(await temporaryFolder(), 'nightly', 'crm');
    await backUp(filled, folder);
    const [first = ''] = await readdir(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await rename(join(folder, first), join(folder, 'the first night.backup'));
    expect(await backUp(filled, folder)).toContain(`Backed up to ${folder}/restoration-crm-`);
    expect(await readdir(folder)).toHaveLength(2);

    const named = join(folder, 'by-name', 'crm.backup');
    expect(await fileToWrite(named, new Date())).toBe(named);
    expect(await readdir(join(folder, 'by-name'))).toEqual([]);
    const slashed = await fileToWrite(`${join(folder, 'odd.backup')}/`, new Date());
    expect(slashed).toContain(join(folder, 'odd.backup', 'restoration-crm-'));
  });

  it('is refused in words where its folder is a file, or may not be made', async () => {
    const file = join(await temporaryFolder(), 'crm');
    await writeFile(file, 'what an older version wrote');
    await expect(backUp(filled, file, '--force')).rejects.toThrow(`${file} is a file, not a folder.`);
    const below = backUp(filled, join(file, 'below'));
    await expect(below).rejects.toThrow(UsageError);
    await expect(below).rejects.toThrow(`The folder ${join(file, 'below')} cannot be created: ENOTDIR`);
    expect(await readFile(file, 'utf8')).toBe('what an older version wrote');
  });

  it('of a database that is not there leaves no folder behind', async () => {
    const folder = await temporaryFolder();
    await expect(backUp(join(folder, 'data'), join(folder, 'backups'))).rejects.toThrow(
      'There is no database in',
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('stays what it was when the next one fails half-way', async () => {
    const file = join(await temporaryFolder(), 'kept.backup');
    await writeFile(file, 'the old one');
    const failing = writeWhole(file, { force: true }, async (unfinished) => {
      await writeFile(unfinished, 'half of');
      throw new Error('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(await readFile(file, 'utf8')).toBe('the old one');
    expect(await readdir(join(file, '..'))).toEqual(['kept.backup']);
  });
});

describe('the words of the commands', () => {
  it.each([
    [['backup'], '--to is missing'],
    [['restore'], '--from is missing'],
    [['backup', '--into', 'x'], "Unknown option '--into'"],
    [['restore', 'file'], 'Usage: npm run restore'],
    [['backup', '--to', 'no/such/folder/x'], 'There is no database in'],
    [
      ['restore', '--from', 'no-such.backup'],
      'no-such.backup is not a complete backup: there is no such file',
    ],
    [['restore', '--from', '.'], 'it is a folder'],
  ])('%j are refused with the reason', async (words, reason) => {
    const refused = (async () => run(words, 'no-such-data'))();
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(reason);
  });

  it('are refused where the database is PostgreSQL', async () => {
    const config = { dataDir: 'x', databaseUrl: 'postgres://x/y' };
    await expect(backupCommand(['backup', '--to', 'x'])?.(config)).rejects.toThrow('pg_dump');
  });
});

describe('while the server runs', PATIENCE, () => {
  it('a backup is taken from it with the token of its data folder; a restore waits until it has stopped', async () => {
    const env = { DATA_DIR: await preparedDataDir() };
    const server = await startServer(env);
    const file = join(await temporaryFolder(), 'live.backup');
    const taken = await runToEnd('admin', ['backup', '--to', file], { env });
    expect(taken).toMatchObject({ code: 0, stderr: '' });
    expect(taken.stdout).toContain('200 customers');
    expect((await fetch(`${server.url}/api/health/`)).status).toBe(200);
    expect(await readdir(env.DATA_DIR)).not.toContain('database.backup-unfinished');
    expect((await stat(join(env.DATA_DIR, 'database.backup-endpoint'))).mode & 0o777).toBe(0o600);

    const early = await runToEnd('admin', ['restore', '--from', file, '--force'], { env });
    expect(early).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is in use by a running server') as string,
    });

    // Nobody without the token of the data folder gets anything.
    const backupEndpoint = join(env.DATA_DIR, 'database.backup-endpoint');
    const { port } = JSON.parse(await readFile(backupEndpoint, 'utf8')) as { port: number };
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(401);
    await writeFile(backupEndpoint, JSON.stringify({ port, token: 'guessed' }));
    const guessed = join(await temporaryFolder(), 'no.backup');
    const refused = await runToEnd('admin', ['backup', '--to', guessed], { env });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('it answers 401') as string });
    await server.stop();
    expect(await readdir(env.DATA_DIR)).toEqual(['database']);

    const late = await runToEnd('admin', ['restore', '--from', file, '--force'], { env });
    expect(late).toMatchObject({ code: 0, stderr: '' });
    expect(late.stdout).toMatch(
      /^Restored as of .* 200 customers, .* Every table was compared with the backup\.$/m,
    );
    const [aside, name] = (await readdir(env.DATA_DIR)).sort().reverse();
    expect(late.stdout).toContain(`now ${join(env.DATA_DIR, aside ?? '')}.`);
    expect(name).toBe('database');
    await rm(join(env.DATA_DIR, aside ?? ''), { recursive: true });
    const again = await startServer({ ...env, SEED: 'none', JWT_SECRET });
    const signIn = await fetch(`${again.url}/api/v1/auth/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'demo', password: 'restoration' }),
    });
    expect(signIn.status).toBe(200);
  });
});

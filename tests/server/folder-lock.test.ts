import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FolderInUseError, forgetCutOff, lockFolder, wasCutOff } from '../../server/db/folder-lock.ts';
import { NoSocketFileError } from '../../server/db/lock-socket.ts';
import { ownIdentity } from '../../server/db/process-identity.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

async function lockPlace(content?: string): Promise<{ folder: string; file: string }> {
  const folder = join(await temporaryFolder(), 'database');
  const file = `${folder}.lock`;
  if (content !== undefined) writeFileSync(file, content);
  return { folder, file };
}

/** The number of a process that has ended, and has been waited for. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('the lock of a data folder', () => {
  it('lies beside the folder, names its process, and goes when it is given back', async () => {
    const { folder, file } = await lockPlace();
    const lock = await lockFolder(folder);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ...ownIdentity() });
    lock.release();
    expect(existsSync(file)).toBe(false);
    // A second release must not take away what somebody else has by then.
    const next = await lockFolder(folder);
    lock.release();
    expect(existsSync(file)).toBe(true);
    next.release();
  });

  // /proc knows no files of ours, and stands for a shared folder that knows no socket files.
  it.runIf(process.platform === 'linux')(
    'says in words that a file system takes no socket files',
    async () => {
      const refused = lockFolder('/proc/self/task/database');
      await expect(refused).rejects.toThrow(NoSocketFileError);
      await expect(refused).rejects.toThrow(
        /^\/proc\/self\/task does not support socket files \(.+\), so there is no way to tell .+ Set DATA_DIR to a folder on a disk/,
      );
    },
  );

  it('is refused a second time in one process', async () => {
    const { folder } = await lockPlace();
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    lock.release();
  });

  it('is refused while its process lives, with words and the process’s number', async () => {
    const { folder, file } = await lockPlace(
      JSON.stringify({ ...ownIdentity(), pid: process.ppid, started: null }),
    );
    await expect(lockFolder(folder)).rejects.toThrow(
      new RegExp(`in use by a running server \\(process ${process.ppid} `),
    );
    expect(existsSync(file)).toBe(true);
  });

  it('is taken over from a process that has ended', async () => {
    const { folder, file } = await lockPlace(JSON.stringify({ ...ownIdentity(), pid: deadPid() }));
    const lock = await lockFolder(folder);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
    lock.release();
  });

  it.runIf(process.platform === 'linux')(
    'is taken over where the number has gone to another process',
    async () => {
      const content = JSON.stringify({ ...ownIdentity(), pid: process.ppid, started: 'another boot/17' });
      const { folder, file } = await lockPlace(content);
      const lock = await lockFolder(folder);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ...ownIdentity() });
      lock.release();
    },
  );

  it('is taken over from an earlier process with our own number, as in a restarted container', async () => {
    const before = JSON.stringify({ ...ownIdentity(), started: 'this boot/17' });
    const { folder, file } = await lockPlace(before);
    const lock = await lockFolder(folder);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ...ownIdentity() });
    lock.release();
  });

  it('is not taken from another machine, whose processes cannot be checked', async () => {
    const { folder } = await lockPlace(JSON.stringify({ pid: 1, host: 'elsewhere', started: null }));
    await expect(lockFolder(folder)).rejects.toThrow('process 1 on elsewhere');
  });

  it.runIf(process.platform === 'linux')(
    'is taken over from before this machine was started again',
    async () => {
      const before = { ...ownIdentity(), started: 'another boot/17', socket: 'database.lock.1.socket' };
      const { folder, file } = await lockPlace(JSON.stringify(before));
      const lock = await lockFolder(folder);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ...ownIdentity() });
      lock.release();
    },
  );

  it.runIf(process.platform === 'linux')(
    'leaves a mark if its process ended with its machine, until somebody has acted on it',
    async () => {
      const killed = await lockPlace(JSON.stringify({ ...ownIdentity(), pid: deadPid() }));
      (await lockFolder(killed.folder)).release();
      expect(wasCutOff(killed.folder)).toBe(false);

      const { folder } = await lockPlace(JSON.stringify({ ...ownIdentity(), started: 'another boot/17' }));
      (await lockFolder(folder)).release();
      (await lockFolder(folder)).release();
      expect(wasCutOff(folder)).toBe(true);
      forgetCutOff(folder);
      expect(wasCutOff(folder)).toBe(false);
    },
  );

  it.each(['Mon Nov 30 02:15:14 2026', '月 11/30 02:15:14 2026', null])(
    'leaves no mark if it names no boot, only the start %j',
    async (started) => {
      const { folder } = await lockPlace(JSON.stringify({ ...ownIdentity(), pid: deadPid(), started }));
      (await lockFolder(folder)).release();
      expect(wasCutOff(folder)).toBe(false);
    },
  );

  it.runIf(process.platform === 'linux').each([
    ['another boot', 'another boot/17', true],
    ['this boot', ownIdentity().started, false],
  ])(
    'of %s is taken over also if a power cut ended an earlier takeover',
    async (_boot, started, isCutOff) => {
      const { folder, file } = await lockPlace(JSON.stringify({ ...ownIdentity(), pid: deadPid(), started }));
      const guard = `${file}.takeover`;
      const socket = 'database.lock.1.socket';
      writeFileSync(guard, JSON.stringify({ ...ownIdentity(), started: 'another boot/17', socket }));
      const lock = await lockFolder(folder);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ ...ownIdentity() });
      expect([existsSync(guard), existsSync(`${guard}.takeover`)]).toEqual([false, false]);
      expect(wasCutOff(folder)).toBe(isCutOff);
      lock.release();
    },
  );

  it('is not taken over while another process does so', async () => {
    const { folder, file } = await lockPlace(JSON.stringify({ ...ownIdentity(), pid: deadPid() }));
    const guard = `${file}.takeover`;
    writeFileSync(guard, JSON.stringify({ ...ownIdentity(), pid: process.ppid, started: null }));
    await expect(lockFolder(folder)).rejects.toThrow(`Delete ${guard} only if`);
    expect([existsSync(file), existsSync(guard)]).toEqual([true, true]);
  });

  it.runIf(process.platform === 'linux')(
    'is not taken from another kernel, nor where the sign of life is missing',
    async () => {
      const socket = 'database.lock.1.socket';
      const elsewhere = { ...ownIdentity(), host: 'elsewhere', started: 'another boot/17', socket };
      const one = await lockPlace(JSON.stringify(elsewhere));
      await expect(lockFolder(one.folder)).rejects.toThrow(FolderInUseError);
      const other = await lockPlace(JSON.stringify({ ...ownIdentity(), pid: deadPid(), socket }));
      await expect(lockFolder(other.folder)).rejects.toThrow(FolderInUseError);
    },
  );

  it('that cannot be read is left for a person to look at', async () => {
    const { folder, file } = await lockPlace('');
    await expect(lockFolder(folder)).rejects.toThrow(`Delete ${file} only if`);
    expect(existsSync(file)).toBe(true);
  });

  it('goes to one of several processes that find a dead one’s at the same moment', async () => {
    const base = await temporaryFolder();
    const dead = JSON.stringify({ ...ownIdentity(), pid: deadPid() });
    for (let round = 0; round < ROUNDS; round += 1) writeFileSync(join(base, `${round}.lock`), dead);
    const contenders = await Promise.all(Array.from({ length: CONTENDERS }, () => contend(base)));
    // Only now: a process that ended early would leave its locks to the others.
    for (const { child } of contenders) child.kill();
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(contenders.filter(({ taken }) => taken.includes(round))).toHaveLength(1);
    }
  });
});

const ROUNDS = 40;
const CONTENDERS = 3;
const ROUND_MS = 25;
const START_MS = 2_500;

/** At the same moments in every process: tries to take one folder after the other, and keeps what it gets. */
const CONTENDER = `
  const { FolderInUseError, lockFolder } = await import('./server/db/folder-lock.ts');
  const [base, start] = process.argv.slice(1);
  // Each lock listens for the end of its process; nobody but this test has so many.
  process.setMaxListeners(0);
  const taken = [];
  for (let round = 0; round < ${ROUNDS}; round += 1) {
    while (Date.now() < Number(start) + round * ${ROUND_MS});
    try {
      await lockFolder(base + '/' + round);
      taken.push(round);
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
    }
  }
  process.stdout.write(JSON.stringify(taken));
  setTimeout(() => undefined, 60_000);
`;

interface Contender {
  readonly child: ChildProcess;
  /** The numbers of the rounds in which it got the lock. */
  readonly taken: readonly number[];
}

async function contend(base: string): Promise<Contender> {
  const start = String(Math.ceil(Date.now() / 1_000) * 1_000 + START_MS);
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', CONTENDER, base, start],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, taken: JSON.parse(said.toString()) as number[] };
}

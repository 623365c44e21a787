import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../config/error-code.ts';
import { isListening, listenBeside } from './lock-socket.ts';
import {
  isRunning,
  otherBoot,
  ownIdentity,
  type ProcessIdentity,
  processIdentitySchema,
  sameKernel,
} from './process-identity.ts';

const lockSchema = processIdentitySchema.extend({
  /** A socket file beside the lock. Only on Linux, and not in older locks. */
  socket: z.string().optional(),
});

type Lock = z.infer<typeof lockSchema>;

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  /** Null if the lock file does not say. */
  readonly holder: ProcessIdentity | null;
  constructor(folder: string, lockFile: string, holder: ProcessIdentity | null) {
    const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
    super(
      `The data folder ${folder} is in use by a running server (${who}). Two processes that use one ` +
        `data folder lose data, so this process stops. Stop the other process first, or set DATA_DIR to another ` +
        `folder. Delete ${lockFile} only if you are sure that the other process is no longer running.`,
    );
    this.holder = holder;
  }
}

interface FolderLock {
  release(): void;
}

/** A lock file that names our process id but is not in this set belongs to a dead process. */
const heldHere = new Set<string>();

/**
 * Takes over a lock (`<folder>.lock`) only if its process is dead, never because of its age: a long query stops a
 * server's event loop for longer than any heartbeat would allow.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = lockFile(folder);
  const socket = await listenBeside(file);
  const lock: Lock = { ...ownIdentity(), ...(socket && { socket: socket.name }) };
  const letGo = (): void => socket?.close();
  try {
    await take(folder, file, lock);
  } catch (error) {
    letGo();
    throw error;
  }
  return holding(file, letGo);
}

function lockFile(folder: string): string {
  return `${folder}.lock`;
}

/** Creates the lock or a guard, if need be after removing one whose process is dead. */
async function take(folder: string, file: string, own: Lock): Promise<void> {
  while (!create(file, own)) {
    const holder = read(file);
    if (holder === 'gone') continue;
    if (await isHeld(file, holder)) {
      // The holder may have released it in the meantime.
      if (isSame(read(file), holder)) throw new FolderInUseError(folder, file, holder);
      continue;
    }
    await removeDead(folder, file, own);
  }
}

/**
 * True from when a lock was taken over whose process ended with its machine, until `forgetCutOff`: the last writes may
 * be lost. A process that was only killed has lost nothing. Only Linux tells the two apart; elsewhere it is never true.
 */
export function wasCutOff(folder: string): boolean {
  return existsSync(cutOffMark(folder));
}

export function forgetCutOff(folder: string): void {
  rmSync(cutOffMark(folder), { force: true });
}

/** A file, because the process that takes the lock over may be a backup, or may end before it has done anything. */
function cutOffMark(folder: string): string {
  return `${folder}.cut-off`;
}

function isSame(now: Lock | 'gone' | null, before: Lock | null): boolean {
  return JSON.stringify(now) === JSON.stringify(before);
}

/** A lock that cannot be read counts as held. */
async function isHeld(file: string, holder: Lock | null): Promise<boolean> {
  if (holder === null || heldHere.has(file)) return true;
  if (holder.socket === undefined) return isRunning(holder);
  if (sameKernel(holder)) return (await isListening(file, holder.socket)) !== 'no';
  // Another kernel wrote this lock. If it names this host, it is from before the last boot, unless machines share the
  // folder.
  return holder.host !== ownIdentity().host || !isOnDisk(dirname(file));
}

/**
 * Linux magic numbers of file systems that only one kernel mounts at a time: ext, XFS, Btrfs, tmpfs, overlay,
 * ZFS, F2FS.
 */
const LOCAL_FILE_SYSTEMS: readonly number[] = [
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010,
];

function isOnDisk(folder: string): boolean {
  return LOCAL_FILE_SYSTEMS.includes(statfsSync(folder).type);
}

/**
 * Only one process at a time may remove a dead lock, after checking it again. Otherwise a second process would remove
 * the lock that the first has just taken. A guard that its process left behind is removed in the same way.
 */
async function removeDead(folder: string, file: string, own: Lock): Promise<void> {
  const guard = `${file}.takeover`;
  await take(folder, guard, own);
  try {
    const holder = read(file);
    if (holder === 'gone' || holder === null || (await isHeld(file, holder))) return;
    if (file === lockFile(folder) && otherBoot(holder)) {
      writeFileSync(cutOffMark(folder), '', { flush: true });
      syncFolderOf(file);
    }
    unlinkSync(file);
    if (holder.socket !== undefined) rmSync(join(dirname(file), holder.socket), { force: true });
  } finally {
    unlinkSync(guard);
  }
}

/** False if the file exists. Links a complete file, so that the lock always has a known owner. */
function create(file: string, content: Lock): boolean {
  const draft = `${file}.${randomUUID()}`;
  try {
    // Flushed, so that the lock is readable after a power failure.
    writeFileSync(draft, JSON.stringify(content), { flag: 'wx', flush: true });
    linkSync(draft, file);
    syncFolderOf(file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Windows cannot sync folders. */
function syncFolderOf(file: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function read(file: string): Lock | 'gone' | null {
  try {
    const parsed = lockSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'gone';
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function holding(file: string, letGo: () => void): FolderLock {
  heldHere.add(file);
  let held = true;
  const release = (): void => {
    if (!held) return;
    held = false;
    heldHere.delete(file);
    process.off('exit', release);
    try {
      unlinkSync(file);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    } finally {
      letGo();
    }
  };
  process.on('exit', release);
  return { release };
}

import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { isListening, listenBeside } from './lock-socket.ts';
import {
  isRunning,
  ownIdentity,
  type ProcessIdentity,
  processIdentitySchema,
  sameKernel,
} from './process-identity.ts';

const lockSchema = processIdentitySchema.extend({
  /** File beside the lock that its process listens on; absent where the system has none, and in earlier locks. */
  socket: z.string().optional(),
});

type Lock = z.infer<typeof lockSchema>;

/** Somebody else has the folder open. The message is for a person. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  /** The process that has it; null where the file does not say. */
  readonly holder: ProcessIdentity | null;
  constructor(folder: string, lockFile: string, holder: ProcessIdentity | null) {
    const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
    super(
      `The data folder ${folder} is in use by a running server (${who}). Two processes on one data folder ` +
        `lose data, so this one stops here. Stop the other one first, or set DATA_DIR to another folder. ` +
        `Only if you are sure that it no longer runs: delete ${lockFile}.`,
    );
    this.holder = holder;
  }
}

export interface FolderLock {
  /** Gives the folder back. May be called again, and does nothing then. */
  release(): void;
}

/** Locks of this process: a lock file with our own number that is not among them is a dead process's. */
const heldHere = new Set<string>();

/**
 * Takes `folder` for this process by a lock file beside it (`<folder>.lock`), or throws `FolderInUseError`.
 *
 * A lock is taken over only when its process is dead, never by its age: a long query stops a server's event
 * loop for longer than any heartbeat would allow.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = `${folder}.lock`;
  const socket = await listenBeside(file);
  const lock: Lock = { ...ownIdentity(), ...(socket && { socket: socket.name }) };
  const letGo = (): void => socket?.close();
  try {
    while (!create(file, lock)) {
      const holder = read(file);
      if (holder === 'gone') continue;
      if (await isHeld(file, holder)) {
        // It may have been given back while its process was asked for.
        if (isSame(read(file), holder)) throw new FolderInUseError(folder, file, holder);
        continue;
      }
      await removeDead(folder, file, lock);
    }
  } catch (error) {
    letGo();
    throw error;
  }
  return holding(file, letGo);
}

function isSame(now: Lock | 'gone' | null, before: Lock | null): boolean {
  return JSON.stringify(now) === JSON.stringify(before);
}

/** Whether its process lives. A lock that cannot be read is nobody's to take. */
async function isHeld(file: string, holder: Lock | null): Promise<boolean> {
  if (holder === null || heldHere.has(file)) return true;
  if (holder.socket === undefined) return isRunning(holder);
  if (sameKernel(holder)) return (await isListening(file, holder.socket)) !== 'no';
  // This machine before it was started again, unless others reach the folder too.
  return holder.host !== ownIdentity().host || !isOnDisk(dirname(file));
}

/** File systems of a disk, which one kernel has at a time, by what Linux calls them: ext, XFS, Btrfs, tmpfs, overlay, ZFS, F2FS. */
const OF_A_DISK: readonly number[] = [
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010,
];

function isOnDisk(folder: string): boolean {
  return OF_A_DISK.includes(statfsSync(folder).type);
}

/**
 * Removes a dead process's lock. Only one process at a time may do so, and it looks again first: otherwise
 * the second of two would remove the lock that the first has just taken.
 */
async function removeDead(folder: string, file: string, own: Lock): Promise<void> {
  const guard = `${file}.takeover`;
  if (!create(guard, own)) throw new FolderInUseError(folder, guard, null);
  try {
    const holder = read(file);
    if (holder === 'gone' || holder === null || (await isHeld(file, holder))) return;
    unlinkSync(file);
    if (holder.socket !== undefined) rmSync(join(dirname(file), holder.socket), { force: true });
  } finally {
    unlinkSync(guard);
  }
}

/**
 * Makes the file with its content in one step, and fails where it exists. Made first and written then, it
 * would be empty for a moment, and a process that looks just then could not tell whose it is.
 */
function create(file: string, content: Lock): boolean {
  const draft = `${file}.${randomUUID()}`;
  try {
    // Flushed, so that a power cut leaves a lock that can be read.
    writeFileSync(draft, JSON.stringify(content), { flag: 'wx', flush: true });
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(file: string): Lock | 'gone' | null {
  try {
    const parsed = lockSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'gone';
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
      if (!hasCode(error, 'ENOENT')) throw error;
    } finally {
      letGo();
    }
  };
  // Also when the process ends by an error; after kill -9 the next one finds a dead process's lock.
  process.on('exit', release);
  return { release };
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { isRunning, ownIdentity, type ProcessIdentity, processIdentitySchema } from './process-identity.ts';

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
export function lockFolder(folder: string): FolderLock {
  const file = `${folder}.lock`;
  while (!create(file)) {
    const holder = read(file);
    if (holder === 'gone') continue;
    if (isHeld(file, holder)) throw new FolderInUseError(folder, file, holder);
    removeDead(folder, file);
  }
  return holding(file);
}

/** Whether its process lives. A lock that cannot be read is nobody's to take. */
function isHeld(file: string, holder: ProcessIdentity | null): boolean {
  if (holder === null || heldHere.has(file)) return true;
  return holder.pid !== process.pid && isRunning(holder);
}

/**
 * Removes a dead process's lock. Only one process at a time may do so, and it looks again first: otherwise
 * the second of two would remove the lock that the first has just taken.
 */
function removeDead(folder: string, file: string): void {
  const guard = `${file}.takeover`;
  if (!create(guard)) throw new FolderInUseError(folder, guard, null);
  try {
    const holder = read(file);
    if (holder !== 'gone' && !isHeld(file, holder)) unlinkSync(file);
  } finally {
    unlinkSync(guard);
  }
}

/**
 * Makes the file with its content in one step, and fails where it exists. Made first and written then, it
 * would be empty for a moment, and a process that looks just then could not tell whose it is.
 */
function create(file: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  try {
    // Flushed, so that a power cut leaves a lock that can be read.
    writeFileSync(draft, JSON.stringify(ownIdentity()), { flag: 'wx', flush: true });
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(file: string): ProcessIdentity | 'gone' | null {
  try {
    const parsed = processIdentitySchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'gone';
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function holding(file: string): FolderLock {
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
    }
  };
  // Also when the process ends by an error; after kill -9 the next one finds a dead process's lock.
  process.on('exit', release);
  return { release };
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { errorCode } from '../config/error-code.ts';

/** Distinguishes a process from a later one with the same id. */
export const processIdentitySchema = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /** The start time in the system's own notation; null if unknown. */
  started: z.string().nullable(),
});

export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), started: startOf(process.pid) };
}

/** True for a process that started after this machine's last boot, in any container. */
export function sameKernel({ started }: ProcessIdentity): boolean {
  const boot = bootOf(started);
  return boot !== null && boot === bootOf(startOf(process.pid));
}

/** False if one of the two boots is unknown, as always on macOS and Windows. */
export function otherBoot({ started }: ProcessIdentity): boolean {
  const [boot, own] = [bootOf(started), bootOf(startOf(process.pid))];
  return boot !== null && own !== null && boot !== own;
}

/**
 * Processes on other hosts cannot be checked and count as running. The start time reveals a reused process id.
 */
export function isRunning(identity: ProcessIdentity): boolean {
  if (identity.host !== hostname()) return true;
  if (!exists(identity.pid)) return false;
  const started = startOf(identity.pid);
  return started === null || identity.started === null || started === identity.started;
}

/** Null if the system names none. */
function bootOf(started: string | null): string | null {
  return /^(.+)\/\d+$/.exec(started ?? '')?.[1] ?? null;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs as another user.
    return errorCode(error) === 'EPERM';
  }
}

function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') return linuxStart(pid);
    if (process.platform === 'win32') return null;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/** Includes the boot id, because tick counts can repeat after a reboot. */
function linuxStart(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field, the program's name, may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${boot}/${fields[19] ?? ''}`;
}

import type { Locks } from '../domain/ports.ts';

/**
 * Leads for as long as this tab lives and `signal` is not aborted: one tab of the browser at a time runs
 * `lead` for `database`. The lock is never stolen, since its old holder would go on running.
 */
export async function leadWhileAlive(
  locks: Locks,
  database: string,
  lead: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await locks.request(`sync|${database}`, lead, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

import { isOnCrew } from './job.ts';

export interface NamesOfMine {
  /** In the settings, or ''. */
  readonly set: string;
  readonly username: string;
}

/**
 * Whose jobs are mine, among the names on all crews: the name in the settings, else the username. Null if neither tells,
 * which shows everybody's jobs.
 */
export function ownName({ set, username }: NamesOfMine, crew: readonly string[]): string | null {
  const signed = set || username;
  if (isOnCrew({ crew }, signed)) return signed;
  // If the stored name is the username, the user chose 'I’m not in the list'.
  return set !== '' && set !== username ? set : null;
}

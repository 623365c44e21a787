import { isOnCrew } from './job.ts';

export interface NamesOfMine {
  /** The name in the settings; '' if none. */
  readonly set: string;
  readonly username: string;
}

/**
 * Returns the user's name on crews: the one in the settings, else the username if it is on a crew. Null shows
 * everybody's jobs.
 */
export function ownName({ set, username }: NamesOfMine, crew: readonly string[]): string | null {
  const signed = set || username;
  if (isOnCrew({ crew }, signed)) return signed;
  // If the stored name is the username, the user chose 'I’m not in the list'.
  return set !== '' && set !== username ? set : null;
}

import type { CheckContext } from './check-context.ts';

/**
 * MUST: the app cannot work without it. SHOULD: without it the app works, with a drawback. Extension: optional, but it
 * must work if the server announces it.
 */
export type Level = 'MUST' | 'SHOULD' | 'extension';

export type Outcome =
  | { readonly is: 'ok' }
  /** `otherwise` replaces the effect that the check names. */
  | { readonly is: 'fails'; readonly found: string; readonly otherwise?: string }
  /** `needless`: the check does not concern this server. */
  | { readonly is: 'skipped'; readonly because: string; readonly needless?: true };

export interface Check {
  /** 'customers.update': for --only and for programs. */
  readonly id: string;
  readonly theme: string;
  readonly level: Level;
  readonly asks: string;
  /** The effect of a failure in the app, for people who do not know servers. */
  readonly otherwise: string;
  /** May throw `Unavailable`. */
  run(context: CheckContext): Promise<Outcome>;
}

/** This server does not offer what a check needs. Another check reports that. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

export const OK: Outcome = { is: 'ok' };

export function fails(found: string, otherwise?: string): Outcome {
  return { is: 'fails', found, ...(otherwise === undefined ? {} : { otherwise }) };
}

export function skipped(because: string): Outcome {
  return { is: 'skipped', because };
}

export function needless(because: string): Outcome {
  return { is: 'skipped', because, needless: true };
}

export function unless(found: readonly string[]): Outcome {
  return found.length === 0 ? OK : fails(found.join('; '));
}

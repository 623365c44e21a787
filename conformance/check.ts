import type { CheckContext } from './check-context.ts';

/**
 * MUST: without it the app cannot do its work. SHOULD: it works, with a drawback. Extension: a server need not offer
 * it; one that announces it is relied on, so that it must keep it.
 */
export type Level = 'MUST' | 'SHOULD' | 'extension';

export type Outcome =
  | { readonly is: 'ok' }
  /** `found` is what the server did; `otherwise` what follows, where it is not what the check says. */
  | { readonly is: 'fails'; readonly found: string; readonly otherwise?: string }
  /** `needless`: it does not concern this server. */
  | { readonly is: 'skipped'; readonly because: string; readonly needless?: true };

/** One sentence of the contract, and how to see whether a server keeps it. */
export interface Check {
  /** 'customers.update': for --only and for programs. */
  readonly id: string;
  /** The heading that it stands under. */
  readonly theme: string;
  readonly level: Level;
  readonly asks: string;
  /** What follows in the app where it fails, for people who know the app and no servers. */
  readonly otherwise: string;
  /** May throw `Unavailable`. */
  run(context: CheckContext): Promise<Outcome>;
}

/** Something that a check needs is not to be had from this server; that has a check of its own. */
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

/** Fails with all that was found, if anything was. */
export function unless(found: readonly string[]): Outcome {
  return found.length === 0 ? OK : fails(found.join('; '));
}

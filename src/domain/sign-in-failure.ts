import { signInFailureWords } from '../words/sign-in.ts';
import type { Clock } from './ports.ts';

/** Device time in ms, and its clock. */
export interface NextTry {
  readonly at: number;
  readonly clock: Clock;
}

/** `lines` can be shown: the plainest first, the server's own words last. */
export class SignInFailure extends Error {
  override readonly name: string = 'SignInFailure';
  readonly lines: readonly string[];
  readonly nextTry: NextTry | null;

  constructor(lines: readonly string[], how: { readonly nextTry?: NextTry; readonly cause?: unknown } = {}) {
    super(lines.join(' '), { cause: how.cause });
    this.lines = lines;
    this.nextTry = how.nextTry ?? null;
  }
}

/** Thrown when a chunk of the app is missing. Some browsers retry only after a reload. */
export class NotLoadedError extends SignInFailure {
  override readonly name = 'NotLoadedError';

  /** @param lines what kept it away, where that is known */
  constructor(cause: unknown, lines: readonly string[] = [signInFailureWords.notLoaded]) {
    super(lines, { cause });
  }
}

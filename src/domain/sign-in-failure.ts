import { signInFailureWords } from '../words/sign-in.ts';
import type { Clock } from './ports.ts';

/** `at` is in ms on `clock`. */
export interface NextTry {
  readonly at: number;
  readonly clock: Clock;
}

/** `lines` are for display: the plainest first, the server's own message last. */
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

/** A chunk of the app failed to load. Some browsers retry only after a reload. */
export class NotLoadedError extends SignInFailure {
  override readonly name = 'NotLoadedError';

  constructor(cause: unknown, lines: readonly string[] = [signInFailureWords.notLoaded]) {
    super(lines, { cause });
  }
}

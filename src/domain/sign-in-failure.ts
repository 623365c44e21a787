import type { Clock } from './ports.ts';

/** When the server takes another try: a device time in ms, and the clock that it is read on. */
export interface NextTry {
  readonly at: number;
  readonly clock: Clock;
}

/** A sign-in came to nothing. `lines` are fit to be shown, the plainest first and the server's own words last. */
export class SignInFailure extends Error {
  override readonly name: string = 'SignInFailure';
  readonly lines: readonly string[];
  /** Null where the server named no time. */
  readonly nextTry: NextTry | null;

  constructor(lines: readonly string[], how: { readonly nextTry?: NextTry; readonly cause?: unknown } = {}) {
    super(lines.join(' '), { cause: how.cause });
    this.lines = lines;
    this.nextTry = how.nextTry ?? null;
  }
}

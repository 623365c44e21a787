import { signInFailureWords } from '../words/sign-in.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** A sign-in needs a part of the app that could not be fetched. Some browsers ask for it again only after a reload. */
export class NotLoadedError extends SignInFailure {
  override readonly name = 'NotLoadedError';

  /** @param lines what kept it away, where that is known */
  constructor(cause: unknown, lines: readonly string[] = [signInFailureWords.notLoaded]) {
    super(lines, { cause });
  }
}

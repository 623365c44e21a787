import { ERRORS } from './error-catalogue.ts';
import { SignInFailure } from './sign-in-failure.ts';

const MISSING = `${ERRORS.loginFailed}: a part of the app could not be loaded. Please reload the page.`;

/** A sign-in needs a part of the app that could not be fetched. Some browsers ask for it again only after a reload. */
export class NotLoadedError extends SignInFailure {
  override readonly name = 'NotLoadedError';

  /** @param lines what kept it away, where that is known */
  constructor(cause: unknown, lines: readonly string[] = [MISSING]) {
    super(lines, { cause });
  }
}

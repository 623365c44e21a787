import { ERRORS } from './error-catalogue.ts';

/** A sign-in needs a part of the app that could not be fetched. Some browsers ask for it again only after a reload. */
export class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError';

  constructor(cause: unknown) {
    super(
      `${ERRORS.loginFailed}: a part of the app could not be loaded. Check the connection and reload the page.`,
      { cause },
    );
  }
}

import { ERRORS } from './error-catalogue.ts';
import { CAPTIVE_PORTAL, NO_CONNECTION, SignInFailure } from './sign-in-failure.ts';

/** What stands between this device and the app's own files: no network, one that wants a sign-in, or nothing. */
export type Obstacle = 'noConnection' | 'captivePortal' | 'none';

const LINES: Readonly<Record<Obstacle, readonly string[]>> = {
  noConnection: [NO_CONNECTION, 'As soon as there is one, reload this page.'],
  captivePortal: [CAPTIVE_PORTAL, 'Open any web page to do that, then reload this one.'],
  none: [`${ERRORS.loginFailed}: a part of the app could not be loaded. Please reload the page.`],
};

/** A sign-in needs a part of the app that could not be fetched. Some browsers ask for it again only after a reload. */
export class NotLoadedError extends SignInFailure {
  override readonly name = 'NotLoadedError';

  constructor(cause: unknown, obstacle: Obstacle = 'none') {
    super(LINES[obstacle], { cause });
  }
}

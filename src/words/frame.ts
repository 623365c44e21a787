import { sentences } from './sentences.ts';

/** The frame around the screens, and what it shows in the place of one. */
export const frameWords = sentences({
  skip: 'Skip to content',
  openNavigation: 'Open navigation',
  navigation: 'Navigation',
  main: 'Main',
  accountMenu: 'Account menu',
  openSync: 'Open Sync',
  saved: 'Saved',
  signIn: 'Sign in',
  loading: 'Loading',
  partNotLoaded:
    'This part of the app could not be loaded. A newer version may be out, or there is no connection.',
  screenBroke: 'Something went wrong on this screen. Your changes are safe on this device.',
  retry: 'Retry',
});

import { sentences } from './sentences.ts';

/** Why a sign-in came to nothing on the way to the server, or on this device. */
export const signInFailureWords = sentences({
  noConnection: 'No connection. You need one to sign in.',
  captivePortal: 'This network asks you to sign in first.',
  notLoaded: 'Login failed: a part of the app could not be loaded. Please reload the page.',
  notKept: 'Login failed: this device could not store the sign-in.',
  anotherAccount: "This is another account. To change accounts, choose 'Not now' and log out first.",
  loggedOut: 'You were logged out. Please sign in again.',
});

import { sentences } from './sentences.ts';

export const loginWords = sentences({
  title: 'Sign in',
  why: 'Sign in to your jobs and customers.',
  home: 'Back to Home',
  username: 'Username',
  password: 'Password',
  showPassword: 'Show or hide password',
  signIn: 'Sign In',
  signingIn: 'Signing In...',
  bothMissing: 'Username and password are required',
  usernameMissing: 'Username is required',
  passwordMissing: 'Password is required',
  againInSeconds: 'Try again in {seconds, plural, one {# second} other {# seconds}}.',
  againInMinutes: 'Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  againNow: 'You can try again now.',
  reload: 'Reload',
  reloadConnected: 'Reload this page once you have one.',
  reloadSignedIn: 'Open any web page to do that, then reload this one.',
  again: 'Sign in again',
  stillSignedIn: 'You stay signed in while you do this.',
  toSend: 'Sign in to send {count, plural, one {# change} other {# changes}}.',
  notNow: 'Not now',
});

/** For server answers. */
export const signInAnswerWords = sentences({
  openAnyPage: 'Open any web page to do that, then try again here.',
  wrongPassword: 'Wrong username or password.',
  tooManyTries: 'Too many tries.',
  tooManyTriesWait: 'Too many tries. Wait a moment, then try again.',
  serverProblem: 'The server has a problem. Try again later.',
});

/** For failures on the way to the server, or on this device. */
export const signInFailureWords = sentences({
  noConnection: 'No connection. You need one to sign in.',
  captivePortal: 'This network asks you to sign in first.',
  notLoaded: 'Login failed: a part of the app could not be loaded. Please reload the page.',
  notKept: 'Login failed: this device could not store the sign-in.',
  anotherAccount: "This is another account. To change accounts, choose 'Not now' and log out first.",
  loggedOut: 'You were logged out. Please sign in again.',
});

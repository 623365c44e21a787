import { sentences } from './sentences.ts';

/** Signing in, for the first time and again. */
export const loginWords = sentences({
  title: 'Sign in',
  why: 'Sign in to your jobs and customers.',
  home: 'Back to Home',
  username: 'Username',
  password: 'Password',
  showPassword: 'Show or hide what is typed',
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
  toSend: 'Sign in to send {count, plural, one {# change} other {# changes}}.',
  notNow: 'Not now',
});

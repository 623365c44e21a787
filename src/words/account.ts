import { sentences } from './sentences.ts';

/** The account menu, and the question before a log-out. */
export const accountWords = sentences({
  menu: 'Account',
  signedInAs: 'Signed in as',
  install: 'Install app',
  about: 'About',
  logOut: 'Log out',
  changesNotSent: '{count, plural, one {# change is} other {# changes are}} not on the server yet.',
  formsNotSaved:
    '{count, plural, one {# form that you began is} other {# forms that you began are}} not saved.',
  kept: 'If you log out, this device keeps {count, plural, one {it} other {them}} until you sign in here again.',
  stay: 'Stay',
  logOutAndKeep: 'Log out and keep changes',
});

import { sentences } from './sentences.ts';

export const readyWords = sentences({
  title: 'Ready for no signal',
  // Above a check that has no result yet.
  question: 'Ready for no signal?',
  why: 'Before you drive off: see whether everything is on this device.',
  check: 'Check now',
  checking: 'Checking…',
  ready: 'Ready for no signal, {time}, {count, plural, one {# record} other {# records}}',
  notYet: 'Not ready yet, {time}',
  readyAt: 'Ready at {time}',
  notReadyAt: 'Not ready at {time}',
  staleByDay: 'That was on another day.',
  staleByChange: 'Something has changed since.',
  whatWasChecked: 'What was checked',
  noClaim: 'It says what was so at that time. What others change later is not on this device.',
  // What was found, and what cannot be known.
  records:
    '{count, plural, one {# record, as the server had it at {time}} other {# records, as the server had them at {time}}}',
  jobs: '{count, plural, =0 {No job of yours is planned for today or tomorrow.} one {Your job of today and tomorrow is here, with previews of its photos.} other {Your # jobs of today and tomorrow are here, with previews of their photos.}}',
  noName: 'Which jobs are yours is not known, so no photos were fetched.',
  setName: 'Set your name in Settings',
  current: 'All of it is stored, and the server has no newer version.',
  stored: 'All of it is stored. Whether there is a newer version could not be seen.',
  until: 'Until {time}, as far as the sign-in itself says',
  notTold: 'This server does not say how long you stay signed in.',
  free: '{size} are free.',
  roomNotTold: 'This browser does not say how much room there is.',
  promised: 'The browser has promised to keep the data.',
  notPromised: 'The browser may remove the data when the device runs short of space.',
  sevenDays:
    'An iPhone or iPad may clear the data of a site that you have not used for seven days. The app cannot see when.',
  noneStuck: 'Nothing needs your attention on Sync.',
  clockFits: 'No difference from the server’s clock was seen.',
});

export const readyLineNames = sentences({
  data: 'Your data',
  app: 'The app',
  session: 'Signed in',
  room: 'Room',
  stuck: 'Nothing stuck',
  clock: 'Clock',
});

/** For screen readers. */
export const readyStates = sentences({
  checking: 'is being checked',
  skipped: 'was not checked',
  ok: 'is all right',
  unsure: 'is not known for sure',
  todo: 'is not all right',
});

/** The one thing to do. */
export const readyTodos = sentences({
  failed:
    'The check did not finish, so it is not known whether everything is on this device. Nothing is lost. Check again. If this comes back, tell your administrator.',
  unread: 'Not everything was read: {lists}. Stay in the app where you have a signal, then check again.',
  photos:
    '{count, plural, one {# photo of your next jobs is not here yet.} other {# photos of your next jobs are not here yet.}} Stay in the app where you have a signal, then check again.',
  unlisted:
    'Of {count} of your next jobs, it is not known yet which photos there are. Stay in the app where you have a signal, then check again.',
  later: 'Check again in a few minutes, where you have a signal.',
  network: 'Sign in to the network or use another one, then check again.',
  noWorker:
    'The app does not open without a connection here. That needs an address with HTTPS, and a browser that allows it. Keep this page open.',
  missing: 'The app is not stored whole yet. Stay where you have a signal, then check again.',
  update: 'A new version of the app is ready. Update before you drive off.',
  sessionEnds: 'Your sign-in ends {time}. After that, nothing is sent until you sign in again.',
  full: 'Only {size} are free on this device. Free some space.',
  stuck:
    '{count, plural, one {# thing on Sync needs your attention.} other {# things on Sync need your attention.}}',
  install: 'Install the app, so that the browser keeps your data.',
  signInAgain: 'Sign in again',
});

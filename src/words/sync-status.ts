import { sentences } from './sentences.ts';

/** Why nothing moves between this device and the server, as the top bar says it. */
export const heldWords = sentences({
  appFault: 'App problem',
  storageFull: 'Storage full',
  signedOut: 'Signed out',
  captivePortal: 'Network needs sign-in',
  offline: 'No connection',
  unreachable: 'No connection',
  serverProblem: 'Server problem',
  throttled: 'Server busy',
});

/** How this device stands with the server, as the top bar says it. */
export const syncStatusWords = sentences({
  waiting: '{count, plural, one {# change waiting} other {# changes waiting}}',
  waitingShort: '{count, plural, other {# waiting}}',
  attention: '{count, plural, one {# needs attention} other {# need attention}}',
  neverSynced: 'Not synced yet',
  asOf: 'as of {time}',
  upToDate: 'Up to date as of {time}',
});

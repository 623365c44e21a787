/** Keeps the browser from calling home: the tests must pass on a machine without the internet. */
export const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

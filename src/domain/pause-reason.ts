/** Named causes that hold the engine; any number of them at once. */
export const PAUSE_REASONS = [
  'offline',
  'unreachable',
  'signedOut',
  'captivePortal',
  'serverProblem',
  'throttled',
  'storageFull',
  'appFault',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

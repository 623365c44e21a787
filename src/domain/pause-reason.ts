/** Several may hold at once. */
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

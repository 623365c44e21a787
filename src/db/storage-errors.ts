/** What Dexie says of a database that was closed, or a transaction that was taken back, under whoever used it. */
const CUT_OFF: readonly unknown[] = [
  'DatabaseClosedError',
  'OpenFailedError',
  'AbortError',
  'PageAsleepError',
];

/** Dexie names the quota in the error itself, or in the cause of the transaction that it aborted. */
export function isQuotaError(error: unknown): boolean {
  const { name, inner } = namesOf(error);
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError';
}

/** Whether something failed because its database was closed or did not answer; not because the device is full. */
export function wasCutOff(error: unknown): boolean {
  return CUT_OFF.includes(namesOf(error).name) && !isQuotaError(error);
}

function namesOf(error: unknown): { name?: unknown; inner?: { name?: unknown } | null } {
  return typeof error === 'object' && error !== null ? error : {};
}

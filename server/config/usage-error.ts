/** An error that the person at the keyboard can fix. The message says how. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

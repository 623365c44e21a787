/** Something that the person at the keyboard can fix; the message says what. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

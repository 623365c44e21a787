const KIB = 1024;

/** The largest bodies that are read, in bytes: none is larger than what its address is for. */
export const BODY_LIMITS = {
  /** A name and a password, or a token. Anybody may send these. */
  signIn: 16 * KIB,
  /**
   * One record. The largest has three texts of 10,000 characters, each of which JSON may write as two escapes of six
   * bytes: 3 × 10,000 × 12 = 360,000 of the 393,216. All other fields together take less than the rest.
   */
  record: 384 * KIB,
  /** Many records. */
  batch: 1024 * KIB,
} as const;

/** What a 413 says. */
export function largerThan(bytes: number): string {
  return `The request body is larger than ${Math.floor(bytes / KIB)} KiB.`;
}

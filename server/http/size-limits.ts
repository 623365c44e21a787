const KIB = 1024;

/** Maximum body sizes in bytes, as small as each endpoint allows. */
export const BODY_LIMITS = {
  /** A name and a password, or a token. Anybody may send these without signing in. */
  signIn: 16 * KIB,
  /**
   * One record. The largest has three texts of 10,000 characters, each of which JSON may write as two escapes of six
   * bytes: 3 × 10,000 × 12 = 360,000 of the 393,216. All other fields together fit into the rest.
   */
  record: 384 * KIB,
  /** Many records. */
  batch: 1024 * KIB,
} as const;

/** The text of a 413. */
export function largerThan(bytes: number): string {
  return `The request body is larger than ${Math.floor(bytes / KIB)} KiB.`;
}

/** Maximum size of one list page, feed page or batch answer, in bytes before compression. */
export const ANSWER_BYTES = 2_000_000;

/** Upper estimate of a record's size apart from its texts: field names, ids, numbers, dates. In bytes. */
export const BESIDE_TEXTS = 600;

/**
 * This many records always fit: the longest texts of an estimate, with every character written as an escape, are 182
 * KB. A power of two.
 */
export const ALWAYS_FIT = 8;

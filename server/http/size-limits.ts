const KIB = 1024;

/** In bytes, as small as each endpoint allows. */
export const BODY_LIMITS = {
  /** Sent without a sign-in. */
  signIn: 16 * KIB,
  /**
   * The largest record has three texts of 10,000 characters, each written in JSON as two escapes of six bytes: 3
   * × 10,000 × 12 = 360,000 of the 393,216. All other fields fit into the rest.
   */
  record: 384 * KIB,
  batch: 1024 * KIB,
} as const;

export function largerThan(bytes: number): string {
  return `The request body is larger than ${Math.floor(bytes / KIB)} KiB.`;
}

/** One list page, feed page or batch response, before compression. */
export const ANSWER_BYTES = 2_000_000;

/** Upper estimate of a record's bytes apart from its texts. */
export const BESIDE_TEXTS = 600;

/** A power of two. An estimate's longest texts, written as escapes, are 182 KB. */
export const ALWAYS_FIT = 8;

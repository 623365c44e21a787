/** Maximum size of one list page, feed page or batch answer, in bytes before compression. */
export const ANSWER_BYTES = 2_000_000;

/** Upper estimate of a record's size apart from its texts: field names, ids, numbers, dates. In bytes. */
export const BESIDE_TEXTS = 600;

/**
 * This many records always fit: the longest texts of an estimate, with every character written as an escape, are 182
 * KB. A power of two.
 */
export const ALWAYS_FIT = 8;

/** The most that one list, page of the feed or batch is answered with, in bytes before compression. */
export const ANSWER_BYTES = 2_000_000;

/** What a record weighs beside its texts: the names of its fields, ids, numbers, days. In bytes, rather too many. */
export const BESIDE_TEXTS = 600;

/**
 * So many records fit whatever stands in them: the longest texts of an estimate, every character written as an escape,
 * are 182 KB. A power of two.
 */
export const ALWAYS_FIT = 8;

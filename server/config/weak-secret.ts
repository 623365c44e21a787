/** Fewer different signs than these no key has that was made by chance: 48 hexadecimal digits have some 15. */
const FEWEST_SIGNS = 8;

/** What stands in examples, in the place of a key. */
const PLACEHOLDER =
  /change.?me|replace.?(me|this)|example|placeholder|your.{0,5}secret|openssl|jwt.?secret|password|x{8}/i;

/** In the order of keyboards and alphabets. */
const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl'];
/** So long a piece of one is no chance. */
const SEQUENCE_LENGTH = 8;

/**
 * Whether a text can be guessed that is to sign tokens: whoever guesses it signs in as anybody, and may try at leisure on
 * one token of their own. A text that passes may still be a bad one.
 */
export function isWeakSecret(secret: string): boolean {
  return (
    new Set(secret).size < FEWEST_SIGNS ||
    PLACEHOLDER.test(secret) ||
    repeatsItself(secret) ||
    hasSequence(secret)
  );
}

/** 'abcabcab': its later half is its earlier one, moved. */
function repeatsItself(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.startsWith(text.slice(period))) return true;
  }
  return false;
}

function hasSequence(text: string): boolean {
  const lower = text.toLowerCase();
  return SEQUENCES.some((sequence) => {
    for (let start = 0; start + SEQUENCE_LENGTH <= sequence.length; start += 1) {
      if (lower.includes(sequence.slice(start, start + SEQUENCE_LENGTH))) return true;
    }
    return false;
  });
}

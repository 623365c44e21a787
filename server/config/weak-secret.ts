/** A random key has more distinct characters: 48 hexadecimal digits have about 15. */
const MIN_DISTINCT_CHARACTERS = 8;

const PLACEHOLDER =
  /change.?me|replace.?(me|this)|example|placeholder|your.{0,5}secret|openssl|jwt.?secret|password|x{8}/i;

const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl'];
/** A run of this length does not occur by chance. */
const SEQUENCE_LENGTH = 8;

/**
 * Returns true for a key that is easy to guess. Anyone with the key can sign in as any user, and guesses can be tested
 * offline against any token. A key that passes may still be weak.
 */
export function isWeakSecret(secret: string): boolean {
  return (
    new Set(secret).size < MIN_DISTINCT_CHARACTERS ||
    PLACEHOLDER.test(secret) ||
    repeatsItself(secret) ||
    hasSequence(secret)
  );
}

/** 'abcabcab': the text repeats with some period. */
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

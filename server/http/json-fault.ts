/** Bodies of the API nest at most an object in an object. Much deeper JSON exhausts the stack when it is serialized. */
const DEEPEST = 20;

/** Array elements and object members together. A batch of 200 complete records has about 5,000. */
const MOST_PARTS = 20_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Returns why a text must not be parsed as JSON, even if it is valid. Looks only at brackets and commas, which costs a
 * fraction of parsing. Undefined when there is no objection.
 */
export function jsonFault(text: string): string | undefined {
  let depth = 0;
  let parts = 0;
  for (let place = 0; place < text.length; place += 1) {
    const sign = text.charCodeAt(place);
    if (sign === QUOTE) {
      place = endOfQuoted(text, place);
    } else if (sign === OPEN_BRACE || sign === OPEN_BRACKET) {
      depth += 1;
      parts += 1;
      if (depth > DEEPEST) return `nested more than ${DEEPEST} levels deep`;
    } else if (sign === CLOSE_BRACE || sign === CLOSE_BRACKET) {
      depth -= 1;
    } else if (sign === COMMA) {
      parts += 1;
    }
    if (parts > MOST_PARTS) return `more than ${MOST_PARTS} parts`;
  }
  return undefined;
}

/** The position of the closing quote for the one at `begin`; the end of the text when there is none. */
function endOfQuoted(text: string, begin: number): number {
  let end = begin;
  do {
    end = text.indexOf('"', end + 1);
  } while (end >= 0 && isEscaped(text, end));
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, place: number): boolean {
  let first = place;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (place - first) % 2 === 1;
}

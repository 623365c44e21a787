/** A phone number as links have it. */
export interface Dialed {
  /** The number to call. Its extension stands behind a comma, at which phones wait for the connection. */
  readonly call: string;
  /** The number for a text message, which reaches no extension. */
  readonly text: string;
}

const PLAIN = /^(?:\+?1[-. ]?)?\(?(\d{3})\)?[-. ]?(\d{3})[-. ]?(\d{4})$/;

/** Reads a number of the United States that has nothing beside it, as nearly all are written; null for any other text. */
export function plainNumber(text: string): Dialed | null {
  const [, area, exchange, line] = PLAIN.exec(text.trim()) ?? [];
  return area === undefined ? null : dialed(`+1${area}${exchange}${line}`);
}

/** Phones dial ';ext=' as digits or not at all: https://stackoverflow.com/q/9482633 */
export function dialed(number: string, extension = ''): Dialed {
  return { call: extension === '' ? number : `${number},${extension}`, text: number };
}

export interface Dialed {
  /** With an extension after a comma, at which phones wait for the connection. */
  readonly call: string;
  /** Without extension: text messages cannot reach one. */
  readonly text: string;
}

const PLAIN = /^(?:\+?1[-. ]?)?\(?(\d{3})\)?[-. ]?(\d{3})[-. ]?(\d{4})$/;

export function plainNumber(text: string): Dialed | null {
  const [, area, exchange, line] = PLAIN.exec(text.trim()) ?? [];
  return area === undefined ? null : dialed(`+1${area}${exchange}${line}`);
}

/** Phones dial ';ext=' as digits or not at all: https://stackoverflow.com/q/9482633 */
export function dialed(number: string, extension = ''): Dialed {
  return { call: extension === '' ? number : `${number},${extension}`, text: number };
}

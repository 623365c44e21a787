export interface Dialed {
  /** Includes an extension after a comma. At the comma, phones wait until the call is connected. */
  readonly call: string;
  /** Without the extension, which text messages cannot reach. */
  readonly text: string;
}

const PLAIN = /^(?:\+?1[-. ]?)?\(?(\d{3})\)?[-. ]?(\d{3})[-. ]?(\d{4})$/;

export function plainNumber(text: string): Dialed | null {
  const [, area, exchange, line] = PLAIN.exec(text.trim()) ?? [];
  return area === undefined ? null : dialed(`+1${area}${exchange}${line}`);
}

/** Uses a comma, because phones dial ';ext=' as digits or not at all: https://stackoverflow.com/q/9482633 */
export function dialed(number: string, extension = ''): Dialed {
  return { call: extension === '' ? number : `${number},${extension}`, text: number };
}

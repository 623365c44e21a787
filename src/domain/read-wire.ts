/**
 * Tolerant readers for one value of a server's JSON. A record that cannot be read whole is kept with what
 * can be read, so none of these throws: what is no text reads as ''.
 */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return '';
}

/** A choice as it came, even one that this version does not know; the default where nothing came. */
export function readChoice(value: unknown, fallback: string): string {
  const text = readText(value);
  return text === '' ? fallback : text;
}

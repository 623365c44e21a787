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

/**
 * The local id of the record that a server's id refers to: always the id as text. Some servers send the record
 * itself. Null where there is none.
 */
export function readReference(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  return typeof id === 'string' || typeof id === 'number' ? String(id) || null : null;
}

/** Only for our own resource descriptions, never for data from clients. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** Only for our own resource descriptions. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Quotes a name from our own resource descriptions as an SQL identifier. Never used for data from clients. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** Quotes a text from our own resource descriptions as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** What looks like a sentence and is read by machines or developers alone, by file. */
export const MACHINE_TEXT: ReadonlyMap<string, readonly string[]> = new Map([
  ['src/api/event-client.ts', ['Bearer {}']],
  ['src/api/http-client.ts', ['Bearer {}']],
  ['src/db/app-database.ts', ['localId, &serverId, position']],
]);

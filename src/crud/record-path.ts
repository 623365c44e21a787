import type { RecordRow } from '../records/use-records.ts';

/** The address of a record's screen: by the server's id, which other devices know too, as soon as there is one. */
export function recordPath(
  path: string,
  { localId, serverId }: Pick<RecordRow<unknown>, 'localId' | 'serverId'>,
): string {
  return `${path}/${encodeURIComponent(serverId ?? localId)}`;
}

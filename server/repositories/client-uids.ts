import type { CompanyScope } from '../db/company-scope.ts';

/** The record that was created with a key. It may have been deleted. */
export interface Keyed {
  readonly table: string;
  readonly recordId: number;
}

/** By the key in lowercase. */
export async function findAllKeyed(
  scope: CompanyScope,
  clientUids: readonly string[],
): Promise<ReadonlyMap<string, Keyed>> {
  const rows = await scope.query<Keyed & { uid: string }>(
    `select client_uid as uid, resource as "table", record_id as "recordId" from client_uids
     where company_id = $1 and client_uid = any($2::uuid[])`,
    [clientUids],
  );
  return new Map(rows.map(({ uid, table, recordId }) => [uid, { table, recordId }]));
}

export async function findKeyed(scope: CompanyScope, clientUid: string): Promise<Keyed | undefined> {
  const [row] = await scope.query<Keyed>(
    `select resource as "table", record_id as "recordId" from client_uids
     where company_id = $1 and client_uid = $2`,
    [clientUid],
  );
  return row;
}

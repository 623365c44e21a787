import type { CompanyScope } from '../db/company-scope.ts';

/** Bytes that a company has, by their SHA-256. */
export interface StoredFile {
  readonly sha256: string;
  readonly size: number;
  readonly mediaType: string;
}

const COLUMNS = 'sha256, size, media_type as "mediaType"';
/** No row is changed more than once a day only to say that its bytes are still wanted. */
const RENEWED_HOURS = 24;

export async function findStoredFile(scope: CompanyScope, sha256: string): Promise<StoredFile | undefined> {
  const [row] = await scope.query<StoredFile>(
    `select ${COLUMNS} from blobs where company_id = $1 and sha256 = $2`,
    [sha256],
  );
  return row;
}

/** `isOld` if it must be renewed, so that the sweep does not take it from a client that relies on it. */
export async function findStoredFiles(
  scope: CompanyScope,
  hashes: readonly string[],
): Promise<readonly (StoredFile & { readonly isOld: boolean })[]> {
  return scope.query(
    `select ${COLUMNS}, used_at < now() - make_interval(hours => ${RENEWED_HOURS}) as "isOld"
     from blobs where company_id = $1 and sha256 = any ($2::text[])`,
    [hashes],
  );
}

/** Returns those that are still there. */
export async function renewStoredFiles(
  scope: CompanyScope,
  hashes: readonly string[],
): Promise<readonly string[]> {
  const rows = await scope.query<{ sha256: string }>(
    `update blobs set used_at = now() where company_id = $1 and sha256 = any ($2::text[]) returning sha256`,
    [hashes],
  );
  return rows.map(({ sha256 }) => sha256);
}

export async function insertStoredFile(scope: CompanyScope, file: StoredFile): Promise<void> {
  await scope.query(
    `insert into blobs (company_id, sha256, size, media_type) values ($1, $2, $3, $4)
     on conflict (company_id, sha256) do update set used_at = now()`,
    [file.sha256, file.size, file.mediaType],
  );
}

const LOCK_KEY = "hashtextextended('file ' || $1::text || ' ' || $2, 0)";

/** Until the transaction ends, an upload that finishes and the sweep wait for each other. */
export async function lockStoredFile(scope: CompanyScope, sha256: string): Promise<void> {
  await scope.query(`select pg_advisory_xact_lock(${LOCK_KEY})`, [sha256]);
}

/** Locks as `lockStoredFile` does, or returns false if another transaction has the lock. */
export async function tryLockStoredFile(scope: CompanyScope, sha256: string): Promise<boolean> {
  const [row] = await scope.query<{ isLocked: boolean }>(
    `select pg_try_advisory_xact_lock(${LOCK_KEY}) as "isLocked"`,
    [sha256],
  );
  return row?.isLocked === true;
}

/** In bytes. */
export async function sizeOfStoredFiles(scope: CompanyScope): Promise<number> {
  const [row] = await scope.query<{ bytes: number }>(
    'select coalesce(sum(size), 0)::bigint as bytes from blobs where company_id = $1',
  );
  return row?.bytes ?? 0;
}

const UNUSED = `used_at < now() - make_interval(days => $2) and not exists (
  select from attachments a where a.company_id = blobs.company_id
    and (a.sha256 = blobs.sha256 or a.thumb_sha256 = blobs.sha256))`;

/** Names files that no attachment has used for so many days. */
export async function unusedFiles(scope: CompanyScope, days: number): Promise<readonly string[]> {
  const rows = await scope.query<{ sha256: string }>(
    `select sha256 from blobs where company_id = $1 and ${UNUSED}`,
    [days],
  );
  return rows.map(({ sha256 }) => sha256);
}

/** Only if it is still unused. */
export async function forgetUnusedFile(scope: CompanyScope, sha256: string, days: number): Promise<void> {
  await scope.query(`delete from blobs where company_id = $1 and sha256 = $3 and ${UNUSED}`, [days, sha256]);
}

/** Which of these hashes the company has no file for. */
export async function unknownFiles(
  scope: CompanyScope,
  hashes: readonly string[],
): Promise<readonly string[]> {
  const known = new Set((await findStoredFiles(scope, hashes)).map(({ sha256 }) => sha256));
  return hashes.filter((sha256) => !known.has(sha256));
}

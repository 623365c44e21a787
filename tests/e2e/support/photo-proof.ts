import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { attachmentSpec } from '../../../src/domain/attachment.ts';
import type { Random } from '../../../src/domain/ports.ts';
import type { SmallPhoto } from '../../support/photos/small-photos.ts';
import type { Companion } from './companion.ts';
import type { FaultyProxy } from './faulty-proxy.ts';

export const FILE_PATH = /^\/api\/v1\/files\/[\da-f]{64}\/$/;
/** Rows go alone or in batches. */
const CHANGES_PATH = /^\/api\/v1\/(?:attachments\/attachments|sync\/batch)\/$/;

const rowsSchema = z.object({
  results: z.array(z.object({ name: z.string(), sha256: z.string(), thumb_sha256: z.string() })),
});

/** What the server has of a work order's photos: its rows, and the hashes of all of its files by their names. */
export interface OnServer {
  readonly rows: z.infer<typeof rowsSchema>['results'];
  readonly files: Readonly<Record<string, string>>;
}

/** Reads the files in the server's folder, not through the server. */
export async function photosOnDisk(server: Companion, workOrder: number): Promise<OnServer> {
  const { body } = await server.api(`${attachmentSpec.path}?work_order=${workOrder}&page_size=500`);
  const folder = join(server.dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries)
    if (entry.isFile())
      files[basename(entry.name)] = hashOf(await readFile(join(entry.parentPath, entry.name)));
  return { rows: rowsSchema.parse(body).results, files };
}

/** Returns how many rows of a work order the server has. */
export async function countOnServer(server: Companion, workOrder: number): Promise<number> {
  const { body } = await server.api(`${attachmentSpec.path}?work_order=${workOrder}&page_size=500`);
  return rowsSchema.parse(body).results.length;
}

/** Returns what a server should have: one row for each photo, one file for each picture, and nothing else. */
export function whatWasTaken(photos: readonly SmallPhoto[], { rows }: OnServer) {
  const hashes = new Set([
    ...photos.map(({ sha256 }) => sha256),
    ...rows.map(({ thumb_sha256: hash }) => hash),
  ]);
  return {
    rows: photos.map(({ name, sha256 }) => ({ name, sha256 })),
    files: Object.fromEntries([...hashes].toSorted().map((hash) => [hash, hash])),
  };
}

/** Returns the same of what it has. */
export function whatIsThere({ rows, files }: OnServer) {
  return {
    rows: rows.map(({ name, sha256 }) => ({ name, sha256 })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    files: Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Loses requests, and answers to requests that were carried out, at random among the next. */
export function loseSome(proxy: FaultyProxy, random: Random, count: number): void {
  for (let n = 0; n < count; n += 1) {
    const kind = random() < 0.7 ? 'lose-answer' : 'drop';
    const fault = { kind } as const;
    proxy.inject({ method: 'PUT', path: FILE_PATH, fault, after: Math.floor(random() * 15), times: 1 });
    proxy.inject({ method: 'POST', path: CHANGES_PATH, fault, after: Math.floor(random() * 5), times: 1 });
  }
}

/** Runs in a page. Returns the names of the photos whose rows and bytes are on the device, sorted. */
export async function photosOnDevice(): Promise<string[]> {
  const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    });
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const db = await answerOf(indexedDB.open(names.find((name) => name.includes('-account-')) ?? 'none'));
  // One transaction, for a consistent snapshot.
  const tx = db.transaction(['attachments', 'fileBytes']);
  const [rows, bytes] = await Promise.all([
    answerOf(
      tx.objectStore('attachments').getAll() as IDBRequest<
        { view: { name: string; sha256: string; thumb_sha256: string } | null }[]
      >,
    ),
    answerOf(tx.objectStore('fileBytes').getAllKeys()),
  ]);
  db.close();
  const views = rows.flatMap(({ view }) => (view ? [view] : []));
  const isWhole = ({ sha256, thumb_sha256: thumb }: (typeof views)[number]): boolean =>
    bytes.includes(sha256) && (thumb === '' || bytes.includes(thumb));
  return views
    .filter(isWhole)
    .map(({ name }) => name)
    .sort();
}

/** One photo in this many is chosen in all tabs. */
const ONE_IN = 20;

/** Deals photos to this many tabs. Some go to all of them, and must still arrive only once. */
export function dealt<T>(photos: readonly T[], tabs: number): T[][] {
  const goesTo = (n: number, tab: number): boolean => n % tabs === tab || n % ONE_IN === 0;
  return Array.from({ length: tabs }, (_, tab) => photos.filter((_photo, n) => goesTo(n, tab)));
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import type { Fields } from '../../../src/domain/resource-spec.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import type { MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import { BATCH_PATH, batchItems } from '../../memory-server/batch.ts';
import type { Exchange } from '../machine/network.ts';
import type { Company } from '../server/company.ts';
import type { World } from '../world.ts';
import { readRow } from './meaning.ts';
import { accountStores, type Stores } from './stores.ts';
import { Violation } from './violation.ts';

/** F1: a photo that was accepted is on the disk as a whole. */
export function checkKept(stores: Stores | undefined, localId: string, hashes: readonly string[]): void {
  const bytes = stores?.bytes();
  const isWhole = stores?.mirror('attachments').has(localId) && hashes.every((hash) => bytes?.has(hash));
  if (!isWhole) throw new Violation('F1', `attachments/${localId} was accepted, but is not on the disk`);
}

/**
 * F3: all bytes that an open create names are on the device, with their hash.
 * @param madeAgain local ids of photos that a person created again after their bytes had left the device
 */
export function checkBytes(stores: Stores, madeAgain: ReadonlySet<string>): void {
  const creates = createsIn(stores, (localId) => !madeAgain.has(localId));
  if (creates.length === 0) return;
  const held = stores.bytes();
  for (const row of creates) {
    for (const hash of namesIn(row)) {
      const kept = held.get(hash);
      if (!kept || sha256Hex(kept) !== hash)
        throw new Violation('F3', `the bytes ${hash.slice(0, 6)} of a new photo left the device`);
    }
  }
}

export function lacksBytes(stores: Stores, { view, server }: MirrorRecord): boolean {
  const bytes = stores.bytes();
  return [view, server].some((row) => row !== null && namesIn(row).some((hash) => !isWhole(bytes, hash)));
}

export function namedByCreates(stores: Stores): ReadonlySet<string> {
  return new Set(createsIn(stores).flatMap(namesIn));
}

/** The rows that open creates make. */
function createsIn({ outbox }: Stores, isWanted: (localId: string) => boolean = () => true): Fields[] {
  const creates = outbox.filter(
    ({ resource, kind, localId }) => resource === 'attachments' && kind === 'create' && isWanted(localId),
  );
  return creates.map(({ fields }) =>
    Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value])),
  );
}

function isWhole(bytes: ReadonlyMap<string, ArrayBuffer>, hash: string): boolean {
  const kept = bytes.get(hash);
  return kept !== undefined && sha256Hex(kept) === hash;
}

/** F4: a row goes out only after the server has had its bytes. F3: so do no bytes that no row names. */
export function checkFileSent(world: World, { tab, request }: Exchange): void {
  const companies = ['ann', 'bob'].map((name) => world.server.companyOf(name));
  for (const row of rowsIn(request)) {
    for (const hash of namesIn(row))
      if (!companies.some(({ shelf }) => shelf.seen.has(hash)))
        throw new Violation('F4', `a row was sent before its bytes ${hash.slice(0, 6)}`);
  }
  const [, hash] = /^\/api\/v1\/files\/([\da-f]{64})\//.exec(request.path) ?? [];
  if (request.method !== 'PUT' || hash === undefined) return;
  const isNamed = accountStores(tab.device.factory).some((stores) => {
    const rows = [...stores.mirror('attachments').values()].flatMap(({ view, server }) => [view, server]);
    return [...rows, ...createsIn(stores)].some((row) => row !== null && namesIn(row).includes(hash));
  });
  if (!isNamed) throw new Violation('F3', `the bytes ${hash.slice(0, 6)} were sent, but no row names them`);
}

/** F10 and the server's part: each confirmed row has its bytes there, unless the server lost them. */
export function checkRowsHaveBytes(company: Company): void {
  if (company.shelf.lost > 0) return;
  for (const row of company.of('attachments'))
    for (const hash of namesIn(row as unknown as Fields))
      if (!company.shelf.has(hash))
        throw new Violation('F10', `the server has the row ${row.id}, but not its bytes ${hash.slice(0, 6)}`);
}

/** At the end: what server and devices have is whole, and after a loss the server has again what a device still holds. */
export function checkFilesAtEnd(world: World): void {
  for (const { factory, name } of world.devices)
    for (const stores of accountStores(factory)) {
      const files = stores.files();
      const shelf = world.companyOf(stores.name)?.shelf;
      for (const [hash, bytes] of stores.bytes()) {
        if (sha256Hex(bytes) === hash) continue;
        const file = files.get(hash);
        if (!file?.isDamaged) throw new Violation('F13', `${name} has other bytes as ${hash.slice(0, 6)}`);
        if (file.state !== 'spare' && world.rested.has(stores.name) && shelf?.has(hash))
          throw new Violation(
            'F41',
            `${name} keeps damaged bytes of ${hash.slice(0, 6)}, which the server has`,
          );
      }
    }
  for (const name of ['ann', 'bob']) {
    const { shelf } = world.server.companyOf(name);
    for (const hash of shelf.names)
      if (sha256Hex(new Uint8Array(shelf.bytesOf(hash) ?? []).buffer) !== hash)
        throw new Violation('F9', `the server has other bytes as ${hash.slice(0, 6)}`);
  }
  if (!world.server.features.extensions.includes('changes')) return;
  for (const device of world.devices) {
    for (const stores of accountStores(device.factory)) {
      const company = world.companyOf(stores.name);
      if (!company || !world.rested.has(stores.name)) continue;
      const bytes = stores.bytes();
      checkPhotoLists(company, stores);
      for (const { server, serverId, localId } of stores.mirror('attachments').values()) {
        if (!server) continue;
        if (!company.find('attachments', String(serverId)))
          throw new Violation(
            'I12',
            `attachments/${localId} is still on ${device.name}, but not on the server`,
          );
        for (const hash of namesIn(server))
          if (isWhole(bytes, hash) && !company.shelf.has(hash))
            throw new Violation(
              'F10',
              `the server lost ${hash.slice(0, 6)}, and ${device.name} did not send it again`,
            );
      }
    }
  }
}

/** I12, F27: a list that was read shows what the server has. */
function checkPhotoLists(company: Company, stores: Stores): void {
  const held = new Map(
    [...stores.mirror('attachments').values()].map((record) => [String(record.serverId), record]),
  );
  for (const [key, { readAt, doubtedAt }] of stores.photoLists()) {
    if (readAt === null) continue;
    if (doubtedAt !== null) throw new Violation('F25', `${key} is still in doubt`);
    const customer = key.slice('photoList:customers/'.length);
    for (const row of company.of('attachments')) {
      const shown = company.shown('attachments', row);
      if (String(shown['customer']) !== customer) continue;
      const record = held.get(String(shown['id']));
      if (!record)
        throw new Violation('F27', `attachments ${row.id} of ${key} is on the server, but not on the device`);
      const meant = readRow('attachments', shown);
      const differs = Object.keys(meant).find((field) => meant[field] !== record.server?.[field]);
      if (differs !== undefined)
        throw new Violation(
          'I12',
          `attachments/${record.localId} has ${differs} = ${String(record.server?.[differs])}, but the server has ${String(meant[differs])}`,
        );
    }
  }
}

/** The rows that a request creates. */
function rowsIn({ method, path, body }: Exchange['request']): Fields[] {
  if (method === 'POST' && path.startsWith('/api/v1/attachments/')) return [body as Fields];
  if (path !== BATCH_PATH) return [];
  return batchItems(body)
    .filter((item) => item.resource === 'attachments' && item.method === 'POST')
    .map((item) => item.body as Fields);
}

function namesIn(row: Fields): string[] {
  return [row['sha256'], row['thumb_sha256']].filter(
    (hash): hash is string => typeof hash === 'string' && hash !== '',
  );
}

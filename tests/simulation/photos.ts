import { wishForPhotos } from '../../src/db/photo-lists.ts';
import type { NetworkChoice } from '../../src/db/tables.ts';
import { sha256Hex } from '../../src/domain/sha256.ts';
import {
  chooseNetwork,
  keepPhoto,
  readChecked,
  requestFile,
  requestFiles,
  tryFilesAgain,
} from '../../src/records/photos.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
import { checkKept, namedByCreates } from './checks/files-check.ts';
import type { Stores } from './checks/stores.ts';
import { act, type Desk, listed, type Of, picked, storesAt } from './person.ts';
import type { Command } from './program/program.ts';
import { SMALLEST_RANGE } from './small-ranges.ts';
import type { World } from './world.ts';

/** Bytes that are the same for the same picture, of one to six ranges. */
function pictureOf(n: number): ArrayBuffer {
  const bytes = new Uint8Array(4 + ((n * 37) % (6 * SMALLEST_RANGE)));
  for (let place = 0; place < bytes.length; place += 1) bytes[place] = (place * 13 + n * 7 + 1) % 251;
  bytes.set([0xff, 0xd8, 0xff]);
  return bytes.buffer;
}

function stored(bytes: ArrayBuffer) {
  return { bytes, sha256: sha256Hex(bytes), mediaType: 'image/jpeg' };
}

export function takePhoto(world: World, desk: Desk, { mark, picture, customer: n }: Of<'photo'>): void {
  const { records } = desk;
  const customer = picked(listed(desk, 'customers'), n)?.localId ?? null;
  const name = `p${mark}${world.userOf(records.db.name) ?? ''}`;
  const file = stored(pictureOf(picture));
  const thumb = picture % 4 === 0 ? null : stored(pictureOf(picture + 1_000_003));
  world.begin('attachments', name, records.db.name);
  const hashes = [file, ...(thumb ? [thumb] : [])].map(({ sha256 }) => sha256);
  act(
    desk,
    null,
    () => keepPhoto(records, { file, thumb, fields: { name, customer } }),
    ({ localId }) => {
      const stores = storesAt(desk);
      world.attempt(() => checkKept(stores, localId, hashes));
      const expectation = desk.expectations.of('attachments', localId, name);
      expectation.created = name;
      expectation.values.set('name', [name]);
      if (customer !== null) expectation.values.set('customer', [customer]);
      world.note(`${desk.tab.name} took ${name}: ${hashes.map((hash) => hash.slice(0, 6)).join(' ')}`);
    },
  );
}

export function lookAtPhoto(desk: Desk, { pick }: Of<'look'>): void {
  const gone = [...(storesAt(desk)?.files().values() ?? [])].filter(({ state }) => state === 'gone');
  const file = picked(gone, pick);
  if (file) desk.tab.act(() => void requestFile(desk.records, file).catch(() => {}));
}

export function rotPhoto(desk: Desk, { pick }: Of<'rot'>): void {
  const stores = storesAt(desk);
  if (!stores) return;
  const needed = namedByCreates(stores);
  const stored = [...stores.files().values()].filter(
    ({ sha256, state }) => state === 'stored' && !needed.has(sha256),
  );
  const file = picked(stored, pick);
  if (file) desk.tab.act(() => void rot(desk.records, file.sha256).catch(() => undefined));
}

async function rot(records: RecordServices, sha256: string): Promise<void> {
  const { relaxed } = records.db;
  const { files, fileBytes, attachments, outbox } = relaxed;
  await relaxed.transaction('rw', files, fileBytes, attachments, outbox, async () => {
    const kept = await fileBytes.get(sha256);
    if (!kept || (await files.get(sha256))?.state !== 'stored') return;
    const bytes = kept.bytes.slice(0);
    new Uint8Array(bytes).fill(0, -1);
    await fileBytes.put({ sha256, bytes });
  });
  await readChecked(records, sha256);
}

/** A person looks at all damaged photos, and has files sent again that were refused. */
export function mendPhotos({ tab, records }: Desk, stores: Stores): void {
  const damaged = [...stores.bytes()].flatMap(([hash, bytes]) => (sha256Hex(bytes) === hash ? [] : [hash]));
  const refused = [...stores.files().values()].flatMap(({ state, sha256 }) =>
    state === 'refused' ? [sha256] : [],
  );
  for (const hash of damaged) tab.act(() => void readChecked(records, hash).catch(() => undefined));
  if (refused.length > 0) tab.act(() => void tryFilesAgain(records, refused).catch(() => undefined));
}

export function openPhotos(desk: Desk, { customer }: Pick<Of<'photos'>, 'customer'>): void {
  const record = picked(listed(desk, 'customers'), customer);
  if (record?.serverId !== undefined) show(desk, [record.localId]);
}

/** Opens the photos of all customers that the device knows photos of. */
export function openAllPhotos(desk: Desk): void {
  const stores = storesAt(desk);
  const rows = [...(stores?.mirror('attachments').values() ?? [])];
  const known = rows.flatMap(({ view }) => (view?.['customer'] ? [String(view['customer'])] : []));
  const opened = [...(stores?.photoLists().keys() ?? [])].map((key) =>
    key.slice('photoList:customers/'.length),
  );
  show(desk, [...new Set([...known, ...opened])]);
}

function show({ tab, records }: Desk, ids: readonly string[]): void {
  const { relaxed } = records.db;
  const at = records.clock.now();
  const wishes = ids.map((id) => ({ resource: 'customers', id, at, isShown: true }) as const);
  tab.act(
    () =>
      void relaxed.transaction('rw', relaxed.meta, (tx) => wishForPhotos(tx, wishes)).catch(() => undefined),
  );
}

export function forgetPhotos(world: World, { photos, customer }: Extract<Command, { do: 'forget' }>): void {
  for (const company of new Set(['ann', 'bob'].map((user) => world.server.companyOf(user)))) {
    // No list shows the others, and no screen makes them.
    const newest = company
      .of('attachments')
      .filter((row) => row['customer'] !== null)
      .slice(-photos);
    for (const row of newest) company.remove('attachments', row);
    const id = newest.at(-1)?.['customer'];
    const last = company.of('customers').find((row) => row.id === id);
    if (customer && last && company.referringTo('customers', last).length === 0)
      company.remove('customers', last);
  }
  world.server.restart();
}

export function pickNetwork({ tab, records }: Desk, choice: NetworkChoice): void {
  tab.act(() => void chooseNetwork(records, choice).catch(() => {}));
}

export function pressSend({ tab, records }: Desk): void {
  tab.act(() => void requestFiles(records).catch(() => {}));
}

export function handleShelf(world: World, { what, ms }: Extract<Command, { do: 'shelf' }>): void {
  const companies = new Set(['ann', 'bob'].map((user) => world.server.companyOf(user)));
  for (const { shelf, isNamed } of companies) {
    if (what === 'spoil') shelf.spoil();
    else if (what === 'lose') shelf.lose();
    else if (what === 'stop') shelf.stopsBeforeJoin = true;
    else {
      const found = shelf.names.filter((hash) => !isNamed(hash));
      world.time.setTimer(null, () => shelf.sweep(isNamed, found), ms);
    }
  }
  // The operator of a restored server begins the feed again.
  if (what === 'lose') world.server.restart();
}

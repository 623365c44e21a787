import { expect, it } from 'vitest';
import { browserSealing } from '../../src/app/device/seal.ts';
import { sha256Hex } from '../../src/domain/sha256.ts';
import { MUTATION_SCHEMA, type Mutation } from '../../src/outbox/mutation.ts';
import type { Manifest } from '../../src/records/rescue/manifest.ts';
import { openRescue, RescueWriter } from '../../src/records/rescue/rescue-file.ts';
import { aMutation } from '../support/records/mutations.ts';

const ports = {
  hash: async (bytes: ArrayBuffer) => sha256Hex(bytes),
  sealing: async () => browserSealing(),
};
const plain = { ...ports, sealing: async () => null };

const photo = new TextEncoder().encode('a photo of a wet wall').buffer;

const manifest: Manifest = {
  origin: 'http://api.test',
  userId: '1',
  username: 'maria',
  schema: MUTATION_SCHEMA,
  appVersion: '1',
  savedAt: 0,
  lanes: [{ resource: 'customers', localId: 'a', copy: null, mutations: [aMutation()] }],
  files: [{ sha256: sha256Hex(photo), type: 'image/jpeg', size: photo.byteLength }],
  unread: { changes: 0, photos: 0 },
};

async function made(given: Partial<Manifest> | Record<string, unknown> = {}, passphrase = ''): Promise<Blob> {
  const writer = await RescueWriter.begin(ports, passphrase);
  await writer.add(photo);
  return writer.end({ ...manifest, ...given } as Manifest);
}

const problemOf = (file: Blob, passphrase = '', with_ = ports): Promise<unknown> =>
  openRescue(with_, file, passphrase)
    .then(({ bytesOf }) => bytesOf(0))
    .then(
      () => null,
      ({ problem }: { problem: unknown }) => problem,
    );

/** The file with one byte changed. */
async function damaged(file: Blob, place: number): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return new Blob([bytes]);
}

it.each(['', 'two wet carpets'])('a file is read back, with the passphrase %j', async (passphrase) => {
  const { manifest: read, bytesOf } = await openRescue(ports, await made({}, passphrase), passphrase);
  expect(read).toEqual(manifest);
  expect(await bytesOf(0)).toEqual(photo);
});

it.each(['', 'two wet carpets'])(
  '[R9] a file cut anywhere is refused, with the passphrase %j',
  async (passphrase) => {
    const file = await made({}, passphrase);
    const head = (await file.text()).indexOf('\n');
    expect(await problemOf(file, passphrase)).toBeNull();
    for (const size of [0, 10, head])
      expect(await problemOf(file.slice(0, size), passphrase)).toBe('foreign');
    for (const size of [head + 1, file.size - photo.byteLength, file.size - 1])
      expect(await problemOf(file.slice(0, size), passphrase)).toBe('cut');
  },
);

it.each(['', 'two wet carpets'])(
  '[R9] a damaged file is refused, with the passphrase %j',
  async (passphrase) => {
    const file = await made({}, passphrase);
    const head = (await file.text()).indexOf('\n');
    for (const place of [head + 5, Math.round((head + file.size) / 2), file.size - 1])
      expect(await problemOf(await damaged(file, place), passphrase)).toBe('damaged');
    expect(await problemOf(new Blob([file, 'more']), passphrase)).toBe('damaged');
  },
);

it('[R9] parts of an encrypted file that changed places are refused', async () => {
  const writer = await RescueWriter.begin(ports, 'two wet carpets');
  await writer.add(photo);
  await writer.add(photo);
  const [one] = manifest.files;
  const file = await writer.end({ ...manifest, files: one ? [one, one] : [] });
  const part = photo.byteLength + 16;
  const from = file.size - 2 * part;
  const turned = new Blob([file.slice(0, from), file.slice(from + part), file.slice(from, from + part)]);
  expect(await problemOf(turned, 'two wet carpets')).toBe('damaged');
});

it('[R9] a file of a newer version is refused', async () => {
  const text = await (await made()).text();
  expect(await problemOf(new Blob([text.replace('"version":1', '"version":2')]))).toBe('newer');
  expect(await problemOf(await made({ schema: MUTATION_SCHEMA + 1 }))).toBe('newer');
  const lanes = [{ resource: 'nothing', localId: 'a', copy: null, mutations: [] }];
  expect(await problemOf(await made({ lanes }))).toBe('newer');
});

function withChange(change: Partial<Mutation>): Partial<Manifest> {
  const mutations = [{ ...aMutation({ localId: 'a' }), ...change } as Mutation];
  return { lanes: [{ resource: 'customers', localId: 'a', copy: null, mutations }] };
}

const copy = {
  serverId: 7,
  server: { city: 'Reno', zip: null, total: 1 },
  position: [1, 7],
  version: 2,
  seen: { created_at: null, updated_at: 1, first_seen: 1 },
};

function withCopy(change: Record<string, unknown>): Record<string, unknown> {
  const lane = { resource: 'customers', localId: 'a', copy: { ...copy, ...change }, mutations: [] };
  return { lanes: [lane] };
}

it('the copy of a record is read back', async () => {
  expect(await problemOf(await made(withCopy({})))).toBeNull();
});

it.each<[string, Record<string, unknown>]>([
  ['origin', { origin: 1 }],
  ['user', { userId: 1 }],
  ['lanes', { lanes: {} }],
  ['a lane', { lanes: [{ resource: 'customers', localId: 1, copy: null, mutations: [] }] }],
  ['a copy', { lanes: [{ resource: 'customers', localId: 'a', copy: { serverId: 1 }, mutations: [] }] }],
  ['a change', { lanes: [{ resource: 'customers', localId: 'a', copy: null, mutations: [{ schema: 3 }] }] }],
  [
    'a change’s age',
    { lanes: [{ resource: 'customers', localId: 'a', copy: null, mutations: [{ schema: 1 }] }] },
  ],
  ['files', { files: [{ sha256: 'x', type: '', size: 1 }] }],
  ['what was not read', { unread: { changes: 1 } }],
  ['names', { names: [1] }],
  ['an unknown kind of change', withChange({ kind: 'merge' as never })],
  ['a change of another record', withChange({ localId: 'b' })],
  ['a field', withChange({ fields: { city: { base: null, value: { a: 1 } as never } } })],
  ['a field without a base', withChange({ fields: { city: { value: 'Reno' } as never } })],
  ['an update with a key', withChange({ idempotencyKey: 'key' as never })],
  ['a create without a key', withChange({ kind: 'create' })],
  ['the time of a change', withChange({ acceptedAt: 'today' as never })],
  ['the order of a change', withChange({ seq: 'first' as never })],
  ['the copy under a change', withChange({ mergeBase: 'none' as never })],
  ['a conflict', withChange({ refusal: { conflict: { before: 1 } } as never })],
  ['the place of a copy', withCopy({ position: [1] })],
  ['the values of a copy', withCopy({ server: { city: ['Reno'] } })],
  ['the times of a copy', withCopy({ seen: { created_at: null } })],
])('[R9] a file with another shape is refused: %s', async (_, given) => {
  expect(await problemOf(await made(given))).toBe('damaged');
});

it.each([
  ['a photo', new Blob([photo])],
  ['JSON', new Blob(['{"a": 1}\n'])],
  ['nothing', new Blob([])],
])('[R9] another kind of file is refused: %s', async (_, file) => {
  expect(await problemOf(file)).toBe('foreign');
});

it('[R9] a head with impossible numbers is refused', async () => {
  const text = await (await made({}, 'two wet carpets')).text();
  expect(await problemOf(new Blob([text.replace('"rounds":600000', '"rounds":6e12')]))).toBe('damaged');
});

it('[R10] a browser that cannot encrypt says so', async () => {
  await expect(RescueWriter.begin(plain, 'two wet carpets')).rejects.toMatchObject({
    problem: 'cannotDecrypt',
  });
  expect(await problemOf(await made({}, 'two wet carpets'), 'two wet carpets', plain as typeof ports)).toBe(
    'cannotDecrypt',
  );
});

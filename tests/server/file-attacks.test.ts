import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { FileShelf } from '../../server/files/file-shelf.ts';
import { FolderStorage } from '../../server/files/folder-storage.ts';
import {
  fileOf,
  getFile,
  hashOf,
  putFile,
  STORED,
  statesOf,
  storedPicture,
} from '../support/server/files.ts';
import { send } from '../support/server/send.ts';
import { build, type TestAccount, type TestServer } from '../support/server/server.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

// More attacks are in refused-files, files and attachments.

const MIB = 1024 * 1024;
const ROWS = '/api/v1/attachments/attachments/';

let server: TestServer;
let ann: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
  ann = await server.account('ann');
  bob = await server.account('bob');
});

afterAll(() => server.close());

describe('a picture that is also a web page', () => {
  it('comes back as a download of a picture, whatever its row and the request call it', async () => {
    const page = '<!doctype html><script>alert(document.cookie)</script>';
    const bytes = fileOf('jpeg', page, 400);
    const sha256 = hashOf(bytes);
    expect(await putFile(server, ann.token, bytes, { type: 'application/octet-stream' })).toMatchObject(
      STORED,
    );
    const row = await send(server, `POST ${ROWS}`, {
      token: ann.token,
      body: { sha256, name: 'page.html', media_type: 'text/html', kind: 'document' },
    });
    expect(row).toMatchObject({ status: 201, json: { media_type: 'image/jpeg', name: 'page.html' } });
    for (const headers of [{ accept: 'text/html' }, { range: 'bytes=20-' }])
      expect((await getFile(server, ann.token, sha256, headers)).headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': `attachment; filename="${sha256.slice(0, 12)}.jpg"`,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      });
  });

  it.each(['../../../etc/passwd', '..\\..\\boot.ini', '"; filename="x.exe', '/etc/passwd', '<b>.jpg'])(
    'or whose name is %s has that name in its row alone',
    async (name) => {
      const sha256 = await storedPicture(server, ann.token, `named ${name}`);
      const row = await send(server, `POST ${ROWS}`, { token: ann.token, body: { sha256, name } });
      expect(row).toMatchObject({ status: 201, json: { name } });
      const { headers } = await getFile(server, ann.token, sha256);
      expect(headers['content-disposition']).toBe(`attachment; filename="${sha256.slice(0, 12)}.jpg"`);
    },
  );
});

it('a picture of a few bytes that claims four billion pixels is stored as it is, because nothing draws it', async () => {
  const bytes = fileOf('png', 'bomb', 60);
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12);
  bytes.writeUInt32BE(65_535, 16);
  bytes.writeUInt32BE(65_535, 20);
  expect(await putFile(server, ann.token, bytes)).toMatchObject(STORED);
  expect((await getFile(server, ann.token, hashOf(bytes))).bytes.equals(bytes)).toBe(true);
});

it('ranges that overlap a thousand times in one request are answered with the file once', async () => {
  const bytes = fileOf('jpeg', 'amplified', 5_000);
  await putFile(server, ann.token, bytes);
  const range = `bytes=${Array(1_000).fill('0-').join()}`;
  const read = await getFile(server, ann.token, hashOf(bytes), { range });
  expect([read.status, read.bytes.equals(bytes)]).toEqual([200, true]);
});

it('ranges that overlap with other bytes do not make a file with the name of another', async () => {
  const bytes = fileOf('jpeg', 'true', 900);
  const sha256 = hashOf(bytes);
  const wrong = fileOf('jpeg', 'false', 900);
  await putFile(server, ann.token, bytes, { to: 600 });
  expect(await putFile(server, ann.token, wrong, { from: 300, sha256 })).toMatchObject({ status: 422 });
  expect((await getFile(server, ann.token, sha256)).status).toBe(404);
  expect(await putFile(server, ann.token, bytes)).toMatchObject(STORED);
  expect((await getFile(server, ann.token, sha256)).bytes.equals(bytes)).toBe(true);
});

describe('the hash of another company’s file', () => {
  it('tells nothing: neither by a condition, nor by a range, nor by the size', async () => {
    const bytes = fileOf('jpeg', 'of ann alone', 700);
    const sha256 = hashOf(bytes);
    await putFile(server, ann.token, bytes);
    for (const headers of [
      { 'if-none-match': `"${sha256}"` },
      { range: 'bytes=0-9' },
      { range: 'bytes=700-' },
    ]) {
      const theirs = await getFile(server, bob.token, sha256, headers);
      const nowhere = await getFile(server, bob.token, 'e'.repeat(64), headers);
      expect([theirs.status, theirs.bytes.toString()]).toEqual([404, nowhere.bytes.toString()]);
    }
    // Another size would contradict ranges of the same company alone.
    expect(await putFile(server, bob.token, bytes, { to: 300, size: 900 })).toMatchObject({
      status: 200,
      json: { have: [[0, 300]] },
    });
  });
});

describe('a disk with 1 GiB left', () => {
  let room = { free: 1e12, total: 1e12 };
  let own: TestServer;
  let token: string;

  beforeEach(async () => {
    room = { free: 1e12, total: 1e12 };
    const storage = new FolderStorage(await temporaryFolder(), async () => room);
    own = await build({
      extensions: new Set(EXTENSIONS),
      files: new FileShelf(storage, { companyBytes: 0 }),
    });
    ({ token } = await own.account('erin'));
    return () => own.close();
  });

  it('takes no more of a file that is half there, keeps that half, and takes rows of files that it has', async () => {
    const bytes = fileOf('jpeg', 'half there', 900);
    const before = await storedPicture(own, token, 'there before');
    await putFile(own, token, bytes, { to: 400 });
    room = { free: 1024 * MIB, total: 4e9 };
    expect((await putFile(own, token, bytes, { from: 400 })).status).toBe(507);
    expect((await send(own, `POST ${ROWS}`, { token, body: { sha256: before } })).status).toBe(201);
    expect((await getFile(own, token, before)).status).toBe(200);
    room = { free: 1e12, total: 1e12 };
    const hash = hashOf(bytes);
    expect(await statesOf(own, token, [hash])).toEqual({ [hash]: { stored: false, have: [[0, 400]] } });
    expect(await putFile(own, token, bytes, { from: 400 })).toMatchObject(STORED);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { connectToCompany } from '../../server/db/company-scope.ts';
import { createUser } from '../../server/repositories/accounts.ts';
import { inCompany } from '../support/server/company-sql.ts';
import { JPEG_LOGO, PNG_LOGO, pictureOf } from '../support/server/pictures.ts';
import { type Sent, send, sortedStatuses } from '../support/server/send.ts';
import { build, type TestAccount, type TestServer } from '../support/server/server.ts';

const SETTINGS = '/api/v1/company/settings/';
const CHANGES = '/api/v1/sync/changes/';
const BLANK = {
  name: '',
  address: '',
  phone: '',
  logo: '',
  checklists: '',
  document_texts: '',
  price_list: '',
};

let server: TestServer;
beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
});
afterAll(() => server.close());

let serial = 0;
async function someone(): Promise<TestAccount> {
  serial += 1;
  return server.account(`settings${serial}`);
}

const read = ({ token }: Pick<TestAccount, 'token'>, query = '') =>
  send(server, `GET ${SETTINGS}${query}`, { token });
const change = ({ token }: Pick<TestAccount, 'token'>, body: unknown, headers: Sent['headers'] = {}) =>
  send(server, `PATCH ${SETTINGS}`, { token, body, headers });
const at = (version: number) => ({ 'if-match': `"${version}"` });

describe('the settings of a company', () => {
  it('are blank, of version 0, until somebody sets one; then everybody of the company has it', async () => {
    const ann = await someone();
    const blank = await read(ann);
    expect([blank.status, blank.json]).toEqual([200, { ...BLANK, version: 0, history: [] }]);
    expect(blank.headers['etag']).toBe('"0"');
    const changed = await change(ann, { name: ' Lakeside ', checklists: 'Water:\nPump' }, at(0));
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).toBe('"1"');
    const username = `${ann.user.username}-2`;
    await createUser(server.db, { ...ann.user, username });
    const body = { username, password: ann.password };
    const { access: token } = (await send(server, 'POST /api/v1/auth/token/', { body })).json as {
      access: string;
    };
    expect((await read({ token })).json).toMatchObject({
      ...BLANK,
      name: 'Lakeside',
      checklists: 'Water:\nPump',
      version: 1,
    });
    expect((await change({ token }, { phone: '555-0100' }, at(1))).status).toBe(200);
  });

  it('are sent without their texts to a client that knows their version', async () => {
    const ann = await someone();
    await change(ann, { name: 'Lakeside' });
    const known = await read(ann, '?known=1');
    expect([known.status, known.json, known.headers['etag']]).toEqual([200, { version: 1 }, '"1"']);
    expect((await read(ann, '?known=0')).json).toMatchObject({ name: 'Lakeside', version: 1 });
  });

  it('keep their version where a change sets what is set', async () => {
    const ann = await someone();
    await change(ann, { name: 'Lakeside' });
    const again = await change(ann, { name: 'Lakeside' }, at(1));
    expect(again.json).toMatchObject({ version: 1, history: [{ setting: 'name' }] });
  });

  it('refuse a change over another version with 412 and the settings as they are', async () => {
    const ann = await someone();
    await change(ann, { name: 'Lakeside' });
    await change(ann, { phone: '555-0100' });
    const stale = await change(ann, { name: 'Harbor' }, at(1));
    expect(stale.status).toBe(412);
    expect(stale.headers['etag']).toBe('"2"');
    expect(stale.json).toEqual((await read(ann)).json);
    expect(stale.json).toMatchObject({ name: 'Lakeside', phone: '555-0100', version: 2 });
  });

  it('take one of many changes over the same version', async () => {
    const ann = await someone();
    const names = ['A', 'B', 'C', 'D', 'E'];
    const answers = await Promise.all(names.map((name) => change(ann, { name }, at(0))));
    expect(sortedStatuses(answers)).toEqual([200, 412, 412, 412, 412]);
    const won = names[answers.findIndex(({ status }) => status === 200)];
    expect((await read(ann)).json).toMatchObject({ name: won, version: 1 });
  });

  it('say who changed what, when, and what it was', async () => {
    const ann = await someone();
    await change(ann, { name: 'Lakeside', logo: PNG_LOGO, checklists: 'Water:\nPump' });
    await change(ann, { name: 'Harbor' });
    const { history } = (await read(ann)).json as { history: { at: string }[] };
    const by = 'Test User';
    expect(history).toMatchObject([
      { setting: 'name', before: 'Lakeside', after: 'Harbor', by },
      { setting: 'checklists', before: null, after: null, by },
      { setting: 'logo', before: null, after: null, by },
      { setting: 'name', before: '', after: 'Lakeside', by },
    ]);
    for (const one of history) expect(Math.abs(Date.parse(one.at) - Date.now())).toBeLessThan(600_000);
    const [kept] = await inCompany<{ after: string }>(
      server.db,
      ann.user.companyId,
      "select after from company_settings_changes where setting = 'checklists'",
    );
    expect(kept?.after).toBe('Water:\nPump');
  });

  it('name a user without a full name by the user name', async () => {
    const ann = await someone();
    await server.db.query("update users set first_name = '', last_name = '' where id = $1", [ann.user.id]);
    await change(ann, { name: 'Lakeside' });
    expect((await read(ann)).json).toMatchObject({ history: [{ by: ann.user.username }] });
  });

  it('show the last 20 changes and keep those of 500 versions', async () => {
    const ann = await someone();
    await change(ann, { name: 'First' });
    const { companyId } = ann.user;
    await inCompany(server.db, companyId, 'update company_settings set version = 501');
    for (let n = 0; n < 21; n += 1) await change(ann, { name: `Name ${n}` });
    const { history } = (await read(ann)).json as { history: { after: string }[] };
    expect(history.map(({ after }) => after)).toEqual(Array.from({ length: 20 }, (_, n) => `Name ${20 - n}`));
    const kept = await inCompany(server.db, companyId, 'select 1 from company_settings_changes');
    expect(kept).toHaveLength(21);
  });
});

describe('a setting', () => {
  const MOST = 64 * 1024;

  it.each([
    ['a PNG of 64 KiB', pictureOf('png', MOST)],
    ['a JPEG of 64 KiB', pictureOf('jpeg', MOST)],
    ['a small PNG', PNG_LOGO],
    ['a small JPEG', JPEG_LOGO],
    ['none', ''],
  ])('takes %s for a logo', async (_, logo) => {
    const ann = await someone();
    await change(ann, { logo: PNG_LOGO });
    expect((await change(ann, { logo })).json).toMatchObject({ logo });
  });

  const FORM = 'The picture must be a PNG or JPEG, sent as a data URL.';
  it.each([
    [
      'a PNG of a byte more than 64 KiB',
      pictureOf('png', MOST + 1),
      'The picture is 65 KiB. The limit is 64 KiB.',
    ],
    [
      'a JPEG that is called a PNG',
      JPEG_LOGO.replace('jpeg', 'png'),
      'The picture is declared as a PNG but is not one.',
    ],
    [
      'a PNG that is called a JPEG',
      PNG_LOGO.replace('png', 'jpeg'),
      'The picture is declared as a JPEG but is not one.',
    ],
    ['a drawing with a script', 'data:image/svg+xml;base64,PHN2Zz48c2NyaXB0Lz48L3N2Zz4=', FORM],
    ['an address elsewhere', 'https://example.com/logo.png', FORM],
    ['letters that are no base64', 'data:image/png;base64,iVBO Rw0=', FORM],
    ['a number', 7, 'Not a valid string.'],
  ])('refuses %s for a logo, in words, and keeps what was there', async (_, logo, words) => {
    const ann = await someone();
    await change(ann, { logo: PNG_LOGO });
    const refused = await change(ann, { logo, phone: '555-0100' });
    expect([refused.status, refused.json]).toEqual([400, { logo: [words] }]);
    expect((await read(ann)).json).toMatchObject({ logo: PNG_LOGO, phone: '', version: 1 });
  });

  it.each([
    ['name', 200],
    ['address', 1_000],
    ['phone', 100],
    ['checklists', 10_000],
    ['document_texts', 10_000],
    ['price_list', 20_000],
  ])('%s takes %i characters and no more', async (setting, most) => {
    const ann = await someone();
    expect((await change(ann, { [setting]: 'ü'.repeat(most) })).status).toBe(200);
    const refused = await change(ann, { [setting]: 'ü'.repeat(most + 1) });
    const words = `Ensure this field has no more than ${most} characters.`;
    expect([refused.status, refused.json]).toEqual([400, { [setting]: [words] }]);
  });

  it('that does not exist is ignored, and no change leaves all as it was', async () => {
    const ann = await someone();
    const answer = await change(ann, { company_id: 1, version: 9, motto: 'Dry' });
    expect([answer.status, answer.json]).toEqual([200, { ...BLANK, version: 0, history: [] }]);
  });
});

describe('a change of the settings', () => {
  it('is seen by a reader of the feed as their new version', async () => {
    const ann = await someone();
    const { cursor } = (await send(server, `GET ${CHANGES}`, { token: ann.token })).json as {
      cursor: string;
    };
    await change(ann, { name: 'Lakeside' });
    const page = await send(server, `GET ${CHANGES}?cursor=${cursor}`, { token: ann.token });
    expect(page.json).toMatchObject({ changes: [], more: false, company_settings: 1 });
    const next = (page.json as { cursor: string }).cursor;
    expect(next).not.toBe(cursor);
    const quiet = await send(server, `GET ${CHANGES}?cursor=${next}`, { token: ann.token });
    expect(quiet.json).not.toHaveProperty('company_settings');
  });

  it('is not told of by a server that does not offer it', async () => {
    const without = await build({ db: server.db, extensions: new Set(['changes']) });
    const { token } = await someone();
    const { cursor } = (await send(without, `GET ${CHANGES}`, { token })).json as { cursor: string };
    await change({ token }, { name: 'Lakeside' });
    const page = await send(without, `GET ${CHANGES}?cursor=${cursor}`, { token });
    expect(page.json).not.toHaveProperty('company_settings');
    expect((await send(without, `GET ${SETTINGS}`, { token })).status).toBe(404);
    await without.app.close();
  });

  it('changes nothing of another company, and shows it nothing', async () => {
    const [ann, bob] = [await someone(), await someone()];
    await change(bob, { name: 'Bob Ltd', phone: '555-0199' });
    await change(ann, { name: 'Ann Ltd', logo: PNG_LOGO });
    expect((await read(ann)).json).toMatchObject({ name: 'Ann Ltd', phone: '', version: 1 });
    expect((await read(bob)).json).toMatchObject({ name: 'Bob Ltd', logo: '', version: 1 });
    expect((await read(bob)).text).not.toContain('Ann');
  });

  it('by a statement that names no company reaches no row', async () => {
    const [ann, bob] = [await someone(), await someone()];
    await change(ann, { name: 'Ann Ltd' });
    await change(bob, { name: 'Bob Ltd' });
    const company = connectToCompany(server.db, ann.user.companyId);
    const names = await company.change((scope) =>
      scope.query<{ name: string }>("update company_settings set name = 'X' where $1 > 0 returning name"),
    );
    expect(names).toHaveLength(1);
    expect((await read(bob)).json).toMatchObject({ name: 'Bob Ltd' });
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createAccounts, type SignedInUser } from '../../src/db/accounts.ts';
import { watchTransactions } from '../support/browser/idb-watch.ts';
import { pageDatabases } from '../support/browser/page-databases.ts';

let made = 0;
const accounts = createAccounts(pageDatabases(), () => `database-${++made}`);

/** A new user for each test, of whom the server names everything. */
let demo: SignedInUser;

beforeEach(() => {
  demo = {
    origin: `http://accounts-${++made}.test`,
    userId: '1',
    subject: '1',
    username: 'demo',
    typed: 'demo',
  };
});

const unnamed = { userId: null, username: null };
const opaque = { ...unnamed, subject: null };

describe('the accounts of a device', () => {
  // @spec D2.33
  it('[A5] have separate databases: one for each origin and server user id', async () => {
    const elsewhere = `${demo.origin}.other`;
    const rows = [
      await accounts.open(demo),
      await accounts.open({ ...demo, userId: '2', subject: '2', username: 'other', typed: 'other' }),
      await accounts.open({ ...demo, origin: elsewhere }),
    ];
    expect(rows.map(({ key }) => key)).toEqual([`${demo.origin}|1`, `${demo.origin}|2`, `${elsewhere}|1`]);
    expect(new Set(rows.map(({ databaseName }) => databaseName)).size).toBe(3);
  });

  it('keep their database when the user is renamed', async () => {
    const before = await accounts.open(demo);
    const after = await accounts.open({ ...demo, username: 'new', typed: 'new' });
    expect(after).toEqual({ ...before, username: 'new', names: ['demo', 'new'] });
  });

  it.each([
    ['the user in the tokens', { ...unnamed, subject: '1', typed: 'demo@example.com' }],
    ['the name typed', { ...opaque, typed: 'demo' }],
    ['an earlier sign-in name', { ...opaque, typed: 'demo@work.example' }],
  ])('are found by %s if the server does not name the user', async (_, user) => {
    await accounts.open({ ...demo, typed: 'demo@work.example' });
    const { key, databaseName } = await accounts.open({ ...demo, typed: 'demo' });
    expect(await accounts.open({ ...demo, ...user })).toMatchObject({ key, databaseName, username: 'demo' });
  });

  it.each([
    ['the name typed', { ...opaque, typed: 'demo' }],
    ['another spelling of it', { ...opaque, typed: 'Demo@Example.com' }],
    [
      'the user in the tokens, whose id may differ from the server’s',
      { ...unnamed, subject: '77', typed: 'x' },
    ],
  ])('keep the database found by %s once the server names the user', async (_, user) => {
    const first = await accounts.open({ ...demo, ...user });
    const named = { ...demo, userId: 'uuid-1', subject: user.subject, typed: user.typed };
    const later = await accounts.open(named);
    expect(later).toMatchObject({ key: first.key, databaseName: first.databaseName, userId: 'uuid-1' });
    expect((await accounts.open({ ...named, typed: 'demo' })).databaseName).toBe(first.databaseName);
  });

  it('[A5] do not open for another user who has the name now', async () => {
    const former = await accounts.open(demo);
    const next = await accounts.open({ ...demo, userId: '2', subject: '2' });
    expect(next.databaseName).not.toBe(former.databaseName);
    const byToken = await accounts.open({ ...demo, ...unnamed, subject: '3' });
    expect([former.databaseName, next.databaseName]).not.toContain(byToken.databaseName);
  });

  it('[A5] opened by name are found by id as soon as the server sends it', async () => {
    const former = await accounts.open({ ...demo, ...opaque });
    await accounts.learn(former.key, '1');
    const next = await accounts.open({ ...demo, userId: '2', subject: null });
    expect(next.databaseName).not.toBe(former.databaseName);
    expect((await accounts.open({ ...demo, subject: null })).databaseName).toBe(former.databaseName);
  });

  it('stay as they are if the user may not open them', async () => {
    const row = await accounts.open(demo);
    await accounts.markLeaving(row.databaseName);
    const refuse = (): void => {
      throw new Error('not you');
    };
    await expect(accounts.open(demo, refuse)).rejects.toThrow('not you');
    expect(await accounts.leaving()).toContainEqual({ ...row, leaving: true });
  });

  it('are added again when their database opens, even if another tab has removed them', async () => {
    const row = await accounts.open(demo);
    await accounts.markLeaving(row.databaseName);
    await accounts.endLeaving(row.databaseName, true);
    expect(await accounts.unknown([row.databaseName])).toEqual([row.databaseName]);
    await accounts.keep(row, demo.origin);
    expect(await accounts.unknown([row.databaseName])).toEqual([]);
    expect((await accounts.open(demo)).databaseName).toBe(row.databaseName);
  });

  it('[A5] differ if the id of one equals the token subject of another', async () => {
    const byToken = await accounts.open({ ...demo, ...unnamed, subject: '7', typed: 'ann' });
    const byId = await accounts.open({ ...demo, userId: '7', subject: '8', username: 'ben', typed: 'ben' });
    expect(byId.key).not.toBe(byToken.key);
    expect(byId.databaseName).not.toBe(byToken.databaseName);
  });

  it('are not written again at a start, unless they were leaving', async () => {
    const row = await accounts.open(demo);
    const modes = watchTransactions();
    await accounts.keep(row, demo.origin);
    expect(new Set(modes())).toEqual(new Set(['readonly']));
    await accounts.markLeaving(row.databaseName);
    await accounts.keep(row, demo.origin);
    expect((await accounts.leaving()).filter(({ key }) => key === row.key)).toEqual([]);
    expect(await accounts.open(demo)).toEqual(row);
  });

  it('are forgotten when they leave, unless they came back or have work waiting', async () => {
    const users = ['gone', 'back', 'busy'].map((name, n) => ({
      ...demo,
      userId: String(n),
      subject: null,
      username: name,
      typed: name,
    }));
    const rows = await Promise.all(users.map((user) => accounts.open(user)));
    for (const { databaseName } of rows) await accounts.markLeaving(databaseName);
    await accounts.open({ ...demo, ...users[1] });
    const leaving = async () =>
      (await accounts.leaving())
        .filter(({ origin }) => origin === demo.origin)
        .map(({ username }) => username);
    expect(await leaving()).toEqual(['gone', 'busy']);
    for (const [n, removed] of [true, true, false].entries()) {
      await accounts.endLeaving(rows[n]?.databaseName ?? '', removed);
    }
    expect(await leaving()).toEqual([]);
    const again = await Promise.all(users.map((user) => accounts.open(user)));
    expect(again.map((row, n) => row.databaseName === rows[n]?.databaseName)).toEqual([false, true, true]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createAccounts, type SignedInUser } from '../../src/db/accounts.ts';
import { watchTransactions } from '../support/browser/idb-watch.ts';
import { pageDatabases } from '../support/browser/page-databases.ts';

let made = 0;
const accounts = createAccounts(pageDatabases(), () => `database-${++made}`);

/** Somebody on a server of the test's own, of whom the server says everything. */
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
  it('[A5] have a database each: by origin and by what the server calls the user', async () => {
    const elsewhere = `${demo.origin}.other`;
    const rows = [
      await accounts.open(demo),
      await accounts.open({ ...demo, userId: '2', subject: '2', username: 'other', typed: 'other' }),
      await accounts.open({ ...demo, origin: elsewhere }),
    ];
    expect(rows.map(({ key }) => key)).toEqual([`${demo.origin}|1`, `${demo.origin}|2`, `${elsewhere}|1`]);
    expect(new Set(rows.map(({ databaseName }) => databaseName)).size).toBe(3);
  });

  it('keep it when the user is renamed', async () => {
    const before = await accounts.open(demo);
    const after = await accounts.open({ ...demo, username: 'new', typed: 'new' });
    expect(after).toEqual({ ...before, username: 'new', names: ['demo', 'new'] });
  });

  it.each([
    ['what the tokens name', { ...unnamed, subject: '1', typed: 'demo@example.com' }],
    ['the name typed', { ...opaque, typed: 'demo' }],
    ['a name it once signed in with', { ...opaque, typed: 'demo@work.example' }],
  ])('are known by %s where the server did not say who it is', async (_, user) => {
    await accounts.open({ ...demo, typed: 'demo@work.example' });
    const { key, databaseName } = await accounts.open({ ...demo, typed: 'demo' });
    expect(await accounts.open({ ...demo, ...user })).toMatchObject({ key, databaseName, username: 'demo' });
  });

  it.each([
    ['the name typed', { ...opaque, typed: 'demo' }],
    ['another spelling of it', { ...opaque, typed: 'Demo@Example.com' }],
    [
      'what the tokens name, which need not be what the server calls the user',
      { ...unnamed, subject: '77', typed: 'x' },
    ],
  ])('keep what was kept under %s when the server says who it is', async (_, user) => {
    const first = await accounts.open({ ...demo, ...user });
    const named = { ...demo, userId: 'uuid-1', subject: user.subject, typed: user.typed };
    const later = await accounts.open(named);
    expect(later).toMatchObject({ key: first.key, databaseName: first.databaseName, userId: 'uuid-1' });
    expect((await accounts.open({ ...named, typed: 'demo' })).databaseName).toBe(first.databaseName);
  });

  it('[A5] open nothing for somebody else who was given the name since', async () => {
    const former = await accounts.open(demo);
    const next = await accounts.open({ ...demo, userId: '2', subject: '2' });
    expect(next.databaseName).not.toBe(former.databaseName);
    const byToken = await accounts.open({ ...demo, ...unnamed, subject: '3' });
    expect([former.databaseName, next.databaseName]).not.toContain(byToken.databaseName);
  });

  it('[A5] opened by the name alone are known by the id as soon as the server says it', async () => {
    const former = await accounts.open({ ...demo, ...opaque });
    await accounts.learn(former.key, '1');
    const next = await accounts.open({ ...demo, userId: '2', subject: null });
    expect(next.databaseName).not.toBe(former.databaseName);
    expect((await accounts.open({ ...demo, subject: null })).databaseName).toBe(former.databaseName);
  });

  it('are left as they were where somebody may not open them', async () => {
    const row = await accounts.open(demo);
    await accounts.markLeaving(row.databaseName);
    const refuse = (): void => {
      throw new Error('not you');
    };
    await expect(accounts.open(demo, refuse)).rejects.toThrow('not you');
    expect(await accounts.leaving()).toContainEqual({ ...row, leaving: true });
  });

  it('are noted again when their database is opened, whatever another tab has forgotten meanwhile', async () => {
    const row = await accounts.open(demo);
    await accounts.markLeaving(row.databaseName);
    await accounts.endLeaving(row.databaseName, true);
    expect(await accounts.unknown([row.databaseName])).toEqual([row.databaseName]);
    await accounts.keep(row, demo.origin);
    expect(await accounts.unknown([row.databaseName])).toEqual([]);
    expect((await accounts.open(demo)).databaseName).toBe(row.databaseName);
  });

  it('[A5] differ where one is called what the tokens of another name', async () => {
    const byToken = await accounts.open({ ...demo, ...unnamed, subject: '7', typed: 'ann' });
    const byId = await accounts.open({ ...demo, userId: '7', subject: '8', username: 'ben', typed: 'ben' });
    expect(byId.key).not.toBe(byToken.key);
    expect(byId.databaseName).not.toBe(byToken.databaseName);
  });

  it('are not written again by a start, unless they were about to leave', async () => {
    const row = await accounts.open(demo);
    const modes = watchTransactions();
    await accounts.keep(row, demo.origin);
    expect(new Set(modes())).toEqual(new Set(['readonly']));
    await accounts.markLeaving(row.databaseName);
    await accounts.keep(row, demo.origin);
    expect((await accounts.leaving()).filter(({ key }) => key === row.key)).toEqual([]);
    expect(await accounts.open(demo)).toEqual(row);
  });

  it('are forgotten when they leave, unless they came back or have something that waits', async () => {
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

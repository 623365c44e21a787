import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminCommand } from '../../server/admin/admin-command.ts';
import { UsageError } from '../../server/config/usage-error.ts';
import { findUserByName } from '../../server/repositories/accounts.ts';
import { beginSession } from '../../server/repositories/sessions.ts';
import { send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

let server: TestServer;
let number = 0;
let company = '';

beforeAll(async () => {
  server = await build();
});

beforeEach(() => {
  company = `Acme ${(number += 1)}`;
});

afterAll(async () => {
  await server.close();
});

/** Returns what `npm run admin -- …` prints. */
async function admin(words: readonly string[], input = ''): Promise<string> {
  const run = await adminCommand(words, Readable.from([input]));
  return run(server.db);
}

const addUser = (username: string): Promise<string> =>
  admin(['create-user', '--company', company, '--username', username, '--password-stdin'], 'long enough');

async function signIn(username: string, password = 'long enough') {
  const answer = await send(server, 'POST /api/v1/auth/token/', { body: { username, password } });
  return { status: answer.status, ...(answer.json as { access: string; refresh: string }) };
}

const statusOf = async (token: string): Promise<number> =>
  (await send(server, 'GET /api/v1/customers/customers/', { token })).status;

describe('somebody who leaves the company', () => {
  it('is out of every session at once when they are deactivated, and in again when they are let in', async () => {
    await admin(['create-company', '--name', company]);
    await addUser(`ann${number}`);
    const phone = await signIn(`ann${number}`);
    const desk = await signIn(`ann${number}`);
    expect(await statusOf(phone.access)).toBe(200);
    await admin(['deactivate-user', '--username', `ann${number}`]);
    for (const { access, refresh } of [phone, desk]) {
      expect(await statusOf(access)).toBe(401);
      expect((await send(server, 'POST /api/v1/auth/token/refresh/', { body: { refresh } })).status).toBe(
        401,
      );
    }
    expect((await signIn(`ann${number}`)).status).toBe(401);
    await admin(['activate-user', '--username', `ann${number}`]);
    expect(await statusOf(phone.access)).toBe(401);
    expect(await statusOf((await signIn(`ann${number}`)).access)).toBe(200);
  });
});

it('a user name that is taken is refused in words', async () => {
  await admin(['create-company', '--name', company]);
  await addUser(`ann${number}`);
  const again = addUser(`ann${number}`);
  await expect(again).rejects.toThrow(UsageError);
  await expect(again).rejects.toThrow(`The user name "ann${number}" is taken.`);
});

describe('another password', () => {
  it('ends the sessions that began with the old one', async () => {
    await admin(['create-company', '--name', company]);
    await addUser(`bob${number}`);
    const before = await signIn(`bob${number}`);
    await admin(['reset-password', '--username', `bob${number}`, '--password-stdin'], 'quite another');
    expect(await statusOf(before.access)).toBe(401);
    expect((await signIn(`bob${number}`)).status).toBe(401);
    expect(await statusOf((await signIn(`bob${number}`, 'quite another')).access)).toBe(200);
  });

  it('refuses a session to the holder of a password that was replaced just before', async () => {
    await admin(['create-company', '--name', company]);
    await addUser(`dan${number}`);
    const user = await findUserByName(server.db, `dan${number}`);
    if (!user) throw new Error('There is no such user.');
    await admin(['reset-password', '--username', `dan${number}`]);
    expect(await beginSession(server.db, user)).toBeNull();
    const now = await findUserByName(server.db, `dan${number}`);
    expect(now && (await beginSession(server.db, now))).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is made up and printed once where none is given', async () => {
    await admin(['create-company', '--name', company]);
    await addUser(`cy${number}`);
    const printed = await admin(['reset-password', '--username', `cy${number}`]);
    const password = /^Password: (\S{20,})$/m.exec(printed)?.[1] ?? '';
    expect((await signIn(`cy${number}`, password)).status).toBe(200);
  });
});

describe('a plan', () => {
  it('is for so many active users, and says so in words', async () => {
    await admin(['create-company', '--name', company, '--plan', 'starter']);
    for (let n = 1; n <= 5; n += 1) await addUser(`member${number}-${n}`);
    await expect(addUser(`member${number}-6`)).rejects.toThrow(
      'The starter plan is for up to 5 team members, and 6 would be active.',
    );
    await admin(['deactivate-user', '--username', `member${number}-1`]);
    await addUser(`member${number}-6`);
    await expect(admin(['activate-user', '--username', `member${number}-1`])).rejects.toThrow(UsageError);
    await admin(['set-plan', '--company', company, '--plan', 'professional']);
    await admin(['activate-user', '--username', `member${number}-1`]);
    await expect(admin(['set-plan', '--company', company, '--plan', 'starter'])).rejects.toThrow(
      'and 6 would be active',
    );
    expect(await admin(['list-companies'])).toContain(`${company}  (professional)`);
  });

  it('lets no more in when two are added at once', async () => {
    await admin(['create-company', '--name', company, '--plan', 'starter']);
    const names = Array.from({ length: 8 }, (_, n) => `crowd${number}-${n}`);
    const done = await Promise.allSettled(names.map(addUser));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });
});

describe('the lists', () => {
  it('name companies with their plans, and users with whether they may sign in', async () => {
    await admin(['create-company', '--name', company]);
    expect(await admin(['list-users', '--company', company])).toBe(`${company} has no users yet.`);
    await admin(
      [
        'create-user',
        '--company',
        company,
        '--username',
        `dee${number}`,
        '--first-name',
        'Dee',
        '--password-stdin',
      ],
      'long enough',
    );
    await addUser(`eve${number}`);
    await admin(['deactivate-user', '--username', `eve${number}`]);
    expect((await admin(['list-users', '--company', company])).replaceAll(/^\d+/gm, 'ID')).toBe(
      `ID  dee${number}  Dee\nID  eve${number}  (deactivated)`,
    );
  });

  it.each([
    [['list-users', '--company', 'Nobody Ltd'], 'There is no company "Nobody Ltd"'],
    [['deactivate-user', '--username', 'nobody'], 'There is no user "nobody"'],
    [['reset-password', '--username', 'nobody'], 'There is no user "nobody"'],
  ])('%j: what is not there is said', async (words, reason) => {
    await expect(admin(words)).rejects.toThrow(reason);
  });
});

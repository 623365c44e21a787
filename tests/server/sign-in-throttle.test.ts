import { readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  FAILURES_PER_ACCOUNT,
  FAILURES_PER_PLACE,
  type SignInAttempt,
  SignInThrottle,
  TURN_SECONDS,
  type WentWell,
  WINDOW_SECONDS,
} from '../../server/auth/sign-in-throttle.ts';
import { migrate, migrationNames } from '../../server/db/migrate.ts';
import { Problem } from '../../server/http/problem.ts';
import { beginSession } from '../../server/repositories/sessions.ts';
import { bareDatabase } from '../support/server/empty-database.ts';
import { type Answer, send } from '../support/server/send.ts';
import { build, JWT_SECRET, type TestAccount, type TestServer } from '../support/server/server.ts';

const TOKEN = '/api/v1/auth/token/';
const HOME = '192.0.2.1';
const OFFICE = '192.0.2.2';

let server: TestServer;
let ann: TestAccount;
let number = 0;

beforeAll(async () => {
  server = await build({ trustProxy: { addresses: ['127.0.0.1'] } });
});

beforeEach(async () => {
  await server.db.query('delete from sign_in_failures');
  ann = await server.account(`ann${(number += 1)}`);
});

afterAll(async () => {
  await server.close();
});

interface From {
  readonly address: string;
  readonly cookie?: string;
}

const signIn = (username: string, password: string, { address, cookie }: From): Promise<Answer> =>
  send(server, `POST ${TOKEN}`, {
    body: { username, password },
    address,
    headers: cookie === undefined ? {} : { cookie },
  });
const right = (from: From): Promise<Answer> => signIn(ann.user.username, ann.password, from);
const wrong = (from: From): Promise<Answer> => signIn(ann.user.username, 'guessed', from);

/** The cookie that an answer sets, as a browser sends it back. */
const cookieOf = ({ headers }: Answer): string => String(headers['set-cookie']).split(';', 1)[0] ?? '';

/** Counts failures as guesses count them that are sent. Those cost a hash each, and auth.test.ts sends enough. */
async function fail(address: string, times: number, username = ann.user.username): Promise<void> {
  const throttle = new SignInThrottle({ db: server.db, secret: JWT_SECRET });
  for (let time = 0; time < times; time += 1) {
    await throttle.admit({ username, userId: ann.user.id, address, device: null });
  }
}

/** Guesses at Ann's password from so many networks, as often as each is let. */
async function guessFrom(networks: number): Promise<void> {
  for (let n = 0; n < networks; n += 1) {
    await fail(`198.51.100.${n}`, FAILURES_PER_PLACE).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.status !== 429) throw error;
    });
  }
}

describe('an account that strangers guess at', () => {
  it('is open where it has been used before, with and without a cookie', async () => {
    const atHome = await right({ address: HOME });
    await guessFrom(4);
    expect((await wrong({ address: '198.51.100.0' })).status).toBe(429);
    expect((await right({ address: HOME })).status).toBe(200);
    expect((await right({ address: OFFICE, cookie: cookieOf(atHome) })).status).toBe(200);
  });

  it('is open on its own device also where the guesses come from beside it', async () => {
    const cookie = cookieOf(await right({ address: OFFICE }));
    for (let time = 0; time <= FAILURES_PER_PLACE; time += 1) await wrong({ address: OFFICE });
    expect((await right({ address: OFFICE })).status).toBe(429);
    expect((await right({ address: OFFICE, cookie })).status).toBe(200);
  });

  it('is open on its own device where a colleague has filled the count of the whole network', async () => {
    const cookie = cookieOf(await right({ address: OFFICE }));
    for (let n = 0; n < 99; n += 1) await fail(OFFICE, 1, `guess ${n}`);
    expect((await signIn('guess 99', 'x', { address: OFFICE })).status).toBe(401);
    expect((await right({ address: OFFICE })).status).toBe(429);
    expect((await right({ address: OFFICE, cookie })).status).toBe(200);
  });

  it('is open in a new place after one guess from each of twenty', async () => {
    for (let n = 0; n < FAILURES_PER_ACCOUNT - 1; n += 1) await fail(`198.51.100.${n}`, 1);
    expect((await right({ address: HOME })).status).toBe(200);
  });
});

describe('a device that is known', () => {
  it('has as many tries as others, and those that fail there count nowhere else', async () => {
    const cookie = cookieOf(await right({ address: HOME }));
    for (let time = 0; time < FAILURES_PER_PLACE; time += 1) {
      expect((await wrong({ address: HOME, cookie })).status).toBe(401);
    }
    const refused = await right({ address: OFFICE, cookie });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(WINDOW_SECONDS - 60);
    expect((await right({ address: HOME })).status).toBe(200);
  });

  it('begins its count anew when it has signed in', async () => {
    let cookie = cookieOf(await right({ address: HOME }));
    for (let round = 0; round < 3; round += 1) {
      for (let time = 0; time < FAILURES_PER_PLACE - 1; time += 1) await wrong({ address: HOME, cookie });
      const answer = await right({ address: HOME, cookie });
      expect(answer.status).toBe(200);
      cookie = cookieOf(answer);
    }
  });

  it('is known by a cookie that scripts cannot read, that other sites do not send, and that names nobody', async () => {
    const set = String((await right({ address: HOME })).headers['set-cookie']);
    expect(set).toMatch(
      /^crm_device_\d+=[\w.-]+; Max-Age=15552000; Path=\/api\/v1\/auth\/token\/; HttpOnly; SameSite=Strict$/,
    );
    expect(
      Object.keys(
        decodeJwt(cookieOf({ headers: { 'set-cookie': set } } as unknown as Answer).split('=')[1] ?? ''),
      ).sort(),
    ).toEqual(['exp', 'iat', 'jti', 'token_type', 'user_id']);
    const overHttps = await send(server, `POST ${TOKEN}`, {
      body: { username: ann.user.username, password: ann.password },
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': HOME },
    });
    expect(String(overHttps.headers['set-cookie'])).toMatch(/; Secure(;|$)/);
  });

  it('is not set where nobody has signed in', async () => {
    expect((await wrong({ address: HOME })).headers).not.toHaveProperty('set-cookie');
  });

  it('opens nothing with what it keeps', async () => {
    const token = cookieOf(await right({ address: HOME })).split('=')[1] ?? '';
    expect((await send(server, 'GET /api/v1/auth/user/', { token })).status).toBe(401);
    const renewed = await send(server, `POST ${TOKEN}refresh/`, { body: { refresh: token } });
    expect(renewed.status).toBe(401);
  });

  it.each([
    ['another account’s', (own: string, other: string) => other.replace(/^[^=]*/, own.replace(/=.*/, ''))],
    ['a changed', (own: string) => own.slice(0, -4)],
    ['no token', (own: string) => own.replace(/=.*/, '=1')],
  ])('is not one that shows %s cookie', async (_, forge) => {
    const own = cookieOf(await right({ address: HOME }));
    const bob = await server.account(`bob${number}`);
    const other = cookieOf(await signIn(bob.user.username, bob.password, { address: HOME }));
    await fail(OFFICE, FAILURES_PER_PLACE);
    const refused = await right({ address: OFFICE, cookie: `a=b; ${forge(own, other)}` });
    expect(refused.status).toBe(429);
    expect((await right({ address: OFFICE, cookie: `a=b; ${own}` })).status).toBe(200);
  });
});

/** A throttle whose time a test makes pass. */
function throttleAt(begin = Date.parse('2026-03-01T10:00:00Z')) {
  let at = begin;
  const throttle = new SignInThrottle({ db: server.db, secret: JWT_SECRET, now: () => new Date(at) });
  const attempt = (address: string): SignInAttempt => ({
    username: ann.user.username,
    userId: ann.user.id,
    address,
    device: null,
  });
  return {
    throttle,
    pass: (seconds: number) => {
      at += seconds * 1000;
    },
    /** 0 where the password is looked at, else the seconds to wait. */
    wait: async (address: string): Promise<number> => {
      try {
        await throttle.admit(attempt(address));
        return 0;
      } catch (error) {
        if (error instanceof Problem && error.status === 429) return Number(error.headers['retry-after']);
        throw error;
      }
    },
    admit: (address: string): Promise<WentWell> => throttle.admit(attempt(address)),
    attempt,
  };
}

let place = 0;
/** A network from which nobody has come before. */
const elsewhere = (): string => `2001:db8:${((place += 1)).toString(16)}::1`;

describe('an account that is guessed at from many networks', () => {
  it('takes one try after the other in new places, and says how long to wait', async () => {
    const { wait, pass } = throttleAt();
    for (let n = 0; n <= FAILURES_PER_ACCOUNT; n += 1) expect(await wait(elsewhere())).toBe(0);
    expect(await wait(elsewhere())).toBe(TURN_SECONDS);
    pass(10);
    expect(await wait(elsewhere())).toBe(TURN_SECONDS - 10);
    pass(TURN_SECONDS - 10);
    const answers = await Promise.all(Array.from({ length: 5 }, () => wait(elsewhere())));
    expect(answers.filter((seconds) => seconds === 0)).toHaveLength(1);
  });

  it('does not count a try against a place whose password was not looked at', async () => {
    const { wait, pass } = throttleAt();
    for (let n = 0; n <= FAILURES_PER_ACCOUNT; n += 1) await wait(elsewhere());
    for (let n = 0; n < 3 * FAILURES_PER_PLACE; n += 1) expect(await wait(HOME)).toBe(TURN_SECONDS);
    pass(TURN_SECONDS);
    expect(await wait(HOME)).toBe(0);
  });

  it('is not slowed down where a session of it has begun', async () => {
    const { throttle, wait, attempt } = throttleAt();
    await beginSession(server.db, ann.user, throttle.networkOf(attempt(HOME), ann.user.id));
    for (let n = 0; n <= FAILURES_PER_ACCOUNT; n += 1) await wait(elsewhere());
    for (let n = 0; n < FAILURES_PER_PLACE; n += 1) expect(await wait(HOME)).toBe(0);
    expect(await wait(HOME)).toBe(WINDOW_SECONDS);
    expect(await wait(OFFICE)).toBe(TURN_SECONDS);
  });

  it('has one failure less after a sign-in that went well, and not a count that begins anew', async () => {
    const { admit, wait } = throttleAt();
    for (let n = 0; n < FAILURES_PER_ACCOUNT; n += 1) await wait(elsewhere());
    const wentWell = await admit(elsewhere());
    await wentWell();
    expect(await wait(elsewhere())).toBeGreaterThan(0);
  });

  it('has as many tries an hour as docs/operating.md says, over any number of networks', async () => {
    const { wait, pass } = throttleAt();
    let looked = 0;
    for (let second = 0; second < 3600; second += TURN_SECONDS / 2) {
      // As many as are let, each from a network of its own.
      while ((await wait(elsewhere())) === 0) looked += 1;
      pass(TURN_SECONDS / 2);
    }
    const page = readFileSync('docs/operating.md', 'utf8');
    const [, aQuarter, anHour, aDay] =
      /at most (\d+) in 15 minutes: (\d+) an hour, ([\d,]+) a day/.exec(page) ?? [];
    expect(Number(anHour)).toBe(4 * Number(aQuarter));
    expect(Number(aDay?.replace(',', ''))).toBe(24 * Number(anHour));
    expect(looked).toBeLessThanOrEqual(Number(anHour));
    expect(looked).toBeGreaterThan(0.9 * Number(anHour));
  }, 120_000);
});

describe('the database of a version without places', () => {
  it('is brought up with its counts and its sessions', async () => {
    const db = await bareDatabase();
    const names = await migrationNames();
    await migrate(
      db,
      names.filter((name) => name < '0011'),
    );
    await db.query("insert into companies (name) values ('Acme')");
    await db.query("insert into users (company_id, username, password_hash) values (1, 'ann', 'x')");
    await db.query('insert into sessions (user_id) values (1)');
    await db.query("insert into sign_in_failures (key, failures, since) values ('k', 3, now())");
    expect(await migrate(db)).toContain('0011_sign_in_places.sql');
    expect(await db.query('select user_id, network from sessions')).toEqual([{ user_id: 1, network: null }]);
    expect(await db.query('select failures, next_at from sign_in_failures')).toEqual([
      { failures: 3, next_at: null },
    ]);
    await db.close();
  });
});

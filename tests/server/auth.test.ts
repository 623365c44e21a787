import { randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, send, sortedStatuses } from '../support/server/send.ts';
import { build, JWT_SECRET, type TestAccount, type TestServer } from '../support/server/server.ts';

const TOKEN = '/api/v1/auth/token/';
const REFRESH = '/api/v1/auth/token/refresh/';
const BLACKLIST = '/api/v1/auth/token/blacklist/';
const USER = '/api/v1/auth/user/';

let server: TestServer;
let account: TestAccount;
let number = 0;

beforeAll(async () => {
  server = await build();
});

beforeEach(async () => {
  account = await server.account(`user${(number += 1)}`);
});

afterAll(async () => {
  await server.close();
});

interface Pair {
  readonly access: string;
  readonly refresh: string;
}

const signIn = async (): Promise<Pair> => {
  const body = { username: account.user.username, password: account.password };
  const answer = await send(server, `POST ${TOKEN}`, { body });
  expect(answer.status).toBe(200);
  return answer.json as Pair;
};
const refresh = (token: unknown): Promise<Answer> =>
  send(server, `POST ${REFRESH}`, { body: { refresh: token } });
const profile = (token: string): Promise<Answer> => send(server, `GET ${USER}`, { token });

async function forge(claims: object, options: { secret?: string; expires?: string } = {}): Promise<string> {
  return new SignJWT({ user_id: account.user.id, token_type: 'access', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(options.expires ?? '5m')
    .sign(new TextEncoder().encode(options.secret ?? JWT_SECRET));
}

const BLACKLISTED = { detail: 'Token is blacklisted', code: 'token_not_valid' };
const NO_ACCOUNT = { detail: 'No active account found with the given credentials' };
const notValid = (message: string) => ({
  detail: 'Given token not valid for any token type',
  code: 'token_not_valid',
  messages: [{ token_class: 'AccessToken', token_type: 'access', message }],
});

describe('signing in', () => {
  // @spec 3.5 7.5 7.7
  it('gives a pair of tokens, and the access token opens the profile', async () => {
    const pair = await signIn();
    expect(Object.keys(pair).sort()).toEqual(['access', 'refresh']);
    expect((await profile(pair.access)).json).toEqual({
      id: account.user.id,
      username: account.user.username,
      email: account.user.email,
      first_name: 'Test',
      last_name: 'User',
    });
  });

  it('ignores a stale token that the client sends along', async () => {
    const body = { username: account.user.username, password: account.password };
    expect((await send(server, `POST ${TOKEN}`, { body, token: 'stale' })).status).toBe(200);
  });

  it('answers a wrong password, an unknown user and a deactivated one alike', async () => {
    const { username } = account.user;
    await server.account('gone');
    await server.db.query("update users set is_active = false where username = 'gone'");
    for (const body of [
      { username, password: 'wrong' },
      { username: 'nobody', password: account.password },
      { username: 'gone', password: "gone's password" },
    ]) {
      const answer = await send(server, `POST ${TOKEN}`, { body });
      expect(answer).toMatchObject({ status: 401, json: NO_ACCOUNT });
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="api"');
    }
  });

  it.each([
    ['an account and its network', 10, () => ({ username: account.user.username, address: '10.0.0.1' })],
    ['an address', 100, (n: number) => ({ username: `guess ${n}`, address: '10.0.1.1' })],
    [
      'a network of IPv6',
      100,
      (n: number) => ({ username: `guess ${n}`, address: `2001:db8:0:1::${n.toString(16)}` }),
    ],
  ])(
    'is throttled by %s, in time for nobody to guess on, whether or not the password is right',
    async (_, limit, source) => {
      const attempt = (n: number, right = false): Promise<Answer> => {
        const { username, address } = source(n);
        const body = right
          ? { username: account.user.username, password: account.password }
          : { username, password: 'guessed' };
        return send(server, `POST ${TOKEN}`, { body, address });
      };
      await server.db.query('delete from sign_in_failures');
      const began = performance.now();
      const answers = await Promise.all(Array.from({ length: limit + 5 }, (__, n) => attempt(n)));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(limit);
      const refused = await attempt(0, true);
      expect(refused).toMatchObject({
        status: 429,
        json: {
          detail: expect.stringMatching(/^Request was throttled. Expected available in \d+ seconds.$/),
        },
      });
      const wait = Number(refused.headers['retry-after']);
      const passed = (performance.now() - began) / 1000;
      expect(wait).toBeGreaterThanOrEqual(Math.floor(900 - passed));
      expect(wait).toBeLessThanOrEqual(900);
      await server.db.query("update sign_in_failures set since = since - interval '15 minutes 1 second'");
      expect((await attempt(0, true)).status).toBe(200);
    },
  );

  it('that goes well begins the count anew', async () => {
    const body = { username: account.user.username, password: 'wrong' };
    const right = { ...body, password: account.password };
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 9; n += 1) expect((await send(server, `POST ${TOKEN}`, { body })).status).toBe(401);
      expect((await send(server, `POST ${TOKEN}`, { body: right })).status).toBe(200);
    }
  });

  it('does as much work for an unknown user as for a wrong password', async () => {
    const work = async (nameOf: (round: number) => string): Promise<number> => {
      const before = process.cpuUsage();
      for (let round = 0; round < 7; round += 1) {
        await send(server, `POST ${TOKEN}`, { body: { username: nameOf(round), password: 'wrong' } });
      }
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const nobody = (round: number): string => `nobody ${round}`;
    await work(nobody);
    // Without the hash it would be a tenth. What the processor did, not how long it took: others use it too.
    expect(await work(nobody)).toBeGreaterThan((await work(() => account.user.username)) / 3);
  });

  it('names what is missing, blank or no text', async () => {
    const post = async (body: object) => (await send(server, `POST ${TOKEN}`, { body })).json;
    expect(await post({})).toEqual({
      username: ['This field is required.'],
      password: ['This field is required.'],
    });
    expect(await post({ username: ' ', password: '' })).toEqual({
      username: ['This field may not be blank.'],
      password: ['This field may not be blank.'],
    });
    expect(await post({ username: 'x\0', password: null })).toEqual({
      username: ['Null characters are not allowed.'],
      password: ['This field may not be null.'],
    });
  });

  it('stores no password and no refresh token as it is', async () => {
    const pair = await signIn();
    const stored = JSON.stringify([
      await server.db.query('select * from users'),
      await server.db.query('select * from refresh_tokens'),
    ]);
    expect(stored).toContain('$argon2id$');
    expect(stored).not.toContain(account.password);
    expect(stored).not.toContain(pair.refresh);
  });
});

describe('a request', () => {
  it.each([
    ['no header', undefined, { detail: 'Authentication credentials were not provided.' }],
    ['another scheme', 'Basic eDp5', { detail: 'Authentication credentials were not provided.' }],
    [
      'Bearer without a token',
      'Bearer',
      {
        detail: 'Authorization header must contain two space-delimited values',
        code: 'bad_authorization_header',
      },
    ],
    [
      'two words after Bearer',
      'Bearer a b',
      {
        detail: 'Authorization header must contain two space-delimited values',
        code: 'bad_authorization_header',
      },
    ],
    ['what is no token', 'Bearer null', notValid('Token is invalid or expired')],
  ])('with %s is a 401 that says so', async (_, authorization, body) => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await send(server, `GET ${USER}`, { headers });
    expect(answer).toMatchObject({ status: 401, json: body });
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="api"');
  });

  it('with a forged, expired or endless token is refused', async () => {
    const unsigned = [{ alg: 'none' }, { user_id: account.user.id, token_type: 'access', exp: 4_000_000_000 }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const endless = await new SignJWT({ user_id: account.user.id, token_type: 'access' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(JWT_SECRET));
    for (const token of [
      await forge({}, { secret: 'another secret that is also long enough' }),
      await forge({}, { expires: '-1s' }),
      `${unsigned}.`,
      endless,
      await forge({ user_id: 'one' }),
    ]) {
      expect(await profile(token)).toMatchObject({
        status: 401,
        json: notValid('Token is invalid or expired'),
      });
    }
    const { session } = decodeJwt(account.token);
    expect((await profile(await forge({ session }))).status).toBe(200);
    expect((await profile(await forge({ session: randomUUID() }))).status).toBe(401);
  });

  it('with a refresh token in place of an access token is refused', async () => {
    const pair = await signIn();
    expect((await profile(pair.refresh)).json).toEqual(notValid('Token has wrong type'));
  });

  it('of a deactivated or deleted user is refused from then on', async () => {
    const pair = await signIn();
    await server.db.query('update users set is_active = false where id = $1', [account.user.id]);
    expect(await profile(pair.access)).toMatchObject({
      status: 401,
      json: { detail: 'User is inactive', code: 'user_inactive' },
    });
    expect((await refresh(pair.refresh)).status).toBe(401);
    await server.db.query('delete from users where id = $1', [account.user.id]);
    expect(await profile(pair.access)).toMatchObject({ status: 401, json: { code: 'user_not_found' } });
  });
});

describe('a refresh token', () => {
  // @spec 3.6 7.6
  it('gives a new pair, whose tokens are good', async () => {
    const first = await signIn();
    const renewed = await refresh(first.refresh);
    expect(renewed.status).toBe(200);
    const second = renewed.json as Pair;
    expect(second.refresh).not.toBe(first.refresh);
    expect((await profile(second.access)).status).toBe(200);
    expect((await refresh(second.refresh)).status).toBe(200);
  });

  it('that is sent again within a minute, since its answer was lost, gives the same successor', async () => {
    const first = await signIn();
    const lost = (await refresh(first.refresh)).json as Pair;
    const again = (await refresh(first.refresh)).json as Pair;
    expect(again.refresh).toBe(lost.refresh);
    expect((await profile(again.access)).status).toBe(200);
    expect((await refresh(again.refresh)).status).toBe(200);
  });

  it('sent by six at once has one successor', async () => {
    const { refresh: token } = await signIn();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(token)));
    expect(sortedStatuses(answers)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ json }) => (json as Pair).refresh)).size).toBe(1);
  });

  it.each([
    ['after its successor was used', async (second: string) => void (await refresh(second))],
    [
      'after a minute',
      async () =>
        void (await server.db.query(
          "update refresh_tokens set used_at = used_at - interval '61 seconds' where used_at is not null",
        )),
    ],
  ])('that is used again %s ends its session for whoever has a token of it', async (_, happens) => {
    const first = await signIn();
    const other = await signIn();
    const second = (await refresh(first.refresh)).json as Pair;
    await happens(second.refresh);
    expect(await refresh(first.refresh)).toMatchObject({ status: 401, json: BLACKLISTED });
    expect(await refresh(second.refresh)).toMatchObject({ status: 401, json: BLACKLISTED });
    expect((await profile(second.access)).status).toBe(401);
    expect((await profile(first.access)).status).toBe(401);
    expect((await profile(other.access)).status).toBe(200);
  });

  it('is no good once its session has lasted as long as one may, however often it was renewed', async () => {
    const first = await signIn();
    const { session } = decodeJwt(first.refresh);
    const agedBy = async (seconds: number): Promise<void> => {
      await server.db.query(
        'update sessions set created_at = created_at - make_interval(secs => $2) where id = $1',
        [session, seconds],
      );
    };
    const daysLeft = ({ refresh: token }: Pair): number =>
      ((decodeJwt(token).exp ?? 0) * 1000 - Date.now()) / 86_400_000;
    expect(daysLeft(first)).toBeCloseTo(1, 1);
    await agedBy(6.5 * 86_400);
    const second = (await refresh(first.refresh)).json as Pair;
    expect(daysLeft(second)).toBeCloseTo(0.5, 1);
    expect((await refresh(first.refresh)).json).toMatchObject({ refresh: second.refresh });
    await agedBy(0.5 * 86_400);
    expect(await refresh(second.refresh)).toMatchObject({ status: 401, json: BLACKLISTED });
    expect((await profile(second.access)).status).toBe(401);
    expect((await refresh((await signIn()).refresh)).status).toBe(200);
  });

  it('that is blacklisted ends its session, and no other one', async () => {
    const ended = await signIn();
    const other = await signIn();
    const answer = await send(server, `POST ${BLACKLIST}`, { body: { refresh: ended.refresh } });
    expect(answer).toMatchObject({ status: 200, json: {} });
    expect(await refresh(ended.refresh)).toMatchObject({ status: 401, json: BLACKLISTED });
    expect(await profile(ended.access)).toMatchObject({
      status: 401,
      json: notValid('Token is invalid or expired'),
    });
    expect((await profile(other.access)).status).toBe(200);
    expect((await send(server, `POST ${BLACKLIST}`, { body: { refresh: ended.access } })).status).toBe(401);
  });

  it('that is garbage, expired, not ours or an access token is refused', async () => {
    const invalid = { detail: 'Token is invalid or expired', code: 'token_not_valid' };
    const pair = await signIn();
    expect(await refresh('garbage')).toMatchObject({ status: 401, json: invalid });
    const expired = await forge({ token_type: 'refresh' }, { expires: '-1s' });
    expect((await refresh(expired)).json).toEqual(invalid);
    expect((await refresh(await forge({ token_type: 'refresh', jti: 'never stored' }))).json).toEqual(
      invalid,
    );
    expect((await refresh(pair.access)).json).toEqual({
      detail: 'Token has wrong type',
      code: 'token_not_valid',
    });
  });

  it('must be sent', async () => {
    expect((await send(server, `POST ${REFRESH}`, { body: {} })).json).toEqual({
      refresh: ['This field is required.'],
    });
    expect((await refresh(null)).json).toEqual({ refresh: ['This field may not be null.'] });
  });
});

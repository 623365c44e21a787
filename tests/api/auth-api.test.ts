import { describe, expect, it } from 'vitest';
import { type Profile, requestProfile, requestRefresh, requestTokens } from '../../src/api/auth-api.ts';
import type { HttpRequest } from '../../src/api/http-client.ts';
import type { Answer } from '../../src/domain/answer.ts';
import type { SignInFailure } from '../../src/domain/sign-in-failure.ts';
import { jsonAnswer, otherAnswer } from '../support/backend/answers.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';

const pair = { access: 'a', refresh: 'r' };
const clock = new ManualClock();
const noAnswer: Answer = { kind: 'noAnswer', cause: 'network' };

function sendOver(answer: Answer) {
  const seen: [HttpRequest, string | null][] = [];
  const send = async (request: HttpRequest, bearer: string | null): Promise<Answer> => {
    seen.push([request, bearer]);
    return answer;
  };
  return { send, clock, seen };
}

describe('signing in', () => {
  // @spec 3.3 3.5 7.5
  it('sends name and password to the token endpoint, without a token', async () => {
    const { send, seen } = sendOver(jsonAnswer(200, { ...pair, sync: { v: 1 } }));
    expect(await requestTokens({ send, clock }, 'demo', 'secret')).toEqual(pair);
    expect(seen).toEqual([
      [
        {
          method: 'POST',
          path: '/api/v1/auth/token/',
          body: { username: 'demo', password: 'secret' },
          ownCookies: true,
        },
        null,
      ],
    ]);
  });

  const NO_CONNECTION = 'No connection. You need one to sign in.';
  const PORTAL = [
    'This network asks you to sign in first.',
    'Open any web page to do that, then try again here.',
  ];
  const NO_ACCOUNT = 'No active account found with the given credentials';
  const WRONG = 'Wrong username or password.';
  const PROBLEM = 'The server has a problem. Try again later.';
  const TOO_MANY = 'Too many tries. Wait a moment, then try again.';

  // @spec 8.1 8.13 D1.41
  it.each<[string, Answer, readonly string[]]>([
    ["fails with the server's words", jsonAnswer(400, { detail: 'Ask the office.' }), ['Ask the office.']],
    ['fails with ours', jsonAnswer(400, { password: ['This field may not be blank.'] }), ['Login failed']],
    ['fails on half a pair', jsonAnswer(200, { access: 'a' }), ['Login failed']],
    ['fails on an empty token', jsonAnswer(200, { access: '', refresh: 'r' }), ['Login failed']],
    ["fails on a page of the server's", otherAnswer(404, 'html'), ['Login failed']],
    ['fails on a wrong password', jsonAnswer(401, { detail: NO_ACCOUNT }), [WRONG, NO_ACCOUNT]],
    ['fails on a wrong password without a word', otherAnswer(401, 'empty'), [WRONG]],
    ['fails on a guard with a page before the server', otherAnswer(401, 'html'), ['Login failed']],
    ['fails without a network', noAnswer, [NO_CONNECTION]],
    [
      'fails on a slow server',
      { kind: 'noAnswer', cause: 'timeout' },
      ['Login failed: the server took too long to answer.'],
    ],
    ['fails on a network that wants a sign-in, by a redirect', { kind: 'redirect' }, PORTAL],
    ['fails on a network that wants a sign-in, by a page', otherAnswer(200, 'html'), PORTAL],
    ['fails on a network that wants a sign-in, by its status', otherAnswer(511, 'html'), PORTAL],
    ['fails on a fault in the server', otherAnswer(500, 'html'), [PROBLEM]],
    ['fails on a fault with words', jsonAnswer(503, { detail: 'Upgrading.' }), [PROBLEM, 'Upgrading.']],
    ['fails on too many tries', jsonAnswer(429, { detail: 'Throttled.' }), [TOO_MANY, 'Throttled.']],
    ['fails on too many tries for a time', jsonAnswer(429, { detail: '45 s' }, '45'), ['Too many tries.']],
    ['fails on too many tries for a riddle', jsonAnswer(429, null, 'soon'), [TOO_MANY]],
  ])('%s', async (_, answer, lines) => {
    await expect(requestTokens(sendOver(answer), 'demo', 'x')).rejects.toMatchObject({
      name: 'SignInFailure',
      message: lines.join(' '),
      lines,
    });
  });

  it('says when the next try may be made, if the server names a time', async () => {
    const wait = (retryAfter: string | null) =>
      requestTokens(sendOver(jsonAnswer(429, null, retryAfter)), 'demo', 'x').catch(
        ({ nextTry }: SignInFailure) => nextTry?.at,
      );
    expect(await wait('45')).toBe(clock.now() + 45_000);
    expect(await wait(new Date(clock.now() + 90_000).toUTCString())).toBe(
      Math.floor((clock.now() + 90_000) / 1000) * 1000,
    );
    expect(await wait(null)).toBeUndefined();
  });
});

describe('refreshing', () => {
  // @spec 3.6 7.6
  it('gives the new pair, or null where the server does not rotate', async () => {
    const { send, seen } = sendOver(jsonAnswer(200, pair));
    expect(await requestRefresh(send, 'old')).toEqual({ outcome: 'refreshed', ...pair });
    expect(seen[0]?.[0].body).toEqual({ refresh: 'old' });
    expect(await requestRefresh(sendOver(jsonAnswer(200, { access: 'a' })).send, 'old')).toEqual({
      outcome: 'refreshed',
      access: 'a',
      refresh: null,
    });
  });

  // @spec D1.16
  it.each([400, 401, 403])('[A3] is refused by %i with JSON alone', async (status) => {
    expect(await requestRefresh(sendOver(jsonAnswer(status, {})).send, 'old')).toEqual({
      outcome: 'refused',
    });
    expect(await requestRefresh(sendOver(otherAnswer(status, 'html')).send, 'old')).toEqual({
      outcome: 'unreachable',
    });
  });

  // @spec D1.17
  it.each<[string, Answer]>([
    ['no network', noAnswer],
    ['a time-out', { kind: 'noAnswer', cause: 'timeout' }],
    ['a captive portal', { kind: 'redirect' }],
    ['500', otherAnswer(500, 'html')],
    ['503', jsonAnswer(503, {})],
    ['429', jsonAnswer(429, { detail: 'x' })],
    ['404', jsonAnswer(404, { detail: 'x' })],
    ['200 without a token', jsonAnswer(200, {})],
  ])('[A3] %s does not end the session', async (_, answer) => {
    expect(await requestRefresh(sendOver(answer).send, 'old')).toEqual({ outcome: 'unreachable' });
  });
});

describe('the profile', () => {
  // @spec 7.7
  it.each<[string, Answer, Profile]>([
    ['tells who it is', jsonAnswer(200, { id: 1, username: 'demo', email: '' }), { id: 1, username: 'demo' }],
    ['may lack the name', jsonAnswer(200, { id: 'u-1' }), { id: 'u-1', username: null }],
  ])('%s', async (_, answer, expected) => {
    const { send, seen } = sendOver(answer);
    expect(await requestProfile(send, 'token')).toEqual(expected);
    expect(seen[0]?.[1]).toBe('token');
  });

  // @spec 8.3 D1.26
  it.each<[string, Answer, string]>([
    ['without an id', jsonAnswer(200, { username: 'demo' }), 'Failed to get user'],
    ['that is a page', otherAnswer(200, 'html'), 'Failed to get user'],
    ['that cannot be read', noAnswer, 'Failed to get user: the server cannot be reached.'],
    ['of a refused token', jsonAnswer(401, { id: 1 }), 'Failed to get user'],
    ['of somebody who is locked out', jsonAnswer(403, { detail: 'Ask the office.' }), 'Ask the office.'],
  ])('%s proves nothing about the session, and says why', async (_, answer, message) => {
    const profile = requestProfile(sendOver(answer).send, 'token');
    await expect(profile).rejects.toMatchObject({ name: 'ApiError', message, answer });
  });
});

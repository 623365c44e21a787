import { describe, expect, it } from 'vitest';
import { authorized } from '../../src/api/authorized.ts';
import type { Answer } from '../../src/domain/answer.ts';
import { jsonAnswer, otherAnswer } from '../support/backend/answers.ts';

type Refresh = 'refreshed' | 'refused' | 'unreachable';
const get = { method: 'GET', path: '/a/' } as const;
const ok = jsonAnswer(200, { id: 1 });
const refused = jsonAnswer(401, { detail: 'Given token not valid', code: 'token_not_valid' });

/** Sends over answers that come one after the other, with tokens that are replaced as `refresh` says. */
function sendOver(
  answers: Answer[],
  refresh: Refresh | Promise<Refresh> = 'refreshed',
  bearers: (string | null)[] = ['old', 'new'],
) {
  const log: string[] = [];
  const tokens = [...bearers];
  const send = authorized(
    async (_, bearer) => {
      log.push(`send ${bearer}`);
      return answers.shift() ?? ok;
    },
    {
      bearerOf: () => tokens.shift() ?? null,
      refresh: async (account, token) => {
        log.push(`refresh ${account} ${token}`);
        return refresh;
      },
      checkUser: (_, userId) => userId === '1',
      expire: (account, token) => log.push(`expire ${account} ${token}`),
    },
    'demo',
  );
  return { send, log };
}

describe('a request of a signed-in account', () => {
  // @spec D1.2
  it('is sent with its token', async () => {
    const { send, log } = sendOver([ok]);
    expect(await send(get)).toBe(ok);
    expect(log).toEqual(['send old']);
  });

  it('[A5] never leaves the device while another account, or none, is signed in', async () => {
    const { send, log } = sendOver([], 'refreshed', [null]);
    expect(await send(get)).toEqual({ kind: 'notSent' });
    expect(log).toEqual([]);
  });
});

describe('a token that the server refuses', () => {
  // @spec 4.6
  it('[A2] causes one refresh and one retry', async () => {
    const { send, log } = sendOver([refused, ok]);
    expect(await send(get)).toBe(ok);
    expect(log).toEqual(['send old', 'refresh demo old', 'send new']);
  });

  it('[A2, S9] repeats no change that was settled otherwise meanwhile', async () => {
    const asked = async (mayRepeat: boolean) => {
      const { send, log } = sendOver([refused, ok]);
      return [await send({ ...get, mayRepeat: async () => mayRepeat }), log.length];
    };
    expect(await asked(true)).toEqual([ok, 3]);
    expect(await asked(false)).toEqual([{ kind: 'unauthorized', refresh: 'refreshed' }, 2]);
  });

  // @spec 4.5 8.12 D2.26
  it('[A10] ends the session when the fresh one is refused as well, and does not go round', async () => {
    const { send, log } = sendOver([refused, refused, refused]);
    expect(await send(get)).toEqual({ kind: 'unauthorized', refresh: 'refused' });
    expect(log).toEqual(['send old', 'refresh demo old', 'send new', 'expire demo new']);
  });

  it.each<Refresh>(['refused', 'unreachable'])('[A3] a refresh that is %s is told apart', async (refresh) => {
    const { send, log } = sendOver([refused], refresh);
    expect(await send(get)).toEqual({ kind: 'unauthorized', refresh });
    expect(log).toEqual(['send old', 'refresh demo old']);
  });

  it('[A5] is not retried as somebody else', async () => {
    const { send, log } = sendOver([refused, ok], 'refreshed', ['old', null]);
    expect(await send(get)).toEqual({ kind: 'notSent' });
    expect(log).toEqual(['send old', 'refresh demo old']);
  });

  it.each(['token_not_valid', 'user_inactive', 'not_authenticated', 'authentication_failed'])(
    '[P8] some servers say it with 403 and the code %s',
    async (code) => {
      const { send, log } = sendOver([jsonAnswer(403, { detail: 'x', code }), ok]);
      expect(await send(get)).toBe(ok);
      expect(log).toHaveLength(3);
    },
  );

  it.each<[string, Answer]>([
    ['403 about something else', jsonAnswer(403, { detail: 'You may not.', code: 'permission_denied' })],
    ['403 without a code', jsonAnswer(403, { detail: 'Given token not valid for any token type' })],
    ['403 with null', jsonAnswer(403, null)],
    ['403 as a page', otherAnswer(403, 'html')],
    ['no answer', { kind: 'noAnswer', cause: 'timeout' }],
    ['500', otherAnswer(500, 'html')],
  ])('[P8] %s is an answer, not a refused token', async (_, answer) => {
    const { send, log } = sendOver([answer]);
    expect(await send(get)).toBe(answer);
    expect(log).toEqual(['send old']);
  });

  it('that is aborted does not wait for the refresh', async () => {
    const stop = new AbortController();
    const { send } = sendOver([refused], new Promise(() => {}));
    const answer = send({ ...get, signal: stop.signal });
    stop.abort();
    expect(await answer).toEqual({ kind: 'unauthorized', refresh: 'unreachable' });
  });

  it('[A5] ends the session where the profile is somebody else’s, and keeps that to itself', async () => {
    const profile = { method: 'GET', path: '/api/v1/auth/user/' } as const;
    const mine = sendOver([ok]);
    expect(await mine.send(profile)).toBe(ok);
    const theirs = sendOver([jsonAnswer(200, { id: 2 })]);
    expect(await theirs.send(profile)).toEqual({ kind: 'unauthorized', refresh: 'refused' });
    expect(theirs.log).toEqual(['send old', 'expire demo new']);
  });
});

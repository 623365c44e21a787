import { describe, expect, it } from 'vitest';
import { PROFILE_PATH } from '../../src/api/auth-api.ts';
import { signInProfile } from '../../src/api/sign-in-profile.ts';
import type { Answer } from '../../src/domain/answer.ts';
import { jsonAnswer } from '../support/backend/answers.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';

const profile = { method: 'GET', path: PROFILE_PATH } as const;
const list = { method: 'GET', path: '/api/v1/customers/customers/' } as const;
const anna = jsonAnswer(200, { id: 1, username: 'anna' });

/** @param answers what comes back: each in its turn, the last one for good */
function sending(answers: readonly Answer[] = [anna]) {
  const clock = new ManualClock();
  const log: string[] = [];
  const ways = signInProfile(async ({ path }, bearer) => {
    log.push(`${path} ${bearer}`);
    return answers[log.length - 1] ?? answers.at(-1) ?? anna;
  }, clock);
  return { ...ways, clock, log };
}

describe('the profile that a sign-in has asked for', () => {
  it.each([
    ['a profile', anna],
    ['a refusal', jsonAnswer(401, { detail: 'Given token not valid' })],
    ['no answer', { kind: 'noAnswer', cause: 'network' } satisfies Answer],
  ])('answers the next request for it, once: %s', async (_, answer) => {
    const { signingIn, signedIn, log } = sending([answer]);
    await signingIn(profile, 'new');
    expect(await signedIn(profile, 'new')).toBe(answer);
    expect(log).toHaveLength(1);
    await signedIn(profile, 'new');
    expect(log).toHaveLength(2);
  });

  it('is asked for again with another token, which may be another person’s', async () => {
    const { signingIn, signedIn, log } = sending();
    await signingIn(profile, 'anna');
    await signedIn(profile, 'ben');
    expect(log).toEqual([`${PROFILE_PATH} anna`, `${PROFILE_PATH} ben`]);
  });

  it('is asked for again where something else was sent since: that may have failed', async () => {
    const { signingIn, signedIn, log } = sending();
    await signingIn(profile, 'new');
    await signedIn(list, 'new');
    await signedIn(profile, 'new');
    expect(log).toHaveLength(3);
  });

  const portal: Answer = { kind: 'response', status: 200, body: { kind: 'html' }, retryAfter: null };
  it.each<Answer>([{ kind: 'noAnswer', cause: 'network' }, portal])(
    'is asked for again where a request of the session before has come to nothing since: %j',
    async (lost) => {
      const answers: Answer[] = [anna, lost, anna];
      const { signingIn, signedIn, log } = sending(answers);
      await signingIn(profile, 'new');
      await signedIn(list, 'old');
      await signedIn(profile, 'new');
      expect(log).toHaveLength(3);
    },
  );

  it.each([-1000, 10_001])('is asked for again when the clock has moved by %d ms', async (ms) => {
    const { signingIn, signedIn, clock, log } = sending();
    await signingIn(profile, 'new');
    clock.advance(ms);
    await signedIn(profile, 'new');
    expect(log).toHaveLength(2);
  });

  it('is nothing of a sign-in’s other requests', async () => {
    const { signingIn, signedIn, log } = sending();
    await signingIn({ method: 'POST', path: '/api/v1/auth/token/' }, null);
    await signedIn(profile, null);
    expect(log).toHaveLength(2);
  });
});

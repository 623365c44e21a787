import { describe, expect, it } from 'vitest';
import {
  CLOSED,
  nextOpening,
  type Opening,
  type OpeningEvent,
  OpeningProblem,
} from '../../src/app/account/opening.ts';
import type { Account } from '../../src/auth/token-store.ts';
import { NewerDataError } from '../../src/db/app-database.ts';

const ann: Account = { key: 'ann', username: 'ann', databaseName: 'of-ann', userId: '1' };
const ben: Account = { key: 'ben', username: 'ben', databaseName: 'of-ben', userId: '2' };

/** What became of a tab after some events, and what it had to do meanwhile. */
function after(...events: readonly OpeningEvent[]): { state: Opening; did: readonly string[] } {
  const did: string[] = [];
  const state = events.reduce((before: Opening, event) => {
    const next = nextOpening(before, event);
    const { step } = next;
    if (step.do !== 'nothing') did.push('account' in step ? `${step.do} ${step.account.key}` : step.do);
    return next.state;
  }, CLOSED);
  return { state, did };
}

const wanted = (account: Account | null): OpeningEvent => ({ is: 'wanted', account });
const opened: OpeningEvent = { is: 'opened' };
const closed = (stillSignedIn: boolean): OpeningEvent => ({ is: 'closed', stillSignedIn });
const problemOf = (...events: readonly OpeningEvent[]): string | undefined => {
  const { state } = after(...events);
  return 'problem' in state ? state.problem?.message : undefined;
};

describe('the opening of an account', () => {
  it('opens what is wanted, and wakes it when it is wanted again', () => {
    const { state, did } = after(wanted(ann), opened, wanted(ann));
    expect(state).toEqual({ is: 'open', account: ann });
    expect(did).toEqual(['open ann', 'wake']);
  });

  it('closes one account before it opens another', () => {
    const { state, did } = after(wanted(ann), opened, wanted(ben), closed(false), opened);
    expect(state).toEqual({ is: 'open', account: ben });
    expect(did).toEqual(['open ann', 'close ann', 'open ben']);
  });

  it('closes the account when nobody is signed in any more', () => {
    const { state, did } = after(wanted(ann), opened, wanted(null), closed(false));
    expect(state).toEqual(CLOSED);
    expect(did).toEqual(['open ann', 'close ann']);
  });

  it('closes a logged-out account, and leaves another one alone', () => {
    expect(after(wanted(ann), opened, { is: 'loggedOut', account: ann }, closed(false)).state).toEqual(
      CLOSED,
    );
    expect(after(wanted(ann), opened, { is: 'loggedOut', account: ben })).toEqual({
      state: { is: 'open', account: ann },
      did: ['open ann'],
    });
  });

  it('tells of data that was taken away, but not where that was the log-out', () => {
    const lost: OpeningEvent = { is: 'lost', account: ann };
    expect(problemOf(wanted(ann), opened, lost, closed(true))).toContain('removed or updated the data');
    expect(problemOf(wanted(ann), opened, lost, closed(false))).toBeUndefined();
    expect(after(wanted(ann), opened, { is: 'lost', account: ben }).did).toEqual(['open ann']);
  });

  it('says of a slow opening what is known, and opens all the same', () => {
    const slow: OpeningEvent = { is: 'slow' };
    expect(problemOf(wanted(ann), slow)).toBe(
      "This device's storage is not responding. Reload the page to try again.",
    );
    expect(after(wanted(ann), slow, opened).state).toEqual({ is: 'open', account: ann });
    expect(after(wanted(ann), opened, slow).state).toEqual({ is: 'open', account: ann });
  });

  it('stays closed where the account was logged out meanwhile', () => {
    expect(after(wanted(ann), { is: 'left' }).state).toEqual(CLOSED);
  });

  it('says why an opening failed, until another one is done', () => {
    const newer: OpeningEvent = { is: 'failed', cause: new NewerDataError() };
    expect(problemOf(wanted(ann), newer)).toContain('A newer version');
    expect(problemOf(wanted(ann), { is: 'failed', cause: new Error('full') })).toContain('free some space');
    expect(problemOf(wanted(ann), newer, wanted(ann))).toContain('A newer version');
    expect(after(wanted(ann), newer, wanted(ann), opened).state).toEqual({ is: 'open', account: ann });
  });

  it('keeps what is open where something else failed', () => {
    expect(after(wanted(ann), opened, { is: 'failed', cause: new Error('full') }).state.is).toBe('open');
    const state: Opening = { is: 'leaving', account: ann, next: null, lost: false };
    expect(nextOpening(state, { is: 'failed', cause: new Error('full') }).state).toMatchObject({
      is: 'closed',
      problem: expect.any(OpeningProblem),
    });
  });

  it('lets what comes too late change nothing', () => {
    const late: readonly OpeningEvent[] = [opened, { is: 'left' }, { is: 'slow' }];
    for (const event of [...late, closed(true)])
      expect(nextOpening(CLOSED, event)).toEqual({ state: CLOSED, step: { do: 'nothing' } });
  });
});

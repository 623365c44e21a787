import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  classifyGet,
  classifyRecordRead,
  isNetworkFault,
  PAUSE_REASONS,
} from '../../src/domain/answer.ts';
import type { Verdict } from '../../src/outbox/lane-event.ts';
import { type MutationKind, PARK_REASONS } from '../../src/outbox/mutation.ts';
import { classify } from '../../src/sync/push/classify-answer.ts';
import { jsonAnswer, otherAnswer } from '../support/backend/answers.ts';
import { answer, mutationKind } from '../support/records/arbitraries.ts';
import { counterexample } from '../support/test/counterexample.ts';

const row = { id: 7, first_name: 'Ann' };
const detail = { detail: 'Words.' };
const record = { id: 7, wire: row };

const confirmed: Verdict = { do: 'confirm', record };
const deleted: Verdict = { do: 'confirm', record: null };
/** `unknown` on a create, `read, then send` on the others: `ambiguous` in the transition table. */
const settled: Verdict = { do: 'settle', fault: false };
const lost: Verdict = { do: 'settle', fault: true };
const portal: Verdict = { do: 'settle', fault: true, pause: 'captivePortal' };
const signedOut: Verdict = { do: 'requeue', pause: 'signedOut', fault: false };
const requeued: Verdict = { do: 'requeue', pause: null, fault: false };
const unreachable: Verdict = { do: 'requeue', pause: null, fault: true };
const serverProblem: Verdict = { do: 'requeue', pause: 'serverProblem', fault: false };
const throttled: Verdict = { do: 'requeue', pause: 'throttled', fault: false };
const read: Verdict = { do: 'readRecord' };
const serverError: Verdict = { do: 'serverError' };
const parked: Verdict = { do: 'park', reason: 'rejected' };

type Row = readonly [what: string, answer: Answer, create: Verdict, update: Verdict, remove: Verdict];

const same = (what: string, given: Answer, verdict: Verdict): Row => [what, given, verdict, verdict, verdict];

/** The table of SPEC.md, row by row. */
const ROWS: readonly Row[] = [
  same('no answer', { kind: 'noAnswer', cause: 'network' }, lost),
  same('time-out', { kind: 'noAnswer', cause: 'timeout' }, lost),
  same('aborted', { kind: 'noAnswer', cause: 'aborted' }, lost),
  ...[408, 502, 503, 504].flatMap((status) => [
    same(`${status} with JSON`, jsonAnswer(status, detail), lost),
    same(`${status} with a page`, otherAnswer(status, 'html'), lost),
    same(`${status} with nothing`, otherAnswer(status, 'empty'), lost),
  ]),
  ['200 with JSON, no record', jsonAnswer(200, [row]), settled, settled, deleted],
  ['200 with JSON, no id', jsonAnswer(200, detail), settled, settled, deleted],
  same('200 with text', otherAnswer(200, 'text'), settled),
  ['201 with nothing', otherAnswer(201, 'empty'), settled, settled, deleted],
  same('200 with a page', otherAnswer(200, 'html'), portal),
  same('a redirect', { kind: 'redirect' }, portal),
  ...(['html', 'text', 'empty'] as const).map((body) =>
    same(`511 with ${body}`, otherAnswer(511, body), portal),
  ),
  same('511 with JSON', jsonAnswer(511, detail), portal),
  same('304, which nobody asked for', otherAnswer(304, 'empty'), lost),
  ['200 with a record', jsonAnswer(200, row), confirmed, confirmed, deleted],
  ['201 with a record', jsonAnswer(201, row), confirmed, confirmed, deleted],
  ['204', otherAnswer(204, 'empty'), settled, settled, deleted],
  same('401 after one refresh', { kind: 'unauthorized', refresh: 'refused' }, signedOut),
  same('401', jsonAnswer(401, detail), signedOut),
  same('nobody is signed in', { kind: 'notSent' }, signedOut),
  same('refreshed and not repeated', { kind: 'unauthorized', refresh: 'refreshed' }, requeued),
  same('refresh unreachable', { kind: 'unauthorized', refresh: 'unreachable' }, unreachable),
  ...[404, 410].flatMap((status): Row[] => [
    [`${status} with JSON`, jsonAnswer(status, detail), serverProblem, read, deleted],
    same(`${status} with a page`, otherAnswer(status, 'html'), serverProblem),
    same(`${status} with text`, otherAnswer(status, 'text'), serverProblem),
    same(`${status} with nothing`, otherAnswer(status, 'empty'), serverProblem),
  ]),
  ...[405, 501].map((status) => same(String(status), jsonAnswer(status, detail), serverProblem)),
  ['409', jsonAnswer(409, detail), parked, read, parked],
  ['412', jsonAnswer(412, detail), parked, read, read],
  ...[425, 429].map((status) => same(String(status), jsonAnswer(status, detail), throttled)),
  ...[500, 505, 520, 599].map((status) => same(String(status), otherAnswer(status, 'html'), serverError)),
  ...[400, 402, 403, 406, 411, 413, 414, 415, 418, 422, 431, 499].map((status) =>
    same(String(status), jsonAnswer(status, detail), parked),
  ),
];

const KINDS = ['create', 'update', 'delete'] as const satisfies readonly MutationKind[];

describe('[P8] the answer table', () => {
  it.each(ROWS)('[P8] %s', (_, given, ...verdicts) => {
    expect(KINDS.map((kind) => classify(kind, given))).toEqual(verdicts);
  });

  it('[P8] has a verdict for every answer to every kind of change, and never throws', () => {
    const dos: readonly Verdict['do'][] = [
      'confirm',
      'settle',
      'requeue',
      'readRecord',
      'serverError',
      'park',
    ];
    expect(
      counterexample(
        fc.property(mutationKind, answer, (kind, given) => dos.includes(classify(kind, given).do)),
        20_000,
      ),
    ).toBeNull();
  });

  it('[P4] confirms nothing without a 2xx answer, but a deletion of what is gone', () => {
    expect(
      counterexample(
        fc.property(mutationKind, answer, (kind, given) => {
          if (classify(kind, given).do !== 'confirm') return true;
          if (given.kind !== 'response') return false;
          const gone = kind === 'delete' && [404, 410].includes(given.status) && given.body.kind === 'json';
          return (given.status >= 200 && given.status <= 299) || gone;
        }),
        20_000,
      ),
    ).toBeNull();
  });

  it('[P57] decides nothing by the text of a message', () => {
    expect(
      counterexample(
        fc.property(
          mutationKind,
          fc.integer({ min: 300, max: 599 }),
          fc.string(),
          (kind, status, text) =>
            JSON.stringify(classify(kind, jsonAnswer(status, { detail: text }))) ===
            JSON.stringify(classify(kind, jsonAnswer(status, { detail: 'Not found.' }))),
        ),
      ),
    ).toBeNull();
  });
});

describe('a read of one record', () => {
  it.each([404, 410])('[L33] it is gone only when the API itself says so: %i', (status) => {
    expect(classifyRecordRead(jsonAnswer(status, detail))).toEqual({ found: 'gone' });
    expect(classifyRecordRead(otherAnswer(status, 'html'))).toEqual({ found: 'nothing' });
    expect(classifyRecordRead(otherAnswer(status, 'empty'))).toEqual({ found: 'nothing' });
  });

  it('[L33] it is there when a record with an id came, and unknown otherwise', () => {
    expect(classifyRecordRead(jsonAnswer(200, row))).toEqual({ found: 'record', record });
    for (const given of [
      jsonAnswer(200, detail),
      jsonAnswer(200, [row]),
      otherAnswer(200, 'html'),
      jsonAnswer(500, row),
      { kind: 'noAnswer', cause: 'network' } as const,
      { kind: 'notSent' } as const,
    ]) {
      expect(classifyRecordRead(given)).toEqual({ found: 'nothing' });
    }
  });
});

describe('a GET that failed', () => {
  it.each<[string, Answer, ReturnType<typeof classifyGet>]>([
    ['no network', { kind: 'noAnswer', cause: 'network' }, { pause: null, fault: true }],
    ['a captive portal', { kind: 'redirect' }, { pause: 'captivePortal', fault: true }],
    ['a page', otherAnswer(200, 'html'), { pause: 'captivePortal', fault: true }],
    ['511', otherAnswer(511, 'html'), { pause: 'captivePortal', fault: true }],
    ['nobody signed in', { kind: 'notSent' }, { pause: 'signedOut', fault: false }],
    ['429', jsonAnswer(429, detail), { pause: 'throttled', fault: false }],
    ['500', otherAnswer(500, 'html'), { pause: 'serverProblem', fault: false }],
    ['404', jsonAnswer(404, detail), { pause: 'serverProblem', fault: false }],
    ['403', jsonAnswer(403, detail), { pause: 'serverProblem', fault: false }],
    ['a record', jsonAnswer(200, row), { pause: null, fault: false }],
  ])('[P8] %s', (_, given, expected) => {
    expect(classifyGet(given)).toEqual(expected);
  });

  it('[P8] holds the engine for a reason that it knows, if for any', () => {
    expect(
      counterexample(
        fc.property(answer, (given) => {
          const { pause } = classifyGet(given);
          return pause === null || PAUSE_REASONS.includes(pause);
        }),
      ),
    ).toBeNull();
  });
});

it('[S5] every reason to park that an answer gives is one that screens know', () => {
  expect(
    counterexample(
      fc.property(mutationKind, answer, (kind, given) => {
        const verdict = classify(kind, given);
        return verdict.do !== 'park' || PARK_REASONS.includes(verdict.reason);
      }),
    ),
  ).toBeNull();
});

it('[X3] a key whose row was deleted since is put before a person, if the API itself says so', () => {
  expect(classify('create', jsonAnswer(410, detail), true)).toEqual({
    do: 'park',
    reason: 'deletedOnServer',
  });
  expect(classify('create', otherAnswer(410, 'html'), true)).toEqual(serverProblem);
  expect(classify('create', jsonAnswer(404, detail), true)).toEqual(serverProblem);
});

describe('a fault of the network', () => {
  it.each<[what: string, answer: Answer, is: boolean]>([
    ['no answer', { kind: 'noAnswer', cause: 'timeout' }, true],
    ['a request that the app gave up', { kind: 'noAnswer', cause: 'aborted' }, false],
    ['a redirect', { kind: 'redirect' }, true],
    ['a page', otherAnswer(200, 'html'), true],
    ['a gateway that has no server', jsonAnswer(502, {}), true],
    ['a token that could not be renewed', { kind: 'unauthorized', refresh: 'unreachable' }, true],
    ['a request that was not repeated', { kind: 'unauthorized', refresh: 'refreshed' }, false],
    ['a session that is over', { kind: 'unauthorized', refresh: 'refused' }, false],
    ['the page of a server that fails', otherAnswer(500, 'html'), false],
    ['a JSON answer', jsonAnswer(200, {}), false],
    ['a request that never left', { kind: 'notSent' }, false],
  ])('%s', (_, answer, is) => {
    expect(isNetworkFault(answer)).toBe(is);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, detailOf } from '../../src/api/api-error.ts';
import {
  type Answer,
  asObject,
  isPortal,
  jsonObject,
  readBody,
  readRecord,
  recordIn,
} from '../../src/domain/answer.ts';
import { jsonAnswer, otherAnswer } from '../support/backend/answers.ts';
import { counterexample } from '../support/test/counterexample.ts';

describe('the body of an answer', () => {
  it.each([
    ['', { kind: 'empty' }],
    [' \n', { kind: 'empty' }],
    ['<!doctype html><h1>Sign in</h1>', { kind: 'html' }],
    ['\n <html>', { kind: 'html' }],
    ['OK', { kind: 'text' }],
    ['{"id": 1', { kind: 'text' }],
    ['{"id": 1}', { kind: 'json', value: { id: 1 } }],
    [' [1] ', { kind: 'json', value: [1] }],
    ['null', { kind: 'json', value: null }],
  ])('%j', (text, expected) => {
    expect(readBody(text)).toEqual(expected);
  });

  it('is read without an error, whatever it is', () => {
    expect(
      counterexample(
        fc.property(fc.string(), (text) => ['json', 'html', 'text', 'empty'].includes(readBody(text).kind)),
      ),
    ).toBeNull();
  });
});

describe('a captive portal', () => {
  it('redirects, answers HTML or 511; a fault or an error page of a proxy is no portal', () => {
    const portals = [{ kind: 'redirect' } as const, otherAnswer(200, 'html'), otherAnswer(511, 'text')];
    expect(portals.map(isPortal)).toEqual([true, true, true]);
    const others = [jsonAnswer(200, {}), otherAnswer(502, 'html'), { kind: 'notSent' } as const];
    expect(others.map(isPortal)).toEqual([false, false, false]);
  });
});

describe('the JSON object of an answer', () => {
  it('exists only in a 2xx answer with an object', () => {
    expect(jsonObject(jsonAnswer(201, { id: 1 }))).toEqual({ id: 1 });
    for (const given of [
      jsonAnswer(200, [1]),
      jsonAnswer(200, null),
      jsonAnswer(200, 'text'),
      jsonAnswer(199, { id: 1 }),
      jsonAnswer(300, { id: 1 }),
      jsonAnswer(404, { id: 1 }),
      otherAnswer(200, 'html'),
      { kind: 'redirect' } as const,
    ]) {
      expect(jsonObject(given)).toBeNull();
    }
    expect(asObject([])).toBeNull();
  });

  it('is a record only with a usable id, which is not converted', () => {
    expect(recordIn(jsonAnswer(200, { id: 7, a: 1 }))).toEqual({ id: 7, wire: { id: 7, a: 1 } });
    expect(readRecord({ id: '8f' })?.id).toBe('8f');
    for (const id of [null, undefined, '', true, {}, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(readRecord({ id })).toBeNull();
    }
    expect(readRecord('text')).toBeNull();
  });
});

describe('words for an answer', () => {
  // @spec 8.2 8.11
  it.each<[string, Answer, string]>([
    ["the server's own", jsonAnswer(401, { detail: 'No active account found' }), 'No active account found'],
    ['ours if it has none', jsonAnswer(400, { email: ['No.'] }), 'Login failed'],
    ['ours if they are empty', jsonAnswer(400, { detail: '' }), 'Login failed'],
    ['in one line if they are a list', jsonAnswer(400, { detail: ['No.', 'Locked.'] }), 'No., Locked.'],
    ['ours if they are not text', jsonAnswer(400, { detail: { reason: 'No.' } }), 'Login failed'],
    ['ours if they are HTML', jsonAnswer(400, { detail: '<html><h1>No' }), 'Login failed'],
    ['ours beside a message', jsonAnswer(400, { message: 'No.' }), 'Login failed'],
    ['ours for null', jsonAnswer(400, null), 'Login failed'],
    ['ours for a page', otherAnswer(500, 'html'), 'Login failed'],
    ['a captive portal', { kind: 'redirect' }, 'This network asks you to sign in first.'],
    [
      'a time-out',
      { kind: 'noAnswer', cause: 'timeout' },
      'Login failed: the server took too long to answer.',
    ],
    ['no network', { kind: 'noAnswer', cause: 'network' }, 'Login failed: the server cannot be reached.'],
    ['no token to send', { kind: 'notSent' }, 'No token available'],
    ['no refresh', { kind: 'unauthorized', refresh: 'unreachable' }, 'Failed to refresh token'],
    ['ours for no repetition', { kind: 'unauthorized', refresh: 'refreshed' }, 'Login failed'],
    [
      'no use of a refresh',
      { kind: 'unauthorized', refresh: 'refused' },
      'Session expired. Please login again.',
    ],
  ])('%s', (_, given, words) => {
    expect(detailOf(given, 'Login failed')).toBe(words);
  });

  it('belong to the answer they describe', () => {
    const given = jsonAnswer(400, {});
    expect(new ApiError('Login failed', given)).toMatchObject({ message: 'Login failed', answer: given });
  });
});

import { expect, it } from 'vitest';
import type { Answer } from '../../../src/domain/answer.ts';
import { classifyFileAnswer } from '../../../src/sync/files/file-answer.ts';

function json(status: number, value: unknown): Answer {
  return { kind: 'response', status, body: { kind: 'json', value }, retryAfter: null };
}

function page(status: number): Answer {
  return { kind: 'response', status, body: { kind: 'html' }, retryAfter: null };
}

it.each<[Answer, string]>([
  [{ kind: 'noAnswer', cause: 'network' }, 'lost'],
  [{ kind: 'noAnswer', cause: 'timeout' }, 'lost'],
  [{ kind: 'redirect' }, 'wait'],
  [{ kind: 'notSent' }, 'wait'],
  [{ kind: 'unauthorized', refresh: 'unreachable' }, 'wait'],
  [page(200), 'wait'],
  [page(511), 'wait'],
  [json(401, {}), 'wait'],
  [json(425, {}), 'wait'],
  [json(429, {}), 'wait'],
  [json(200, { stored: true }), 'note'],
  [json(200, { stored: false, have: [[0, 7]] }), 'note'],
  [json(200, { stored: false }), 'again'],
  [json(200, { stored: false, have: [[7, 7]] }), 'again'],
  [json(200, { stored: false, have: ['7'] }), 'again'],
  [json(200, []), 'again'],
  [json(422, { code: 'hash_differs' }), 'restart'],
  [json(422, { detail: 'No.' }), 'refuse'],
  [json(413, { code: 'range_too_large' }), 'smaller'],
  [json(413, { detail: 'Too large.' }), 'refuse'],
  [page(413), 'smaller'],
  [json(415, {}), 'refuse'],
  [json(403, {}), 'refuse'],
  [page(403), 'pause'],
  [json(404, {}), 'pause'],
  [page(404), 'pause'],
  [page(405), 'pause'],
  [page(501), 'pause'],
  [json(507, {}), 'pause'],
  [json(408, {}), 'lost'],
  [json(500, {}), 'again'],
  [page(503), 'again'],
])('[F11] %j means: %s', (answer, meant) => {
  expect(classifyFileAnswer(answer).do).toBe(meant);
});

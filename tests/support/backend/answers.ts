import type { Answer, Body } from '../../../src/domain/answer.ts';

export function jsonAnswer(status: number, value: unknown, retryAfter: string | null = null): Answer {
  return { kind: 'response', status, body: { kind: 'json', value }, retryAfter };
}

export function otherAnswer(status: number, kind: Exclude<Body['kind'], 'json' | 'bytes'>): Answer {
  return { kind: 'response', status, body: { kind }, retryAfter: null };
}

import type { Answer, Body } from '../../../src/domain/answer.ts';

/** An answer with a JSON body. */
export function jsonAnswer(status: number, value: unknown, retryAfter: string | null = null): Answer {
  return { kind: 'response', status, body: { kind: 'json', value }, retryAfter };
}

/** An answer without JSON. */
export function otherAnswer(status: number, kind: Exclude<Body['kind'], 'json'>): Answer {
  return { kind: 'response', status, body: { kind }, retryAfter: null };
}

import type { Answer } from '../domain/answer.ts';
import { detailIn } from '../domain/server-message.ts';
import { failureWords, noAnswerWords } from '../words/common.ts';
import { signInFailureWords } from '../words/sign-in.ts';

/** An error with a `message` that can be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly answer: Answer;

  constructor(message: string, answer: Answer) {
    super(message);
    this.answer = answer;
  }
}

export function detailOf(answer: Answer, fallback: string): string {
  switch (answer.kind) {
    case 'response':
      return (answer.body.kind === 'json' ? detailIn(answer.body.value) : null) ?? fallback;
    case 'redirect':
      return signInFailureWords.captivePortal;
    case 'noAnswer':
      return answer.cause === 'timeout'
        ? noAnswerWords.timeout({ failure: fallback })
        : noAnswerWords.unreachable({ failure: fallback });
    case 'notSent':
      return failureWords.noToken;
    case 'unauthorized':
      if (answer.refresh === 'refreshed') return fallback;
      return answer.refresh === 'unreachable' ? failureWords.refreshFailed : failureWords.sessionExpired;
    default:
      return answer satisfies never;
  }
}

/** Reads seconds or an HTTP date (RFC 9110, 10.2.3). Returns ms from `now`; null if it is neither. */
export function readRetryAfter(value: string, now: number): number | null {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

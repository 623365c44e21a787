import type { Answer } from '../domain/answer.ts';
import { ERRORS } from '../domain/error-catalogue.ts';
import { detailIn } from '../domain/server-message.ts';
import { CAPTIVE_PORTAL } from '../domain/sign-in-failure.ts';

/** A call that a person waits for failed. `message` is fit to be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly answer: Answer;

  constructor(message: string, answer: Answer) {
    super(message);
    this.answer = answer;
  }
}

/** The server's `detail`, or `fallback` where it gave none; in words of ours where nothing was answered. */
export function detailOf(answer: Answer, fallback: string): string {
  switch (answer.kind) {
    case 'response':
      return (answer.body.kind === 'json' ? detailIn(answer.body.value) : null) ?? fallback;
    case 'redirect':
      return CAPTIVE_PORTAL;
    case 'noAnswer':
      return answer.cause === 'timeout'
        ? `${fallback}: the server took too long to answer.`
        : `${fallback}: the server cannot be reached.`;
    case 'notSent':
      return ERRORS.noToken;
    case 'unauthorized':
      return answer.refresh === 'unreachable' ? ERRORS.refreshFailed : ERRORS.sessionExpired;
    default:
      return answer satisfies never;
  }
}

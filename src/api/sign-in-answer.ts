import type { Answer } from '../domain/answer.ts';
import type { Clock } from '../domain/ports.ts';
import { detailIn } from '../domain/server-message.ts';
import { SignInFailure } from '../domain/sign-in-failure.ts';
import { failureWords } from '../words/common.ts';
import { signInAnswerWords, signInFailureWords } from '../words/sign-in.ts';
import { detailOf } from './api-error.ts';
import { readRetryAfter } from './retry-after.ts';

type Response = Extract<Answer, { kind: 'response' }>;

/** What an answer of the token endpoint without tokens means for the person who tried to sign in. */
export function failureOf(answer: Answer, clock: Clock): SignInFailure {
  if (isPortal(answer)) {
    return new SignInFailure([signInFailureWords.captivePortal, signInAnswerWords.openAnyPage]);
  }
  if (answer.kind === 'response') return refusal(answer, clock);
  if (answer.kind === 'noAnswer' && answer.cause !== 'timeout')
    return new SignInFailure([signInFailureWords.noConnection]);
  return new SignInFailure([detailOf(answer, failureWords.loginFailed)]);
}

/** A redirect or a page where an API answers in JSON: the network's own. */
function isPortal(answer: Answer): boolean {
  if (answer.kind === 'redirect') return true;
  if (answer.kind !== 'response') return false;
  return answer.status === 511 || (answer.status < 300 && answer.body.kind === 'html');
}

function refusal({ status, body, retryAfter }: Response, clock: Clock): SignInFailure {
  const detail = body.kind === 'json' ? detailIn(body.value) : null;
  const said = detail === null ? [] : [detail];
  if (status === 401 && body.kind !== 'html') {
    return new SignInFailure([signInAnswerWords.wrongPassword, ...said]);
  }
  if (status === 429) {
    const wait = retryAfter === null ? null : readRetryAfter(retryAfter, clock.now());
    // The server's sentence may hold a number of seconds that would stand still beside ours.
    return wait === null
      ? new SignInFailure([signInAnswerWords.tooManyTriesWait, ...said])
      : new SignInFailure([signInAnswerWords.tooManyTries], { nextTry: { at: clock.now() + wait, clock } });
  }
  if (status >= 500) return new SignInFailure([signInAnswerWords.serverProblem, ...said]);
  return new SignInFailure(said.length > 0 ? said : [failureWords.loginFailed]);
}

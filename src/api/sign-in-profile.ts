import type { Answer } from '../domain/answer.ts';
import type { Clock } from '../domain/ports.ts';
import { PROFILE_PATH } from './auth-api.ts';
import type { Send } from './http-client.ts';

/** How long in ms the profile of a sign-in stands for that of the moment. */
const FRESH_MS = 10_000;

/** Two ways to send that share the profile a sign-in has asked for. */
export interface SignInProfile {
  /** For the sign-in: keeps the answer of its profile request. */
  readonly signingIn: Send;
  /** For everything after it. */
  readonly signedIn: Send;
}

/**
 * A sign-in and the engine's first poll ask the same question within a second. The poll is given the sign-in's
 * answer, whatever it was: a failure makes it wait before it asks again. Only the first request with the
 * sign-in's token is answered so, and only soon after: later the answer would say nothing of the way to the server. Nor
 * does it once any other request has come to nothing since, or to the page of a portal.
 */
export function signInProfile(send: Send, clock: Clock): SignInProfile {
  let kept: { readonly bearer: string; readonly answer: Answer; readonly at: number } | null = null;
  const sendOn: Send = async (request, bearer) => {
    const answer = await send(request, bearer);
    if (answer.kind !== 'response' || answer.body.kind === 'html') kept = null;
    return answer;
  };
  return {
    signingIn: async (request, bearer) => {
      const answer = await send(request, bearer);
      if (bearer !== null && request.path === PROFILE_PATH) kept = { bearer, answer, at: clock.now() };
      return answer;
    },
    signedIn: async (request, bearer) => {
      const known = kept?.bearer === bearer ? kept : null;
      if (known === null || request.path !== PROFILE_PATH) {
        if (known) kept = null;
        return sendOn(request, bearer);
      }
      kept = null;
      const age = clock.now() - known.at;
      return age >= 0 && age <= FRESH_MS ? known.answer : sendOn(request, bearer);
    },
  };
}

import { NotLoadedError } from '../../domain/not-loaded-error.ts';
import { loginWords, signInFailureWords } from '../../words/sign-in.ts';

type Answer = Pick<Response, 'type' | 'text'>;

/**
 * A part of the app could not be loaded: without a connection nothing is wrong with the app, which is asked for
 * another of its files to tell.
 */
export async function whyNotLoaded(
  cause: unknown,
  askOrigin: () => Promise<Answer | null>,
): Promise<NotLoadedError> {
  const text = await askOrigin().then(async (answer) =>
    answer?.type === 'opaqueredirect' ? '<' : answer?.text(),
  );
  if (text === undefined) {
    return new NotLoadedError(cause, [signInFailureWords.noConnection, loginWords.reloadConnected]);
  }
  if (text.trimStart().startsWith('<')) {
    return new NotLoadedError(cause, [signInFailureWords.captivePortal, loginWords.reloadSignedIn]);
  }
  return new NotLoadedError(cause);
}

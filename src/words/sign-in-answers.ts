import { sentences } from './sentences.ts';

/** What a server's answer means for the person who tried to sign in. */
export const signInAnswerWords = sentences({
  openAnyPage: 'Open any web page to do that, then try again here.',
  wrongPassword: 'Wrong username or password.',
  tooManyTries: 'Too many tries.',
  tooManyTriesWait: 'Too many tries. Wait a moment, then try again.',
  serverProblem: 'The server has a problem. Try again later.',
});

import { expect, test } from 'vitest';
import { whyNotLoaded } from '../../src/app/boot/start-page.tsx';

const cause = new TypeError('Failed to fetch dynamically imported module');
const answering =
  (text: string, type: Response['type'] = 'basic') =>
  async () => ({
    type,
    text: async () => text,
  });

test.each([
  ['no answer', async () => null, 'No connection. You need one to sign in.'],
  ['a page', answering('\n<!doctype html>Welcome'), 'This network asks you to sign in first.'],
  ['a redirect', answering('', 'opaqueredirect'), 'This network asks you to sign in first.'],
  [
    'its file',
    answering('{"name":"CRM"}'),
    'Login failed: a part of the app could not be loaded. Please reload the page.',
  ],
])('where the app’s own origin gives %s', async (_, askOrigin, words) => {
  const error = await whyNotLoaded(cause, askOrigin);
  expect(error.lines[0]).toBe(words);
  expect(error).toMatchObject({ name: 'NotLoadedError', cause });
});

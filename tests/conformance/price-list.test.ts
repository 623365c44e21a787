import { expect, it } from 'vitest';
import { over, withBody } from '../support/backend/broken-server.ts';
import { checkFake, failedIn } from '../support/backend/conformance.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';

it('a server from before the price list keeps all of the company’s settings but that', async () => {
  const backend = new FakeBackend();
  backend.extensions.features.add('company-settings');
  const earlier = over(backend, async ({ path }, pass) => {
    const response = await pass();
    return path.endsWith('/settings/')
      ? withBody(response, ({ price_list: _list, ...shown }) => shown)
      : response;
  });
  const result = await checkFake(backend, { words: ['--only', 'company-settings'] }, earlier);
  expect(failedIn(result)).toEqual(['company-settings.read']);
});

import { expect, it, vi } from 'vitest';
import { createHttpClient } from '../../src/api/http-client.ts';

it('a request reads no cookie, which would hold up the page while the browser is asked', async () => {
  const cookies = vi.spyOn(document, 'cookie', 'get');
  const fetch = async (): Promise<Response> => new Response('{}');
  const send = createHttpClient({ baseUrl: location.origin, fetch });
  const answer = await send({ method: 'GET', path: '/api/v1/auth/user/' }, null);
  expect(answer).toMatchObject({ kind: 'response', status: 200 });
  expect(cookies).not.toHaveBeenCalled();
});

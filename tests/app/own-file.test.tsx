import { expect, test, vi } from 'vitest';
import { createDeviceServices } from '../../src/app/device/device.ts';

const answer = (status: number, type: string) => async () =>
  new Response('', { status, headers: { 'Content-Type': type } });

test.each([
  ['the file', answer(200, 'text/plain; charset=utf-8'), true],
  ['a page of the network', answer(200, 'text/html'), false],
  ['an answer without a type', async () => new Response(null), false],
  ['an error', answer(404, 'text/plain'), false],
  ['no answer in time', () => Promise.reject(new DOMException('', 'TimeoutError')), false],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), false],
])('[P69] the app’s own file comes if its origin gives %s: %s', async (_, fetched, reached) => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(fetched);
  expect(await createDeviceServices(false).connectivity.fetchesOwnFile()).toBe(reached);
  // A redirect, too, is no file: it is not followed.
  expect(fetch).toHaveBeenCalledWith(
    '/robots.txt',
    expect.objectContaining({ cache: 'no-store', redirect: 'manual', signal: expect.any(AbortSignal) }),
  );
});

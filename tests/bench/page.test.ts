import { expect, test, vi } from 'vitest';

test('the server inside the bench page loads in a browser, which has no Buffer', async () => {
  vi.stubGlobal('Buffer', undefined);
  await expect(import('../../bench/page/backend.ts')).resolves.toHaveProperty('PAGE_SIZE');
});

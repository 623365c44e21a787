import { expect, test } from 'vitest';
import { hashOf, sha256Hex } from '../../src/domain/sha256.ts';

const bytes = new TextEncoder().encode('abc').buffer;
/** FIPS 180-2, appendix B.1 */
const HASH = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test('the hash of the published example', () => {
  expect(sha256Hex(bytes)).toBe(HASH);
});

test('the device hashes; the page does so only where it cannot', async () => {
  expect(await hashOf({ hash: async () => 'by the device' }, bytes)).toBe('by the device');
  expect(await hashOf({ hash: () => Promise.reject(new Error('not loaded')) }, bytes)).toBe(HASH);
});

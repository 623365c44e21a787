import { afterEach, describe, expect, test, vi } from 'vitest';
import { canShare, share } from '../../src/app/device/share-sheet.ts';

const TEXT = { title: 'Receipt', text: 'All is on the server.' };

afterEach(() => vi.unstubAllGlobals());

describe('the share sheet', () => {
  test('is missing in some browsers, and does not take everything', () => {
    vi.stubGlobal('navigator', {});
    expect(canShare(TEXT)).toBe(false);
    vi.stubGlobal('navigator', { canShare: ({ files }: ShareData) => files === undefined });
    expect(canShare(TEXT)).toBe(true);
    expect(canShare({ files: [new File([], 'a.crm')] })).toBe(false);
  });

  test('may be closed, which is no failure', async () => {
    vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('closed', 'AbortError')) });
    await expect(share(TEXT)).resolves.toBeUndefined();
  });

  test('reports a failure', async () => {
    const refused = new DOMException('no', 'NotAllowedError');
    vi.stubGlobal('navigator', { share: () => Promise.reject(refused) });
    await expect(share(TEXT)).rejects.toBe(refused);
  });
});

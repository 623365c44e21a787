import { describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { FEATURES } from '../../src/api/sync-api.ts';
import { checkFake, failedIn, offering, unseenIn } from '../support/backend/conformance.ts';

/** Extensions that are nothing without another one. */
const NEED_OTHERS = ['batch', 'events', 'attachments'];

const ofExtension = (ids: readonly string[], feature: string): string[] =>
  ids.filter((id) => id.startsWith(`${feature}.`));

describe('extensions', () => {
  it('are not asked for where none is announced', async () => {
    const backend = offering([]);
    const result = await checkFake(backend);
    expect(failedIn(result)).toEqual([]);
    expect(result.exitCode).toBe(0);
    for (const feature of FEATURES) expect(ofExtension(unseenIn(result), feature)).not.toEqual([]);
    expect(backend.requests.filter(({ custom }) => custom.length > 0)).toEqual([]);
    expect(backend.requests.filter(({ path }) => /\/sync\/|\/settings\//.test(path))).toEqual([]);
    expect(JSON.stringify(backend.requests)).not.toContain('client_uid');
    expect(result.report).toContain('this server has no client-uid.');
  });

  it('that are announced and kept make better promises', async () => {
    const result = await checkFake(offering(EXTENSIONS));
    expect(failedIn(result)).toEqual([]);
    expect(result.exitCode).toBe(0);
    for (const feature of EXTENSIONS) expect(ofExtension(unseenIn(result), feature)).toEqual([]);
    expect(result.report).toContain(
      'yes     A record is created once, even if the connection breaks during a save.',
    );
    expect(result.report.toLowerCase()).not.toContain('this server has no');
  });

  it.each(FEATURES.filter((feature) => !NEED_OTHERS.includes(feature)))(
    'are seen one by one: %s',
    async (feature) => {
      const result = await checkFake(offering([feature]));
      expect(failedIn(result)).toEqual([]);
      expect(ofExtension(unseenIn(result), feature)).toEqual([]);
    },
  );

  it.each([
    { offered: [], words: 'reach this device once the whole list has been read again' },
    { offered: ['changes'], words: 'reach this device with the next small request' },
    { offered: ['changes', 'events'], words: 'This server has no refresh-grace.' },
    { offered: [], words: 'No photos can be taken for a job: this server has no attachments.' },
    { offered: EXTENSIONS, words: 'Photos of a job reach this server' },
    { offered: EXTENSIONS, words: 'appear on an open screen within a second or two' },
  ])('say what is promised where $offered are offered', async ({ offered, words }) => {
    expect((await checkFake(offering(offered))).report).toContain(words);
  });

  it('that the app makes no use of are named', async () => {
    const { report, exitCode } = await checkFake(offering(['telepathy', 'client-uid']));
    expect(report).toContain('telepathy (not used by the app), client-uid');
    expect(exitCode).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { RESOURCE_NAMES, resourceSpecs } from '../../src/domain/resource-specs.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { FakeBackend, type Fault } from '../support/backend/fake-backend.ts';
import { aSyncedTab, atRest } from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

it.each([{ kind: 'html', status: 200 } as const, { kind: 'redirect' } as const])(
  '[L91] a first download whose lists a captive portal answers says so, although the profile is let through: $kind',
  async (portal) => {
    const backend = new FakeBackend();
    for (let n = 0; n < 100; n += 1) backend.seed({ first_name: `N${n}`, email: `n${n}@example.com` });
    backend.plan('GET', /customers\/customers\/\?page=/, portal, 8);
    const tab = new TestTab(backend);
    await tab.signIn();
    await tab.until(async () => (await tab.collection())?.portal === true);
    await tab.until(async () => (await tab.engine())?.reasons.length === 0);
    expect(await tab.collection()).toMatchObject({
      portal: true,
      error: 'This network asks you to sign in first.',
    });
    await atRest(tab);
    expect(await tab.collection()).toMatchObject({ portal: false, error: null });
  },
);

const WORDS = {
  customers: 'Failed to fetch customers',
  projects: 'Failed to fetch projects',
  estimates: 'Failed to fetch estimates',
  workOrders: 'Failed to fetch work orders',
} as const;

describe.each(RESOURCE_NAMES)('a pull of %s that fails', (name) => {
  // @spec 8.5 8.13
  it.each<[what: string, fault: Fault, words: string]>([
    ['with words', { kind: 'answer', status: 400, body: { detail: 'Closed today.' } }, 'Closed today.'],
    ['without words', { kind: 'answer', status: 400, body: {} }, WORDS[name]],
    ['with a page', { kind: 'html', status: 404 }, WORDS[name]],
  ])('%s says why', async (_, fault, words) => {
    const { backend, tab } = await aSyncedTab([{ first_name: 'Ben', email: 'ben@example.com' }]);
    backend.plan('GET', new RegExp(`${resourceSpecs[name].path}(\\?|$)`), fault);
    await requestPull(tab.records, name);
    await tab.until(async () => (await tab.collection(name))?.error !== null);
    expect((await tab.collection(name))?.error).toBe(words);
    expect(await tab.rows()).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { RESOURCE_NAMES, resourceSpecs } from '../../src/domain/resource-specs.ts';
import { requestPull } from '../../src/records/requests.ts';
import type { Fault } from '../support/backend/fake-backend.ts';
import { aSyncedTab } from '../support/tab/scenario.ts';

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

import { describe, expect, it } from 'vitest';
import { OpeningProblem } from '../../src/app/account/opening.ts';
import { flush } from '../support/browser/flush.ts';
import { holdTable } from '../support/browser/held-table.ts';
import { aSyncedTab, make } from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const ben = { first_name: 'Ben', email: 'ben@example.com' };

describe('a storage that does not answer', () => {
  it('[T7] is told to who uses the app, and everything goes on when it answers', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const release = await holdTable(tab.records.db.name, 'meta');
    await tab.pass(12_000);
    expect(tab.services.storage.getSnapshot()).toEqual({ silent: true, notSaved: false });
    release();
    await tab.until(() => tab.services.storage.getSnapshot() === null);
    await make(tab);
    await tab.drained();
    expect(backend.customers).toHaveLength(2);
  });

  it('is said of an opening that it holds up, which then opens by itself', async () => {
    const { tab } = await aSyncedTab([ben]);
    const { name } = tab.records.db;
    tab.crash();
    const upgrading = await anUpgrade(name);
    const next = new TestTab(tab.backend, tab.browser);
    await next.until(() => next.services.records.getSnapshot() instanceof OpeningProblem);
    expect(next.services.records.getSnapshot()).toMatchObject({
      message: expect.stringContaining("This device's storage is not responding."),
    });
    upgrading.abort();
    await next.until(() => !(next.services.records.getSnapshot() instanceof OpeningProblem));
    expect(next.services.records.getSnapshot()).not.toBeNull();
  });
});

describe('a page that is frozen while it opens its data', () => {
  it('[T16] opens it when it goes on', async () => {
    const { tab } = await aSyncedTab([ben]);
    tab.crash();
    const next = new TestTab(tab.backend, tab.browser);
    await Promise.resolve();
    next.setFrozen(true);
    await flush();
    expect(next.services.records.getSnapshot()).toBeNull();
    next.setFrozen(false);
    await next.until(() => next.services.records.getSnapshot() !== null);
    expect(next.services.records.getSnapshot()).not.toBeInstanceOf(Error);
    await make(next);
    await next.drained();
    expect(next.browser.errors).toEqual([]);
  });
});

/** An upgrade that does not end until it is aborted. */
function anUpgrade(name: string): Promise<IDBTransaction> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name, 1000);
    request.onupgradeneeded = () => {
      const { transaction } = request;
      if (!transaction) return;
      const goOn = (): void => {
        try {
          transaction.objectStore('meta').get('nothing').onsuccess = goOn;
        } catch {
          // It was aborted.
        }
      };
      goOn();
      resolve(transaction);
    };
    request.onerror = (event) => event.preventDefault();
  });
}

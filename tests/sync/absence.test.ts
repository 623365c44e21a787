import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Absence } from '../../src/db/collection-row.ts';
import { answerQuestion } from '../../src/records/answer-questions.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { judgeAbsence } from '../../src/sync/pull/absence.ts';
import { aSyncedTab, edit, latch, make, openOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';
import { counterexample } from '../support/test/counterexample.ts';

const MINUTE = 60_000;
const ids = (count: number, from = 1): number[] => Array.from({ length: count }, (_, n) => from + n);

function judge(missing: readonly number[], held: number, before: Absence | null = null, now = 0) {
  return judgeAbsence({ missing, held, before, now });
}

describe('rows that a pull did not show', () => {
  it('[L33] are asked about when they are few', () => {
    expect(judge(ids(10), 30)).toEqual({ ask: ids(10), absence: null });
    expect(judge(ids(20), 100)).toEqual({ ask: ids(20), absence: null });
    expect(judge([], 0)).toEqual({ ask: [], absence: null });
  });

  it('[L39] must be missing again a minute later when they are many, or all', () => {
    for (const [missing, held] of [
      [ids(21), 100],
      [ids(11), 30],
      [ids(1), 1],
    ] as const) {
      const first = judge(missing, held);
      expect(first).toEqual({ ask: [], absence: { missing, held, at: 0, step: 'recheck' } });
      expect(judge(missing, held, first.absence, MINUTE - 1).ask).toEqual([]);
      expect(judge(missing, held, first.absence, MINUTE)).toEqual({ ask: missing, absence: null });
    }
  });

  it('[L39] only those count that both pulls missed', () => {
    const first = judge(ids(30), 100);
    expect(judge(ids(30, 10), 100, first.absence, MINUTE).ask).toEqual(ids(21, 10));
    expect(judge([], 100, first.absence, MINUTE)).toEqual({ ask: [], absence: null });
  });

  it('[L39] have a pull of their own where they are missing from the second alone', () => {
    const first = judge(ids(3), 3);
    const second = judge(ids(1, 4), 1, first.absence, MINUTE);
    expect(second).toEqual({ ask: [], absence: { missing: [4], held: 1, at: MINUTE, step: 'recheck' } });
    expect(judge(ids(1, 4), 1, second.absence, 2 * MINUTE)).toEqual({ ask: [4], absence: null });
  });

  it('[L40] that are more than half of the mirror ask a person, whose answer holds for them', () => {
    const first = judge(ids(60), 100);
    const second = judge(ids(60), 100, first.absence, MINUTE);
    expect(second).toEqual({ ask: [], absence: { missing: ids(60), held: 100, at: 0, step: 'ask' } });
    const removed = { ...second.absence, step: 'remove' } as Absence;
    expect(judge(ids(60), 100, removed, MINUTE).ask).toEqual(ids(60));
    const kept = { ...second.absence, step: 'keep' } as Absence;
    expect(judge(ids(61), 100, kept, MINUTE)).toEqual({
      ask: [61],
      absence: { ...kept, missing: ids(60) },
    });
    expect(judge([], 100, kept, MINUTE)).toEqual({ ask: [], absence: null });
  });

  it('[L40] ask again while the same rows are missing, and start over when others are', () => {
    const asked: Absence = { missing: ids(60), held: 100, at: 0, step: 'ask' };
    expect(judge(ids(58), 100, asked, 5 * MINUTE).absence).toEqual({ ...asked, missing: ids(58) });
    const removed: Absence = { ...asked, step: 'remove' };
    expect(judge(ids(95), 100, removed, MINUTE)).toEqual({ ask: ids(60), absence: removed });
    expect(judge(ids(35, 61), 40, removed, 2 * MINUTE)).toEqual({
      ask: [],
      absence: { missing: ids(35, 61), held: 40, at: 2 * MINUTE, step: 'recheck' },
    });
    const kept: Absence = { ...asked, step: 'keep' };
    expect(judge(ids(95), 100, kept, MINUTE)).toEqual({ ask: [], absence: kept });
  });

  it('[L39] are counted from now where the clock was put back', () => {
    const first = judge(ids(30), 100, null, 10 * MINUTE);
    expect(judge(ids(30), 100, first.absence, 0)).toEqual({
      ask: [],
      absence: { ...first.absence, at: 0 },
    });
  });

  it('[L33] are never asked about unless they are missing, whatever was thought before', () => {
    const step = fc.constantFrom<Absence['step']>('recheck', 'ask', 'keep', 'remove');
    const some = fc.uniqueArray(fc.integer({ min: 1, max: 60 }));
    const before = fc.option(
      fc.record({ missing: some, held: fc.nat(60), at: fc.nat(200_000), step }) as fc.Arbitrary<Absence>,
    );
    const property = fc.property(some, before, fc.nat(200_000), (missing, known, now) => {
      const { ask, absence } = judge(missing, 60, known, now);
      const told = [...ask, ...(absence?.missing ?? [])];
      return told.every((id) => missing.includes(Number(id)));
    });
    expect(counterexample(property)).toBeNull();
  });
});

describe('a server whose list shows nothing any more', () => {
  async function emptied(count: number) {
    const rows = ids(count).map((n) => ({ first_name: `N${n}`, email: `n${n}@example.com` }));
    const { backend, tab } = await aSyncedTab(rows);
    const hidden = backend.customers.splice(0);
    return { backend, tab, hidden };
  }

  async function poll(tab: TestTab): Promise<void> {
    await requestPull(tab.records, 'customers');
    await tab.pass(MINUTE + 5000, 1000);
  }

  it('[L5, L39] by mistake, loses the device nothing', async () => {
    const { backend, tab, hidden } = await emptied(30);
    await tab.pass(5000);
    await requestPull(tab.records, 'customers');
    await tab.pass(5000);
    expect(await tab.rows()).toHaveLength(30);
    backend.customers.push(...hidden);
    await poll(tab);
    expect(await tab.rows()).toHaveLength(30);
    expect((await tab.collection())?.absence).toBeNull();
  });

  it.each([
    ['remove', 0],
    ['keep', 30],
  ] as const)('[L40] asks a person, who says %s', async (answer, left) => {
    const { tab } = await emptied(30);
    await poll(tab);
    await poll(tab);
    expect((await tab.collection())?.absence).toMatchObject({ step: 'ask', held: 30 });
    expect(await tab.rows()).toHaveLength(30);
    await answerQuestion(tab.records, { to: 'absence', resource: 'customers', choice: answer });
    await poll(tab);
    await poll(tab);
    expect(await tab.rows()).toHaveLength(left);
  });

  it('[L40] is not asked the same twice where removing what is gone was cut short', async () => {
    const { backend, tab } = await emptied(30);
    await poll(tab);
    await poll(tab);
    backend.plan('GET', /customers\/\d+\/$/, { kind: 'answer', status: 503 }, 3);
    await answerQuestion(tab.records, { to: 'absence', resource: 'customers', choice: 'remove' });
    for (let n = 0; n < 6; n += 1) {
      await poll(tab);
      expect((await tab.collection())?.absence?.step).not.toBe('ask');
    }
    expect(await tab.rows()).toEqual([]);
    expect((await tab.collection())?.absence).toBeNull();
  });

  it('[L34, L35] answers so twice, and waiting changes stay', async () => {
    const { tab } = await emptied(5);
    tab.browser.setOnline(false);
    await edit(tab, 1, { city: 'Reno' });
    tab.browser.setOnline(true);
    await poll(tab);
    await poll(tab);
    expect(await tab.rows()).toMatchObject([{ serverId: 1, mark: 'attention' }]);
  });

  it('[L39] is not believed sooner because of a record that was made while it was read', async () => {
    const { backend, tab } = await emptied(3);
    const shown = latch();
    const LIST = /customers\/customers\/(\?|$)/;
    const lists = backend.count('GET', LIST);
    backend.plan('GET', LIST, { kind: 'hold', until: shown.opened });
    await requestPull(tab.records, 'customers');
    await tab.until(() => backend.count('GET', LIST) > lists);
    await make(tab, { email: 'new@example.com' });
    await tab.until(async () => (await openOf(tab)).length === 0);
    shown.open();
    await tab.pass(1000);
    expect(await tab.rows()).toHaveLength(4);
    expect((await tab.collection())?.absence).toMatchObject({ step: 'recheck', held: 3 });
  });

  it('[L36] is not asked on when it throttles the questions', async () => {
    const { backend, tab } = await emptied(5);
    backend.plan('GET', /customers\/\d+\/$/, {
      kind: 'answer',
      status: 429,
      headers: { 'retry-after': '30' },
    });
    await poll(tab);
    await tab.until(async () => (await tab.engine())?.reasons.includes('throttled') === true);
    expect(backend.count('GET', /customers\/\d+\/$/)).toBe(0);
    for (let n = 0; n < 4; n += 1) await poll(tab);
    expect(await tab.rows()).toEqual([]);
  });
});

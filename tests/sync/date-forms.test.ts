import { describe, expect, it } from 'vitest';
import type { FakeBackend } from '../support/backend/fake-backend.ts';
import { ann } from '../support/records/mutations.ts';
import { anotherTab, aSyncedTab, atRest, editOf, makeOf, remove, rowIn } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const MIDNIGHT = '2026-12-01T00:00:00Z';
const MOMENT = '2026-12-01T17:30:00Z';

async function aTab(...dates: readonly (string | null)[]) {
  const workOrders = dates.map((scheduled_date, n) => ({ title: `Job ${n}`, scheduled_date }));
  return aSyncedTab([{ ...ann }], { workOrders });
}

const idOf = (backend: FakeBackend, place: number) => backend.rows('workOrders')[place]?.id ?? 0;

/** What the screens of a tab know, and what is stored. */
const known = (tab: TestTab) => tab.records.collections.workOrders.getSnapshot().dates;
const stored = (tab: TestTab) => tab.records.db.relaxed.meta.get('dates:workOrders');

const DAYS = { moment: null, days: false };
const MOMENTS = { moment: MOMENT, days: false };

describe('whether a server writes days or moments', () => {
  // @spec D1.53
  it('[L89] is undecided while all are midnights, and they count as days', async () => {
    const { tab } = await aTab(MIDNIGHT, '2026-12-02T00:00:00Z', null);
    expect(known(tab)).toEqual(DAYS);
    expect(await stored(tab)).toEqual({ key: 'dates:workOrders', ...DAYS });
  });

  // @spec D1.53
  it('[L89] is moments as soon as one has another time, of whatever record', async () => {
    const { tab } = await aTab(MIDNIGHT, MOMENT);
    expect(known(tab)).toEqual(MOMENTS);
    expect(await stored(tab)).toEqual({ key: 'dates:workOrders', ...MOMENTS });
  });

  it('is seen from a server that keeps days as they are', async () => {
    const { tab } = await aTab('2026-12-01', MOMENT);
    expect(known(tab)).toEqual({ moment: MOMENT, days: true });
  });

  it('[L90] is learned from a later pull and announced to every tab', async () => {
    const { backend, tab } = await aTab(MIDNIGHT);
    const other = await anotherTab(tab);
    expect([known(tab), known(other)]).toEqual([DAYS, DAYS]);
    backend.seed({ title: 'With a time', scheduled_date: MOMENT }, 'workOrders');
    await tab.until(() => known(tab).moment === MOMENT && known(other).moment === MOMENT);
  });

  it('[L90] is learnt from the answer to a change', async () => {
    const { backend, tab } = await aTab(MIDNIGHT);
    await editOf(tab, 'workOrders', idOf(backend, 0), { title: 'Another' });
    Object.assign(backend.rows('workOrders')[0] ?? {}, { scheduled_date: MOMENT });
    await tab.drained();
    await tab.until(() => known(tab).moment === MOMENT);
    expect(await stored(tab)).toMatchObject(MOMENTS);
  });

  // @spec D1.54
  it('[L90] stays moments when the record that showed it is gone, also after the next start', async () => {
    const { backend, tab } = await aTab(MIDNIGHT, MOMENT);
    await remove(tab, idOf(backend, 1), 'workOrders');
    await tab.drained();
    expect((await tab.rows('workOrders')).map(({ view }) => view?.['scheduled_date'])).toEqual([MIDNIGHT]);
    await tab.pass(60_000);
    expect(known(tab)).toEqual(MOMENTS);
    const next = await anotherTab(tab);
    await next.until(() => next.records.collections.workOrders.getSnapshot().complete);
    expect(known(next)).toEqual(MOMENTS);
  });

  it('[L90] is undecided again after a log-out, which takes the account’s data off the device', async () => {
    const { backend, tab } = await aTab(MIDNIGHT, MOMENT);
    tab.services.session.signOut();
    await tab.until(() => tab.services.records.getSnapshot() === null);
    Object.assign(backend.rows('workOrders')[1] ?? {}, { scheduled_date: MIDNIGHT });
    await tab.signIn();
    await atRest(tab);
    expect((await tab.rows('workOrders')).length).toBe(2);
    expect([known(tab), await stored(tab)]).toEqual([DAYS, { key: 'dates:workOrders', ...DAYS }]);
  });
});

describe('what the picker sends', () => {
  const picked = (tab: TestTab, localId: string) => rowIn(tab, 'workOrders', localId);

  it.each([
    ['2026-12-05', '2026-12-05T00:00:00Z'],
    ['2026-12-05', '2026-12-05T00:00:00-06:00'],
    ['2026-12-05', '2026-12-05'],
  ])('as %s is still that day when the server answers %s', async (day, answered) => {
    const { backend, tab } = await aTab(MIDNIGHT);
    const { localId } = await makeOf(tab, 'workOrders', { customer: '1', scheduled_date: day });
    await tab.until(() => backend.rows('workOrders').length === 2);
    Object.assign(backend.rows('workOrders')[1] ?? {}, { scheduled_date: answered });
    await tab.drained();
    await tab.until(async () => (await picked(tab, localId))?.view?.['scheduled_date'] === answered);
    expect(known(tab).moment).toBeNull();
  });
});

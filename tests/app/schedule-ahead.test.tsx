import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, type MockInstance, onTestFinished, test, vi } from 'vitest';
import { SCREENS } from '../../src/app/screen-parts.ts';
import { flush } from '../support/browser/flush.ts';
import { onDesk, onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';
import { crew, job } from '../support/records/today.tsx';

let load: MockInstance<typeof SCREENS.schedule.load>;

beforeEach(() => {
  load = vi.spyOn(SCREENS.schedule, 'load');
});

/** Lets the worker serve the page, or not. */
function serve(controller: object | null): void {
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
}

/** Opens another screen. */
async function open({ visible = true, ...given }: { visible?: boolean; pulledAt?: null } = {}) {
  const records = await TestRecords.open();
  records.page.become({ visible, frozen: false });
  await records.seedAll('workOrders', [job('Dry cellar', { notes: crew('Ann') })]);
  await records.say({ reasons: ['offline'], ...given });
  const app = startApp('/reports', records);
  await screen.findByRole('heading', { level: 1, name: 'Reports' });
  const wait = (ms: number): Promise<void> =>
    act(async () => {
      await flush();
      records.clock.advance(ms);
      await flush();
    });
  return { records, wait, ...app };
}

test('on a desk, the code of the schedule is loaded after the first steps of the user', async () => {
  onDesk();
  serve({});
  const { wait } = await open();
  await wait(1000);
  expect(load).not.toHaveBeenCalled();
  await waitFor(async () => {
    await wait(1000);
    expect(load).toHaveBeenCalledOnce();
  });
});

test.each([
  ['on a phone', { show: onPhone, controller: {} }],
  ['on a tablet', { show: (): void => {}, controller: {} }],
  ['in a hidden tab', { show: onDesk, controller: {}, given: { visible: false } }],
  ['before the work orders were fetched', { show: onDesk, controller: {}, given: { pulledAt: null } }],
  ['while no worker serves the files of the app', { show: onDesk, controller: null }],
] as const)('%s, it is loaded only when it is opened', async (_, { show, controller, ...rest }) => {
  show();
  serve(controller);
  const { user, wait } = await open('given' in rest ? rest.given : {});
  await wait(10_000);
  await wait(10_000);
  expect(load).not.toHaveBeenCalled();
  await user.keyboard('ga');
  expect(await screen.findByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible();
});

test('code that cannot be had is a matter for the screen', async () => {
  onDesk();
  serve({});
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { user, wait } = await open();
  await waitFor(async () => {
    await wait(1000);
    expect(load).toHaveBeenCalled();
  });
  await user.keyboard('ga');
  expect(await screen.findByRole('grid')).toBeVisible();
});

test('the work orders are sorted ahead only in a tab that is in sight, and not beside the schedule itself', async () => {
  onDesk();
  serve({});
  let shown = 0;
  const ScheduleAhead = (): null => {
    useEffect(() => {
      shown += 1;
      return () => {
        shown -= 1;
      };
    }, []);
    return null;
  };
  load.mockResolvedValue({ ...(await SCREENS.schedule.load()), ScheduleAhead });
  const { records, user, wait } = await open();
  await waitFor(async () => {
    await wait(1000);
    expect(shown).toBe(1);
  });
  act(() => records.page.become({ visible: false, frozen: false }));
  expect(shown).toBe(0);
  act(() => records.page.become({ visible: true, frozen: false }));
  expect(shown).toBe(1);
  await user.keyboard('ga');
  await screen.findByRole('grid');
  await waitFor(() => expect(shown).toBe(0));
  await user.keyboard('gc');
  await screen.findByRole('heading', { level: 1, name: 'Customers' });
  await waitFor(() => expect(shown).toBe(1));
});

import { describe, expect, it } from 'vitest';
import type { FakeBackend } from '../support/backend/fake-backend.ts';
import { aSyncedTab, edit } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const MINUTE = 60_000;
/** Enough for the longest wait between two attempts, which is five minutes. */
const DOWN_MS = 10 * MINUTE;

/** Sent within so many ms from now. */
async function sentWithin(tab: TestTab): Promise<number> {
  const from = tab.browser.clock.now();
  const before = tab.sent.length;
  for (let n = 0; n < 200 && tab.sent.length === before; n += 1) await tab.pass(100, 100);
  return tab.browser.clock.now() - from;
}

/** How long it takes, over and over, until something is sent, once there is a connection again. */
async function timesUntilSent(
  repeats: number,
  cutOff: (tab: TestTab, backend: FakeBackend) => Promise<void>,
) {
  const times: number[] = [];
  const { backend, tab } = await aSyncedTab([{ first_name: 'Ben', email: 'ben@example.com' }]);
  for (let n = 0; n < repeats; n += 1) {
    await edit(tab, 1, { city: `City ${n}` });
    await cutOff(tab, backend);
    backend.down = false;
    backend.forgetPlans();
    tab.browser.setOnline(true);
    times.push(await sentWithin(tab));
    await tab.drained();
    await tab.pass(MINUTE, 5000);
  }
  expect(tab.browser.errors).toEqual([]);
  return times;
}

describe('once there is a connection again', () => {
  it('[P17, P55] what waits goes out at once where the browser had said that there is none', async () => {
    const times = await timesUntilSent(3, async (tab, backend) => {
      backend.down = true;
      await tab.pass(1000);
      tab.browser.setOnline(false);
      await tab.pass(DOWN_MS, 5000);
    });
    expect(Math.max(...times)).toBeLessThanOrEqual(100);
  });

  it('[P17, P55] at once also where the device has slept', async () => {
    const times = await timesUntilSent(3, async (tab, backend) => {
      backend.down = true;
      await tab.pass(DOWN_MS, 5000);
      // Timers stand still while a device sleeps, and its clock does not.
      tab.browser.clock.putBack(-60 * MINUTE);
      await tab.pass(5 * MINUTE, 5000);
    });
    expect(Math.max(...times)).toBeLessThanOrEqual(100);
  });

  it.each<[what: string, turnAway: (backend: FakeBackend) => void]>([
    [
      'refused the connection',
      (backend) => {
        backend.down = true;
      },
    ],
    ['said 503', (backend) => backend.plan('GET', /./, { kind: 'answer', status: 503 }, 1000)],
  ])(
    '[P53, P54] within 3 s, and not at the same moment as everybody, where the server had %s',
    async (_, turnAway) => {
      const times = await timesUntilSent(6, async (tab, backend) => {
        turnAway(backend);
        await tab.pass(DOWN_MS, 5000);
      });
      expect(Math.max(...times)).toBeLessThanOrEqual(3100);
      expect(new Set(times).size).toBeGreaterThan(2);
    },
  );
});

import { readDrying } from '../../src/domain/drying/drying-entries.ts';
import { foldDrying } from '../../src/domain/drying/fold-drying.ts';
import { planDay } from '../e2e/support/day.ts';
import { notesOf, setUpRoom } from '../e2e/support/readings.ts';
import type { Tab, Target } from './driver/tab.ts';
import { DEVICE, expect, ONCE, SIZE, test } from './support/app-test.ts';
import { signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

const PAD: Target = { role: 'group', name: 'Keypad' };

async function enter(tab: Tab, number: string): Promise<void> {
  for (const digit of number) await tab.press('button', digit, PAD);
}

async function asks(tab: Tab, title: string, number: string): Promise<void> {
  const now = `${title}: ${number}`;
  const asked = async (): Promise<boolean> =>
    (await tab.evaluate(() => {
      const label = document.querySelector('[data-now] output')?.getAttribute('aria-label') ?? '';
      return `${document.querySelector('main h1')?.textContent}: ${label}`;
    })) === now;
  await tab.until(asked, `to be asked for ${now}`);
}

test(
  `on ${DEVICE}, a visit whose page is closed between two numbers goes on with the next, and each number arrives once`,
  ONCE,
  async ({ browser, server, tab: first }) => {
    const [id = 0] = await planDay(server);
    await setUpRoom(server, id);
    let tab = first;
    await tab.resize(SIZE);
    await signIn(tab, '/settings');
    await upToDate(tab);
    await tab.press('button', 'Edit');
    await tab.fill('My Name', 'Ann Lee');
    await tab.press('button', 'Save');
    await tab.seesNo({ role: 'dialog' });
    await tab.open(`/work-orders/${id}/readings`);
    await tab.press('button', 'Read chamber A');
    await asks(tab, 'Chamber A', 'Temperature');
    await enter(tab, '74');
    await asks(tab, 'Chamber A', 'Humidity');

    tab = await browser.newTab();
    await first.close();
    await tab.resize(SIZE);
    await tab.open(`/work-orders/${id}/readings`);
    // It comes last and pushes the button down.
    await tab.reads('You were adding to the readings of');
    await tab.press('button', 'Read chamber A');
    await asks(tab, 'Chamber A', 'Humidity');
    await tab.reads('74 °F');
    await enter(tab, '71');
    await asks(tab, 'Air leaving D1', 'Temperature');
    await enter(tab, '95');
    await asks(tab, 'Air leaving D1', 'Humidity');
    await enter(tab, '20');
    await asks(tab, 'Point A1', 'Moisture');
    await enter(tab, '34');
    await tab.press('button', 'Save visit');
    await tab.sees({ role: 'heading', name: 'Readings' });
    await upToDate(tab);
    const { chambers, units, points, notes } = foldDrying(readDrying([await notesOf(server, id)], () => 0));
    expect([...chambers, ...units].map(({ readings }) => readings.map(({ value }) => value))).toEqual([
      [{ fahrenheit: 74, humidity: 71 }],
      [{ fahrenheit: 95, humidity: 20 }],
    ]);
    expect(points.map(({ readings }) => readings.map(({ value }) => value))).toEqual([[34]]);
    expect(notes).toEqual([]);
  },
);

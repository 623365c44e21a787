import { readDrying } from '../../src/domain/drying/drying-entries.ts';
import { foldDrying } from '../../src/domain/drying/fold-drying.ts';
import { findings } from './support/axe.ts';
import { offlineReady, upToDate } from './support/customers.ts';
import { enterName, JOB, planDay } from './support/day.ts';
import { expect, INSTALLED, SERVER_KINDS, test } from './support/fixtures.ts';
import { offerInstall } from './support/installing.ts';
import {
  enterAll,
  enterNumber,
  NUMBERS,
  notesOf,
  SMALL_PHONE,
  setUpJob,
  setUpRoom,
  Taps,
  WHOLE_JOB,
} from './support/readings.ts';
import { runOnce } from './support/run-once.ts';
import { signIn as signInOn } from './support/sign-in.ts';
import { TAB_ENDS } from './support/tabs.ts';

runOnce();
test.use(SMALL_PHONE);

for (const [where, serverEnv] of SERVER_KINDS) {
  test.describe(where, () => {
    test.use({ serverEnv });
    test('a whole job is read by touch without a connection, in at most 140 taps', {
      tag: INSTALLED,
    }, async ({ page, context, server, signIn }) => {
      const [id = 0] = await planDay(server);
      await setUpJob(server, id);
      await signIn();
      await upToDate(page);
      await enterName(page);
      await offlineReady(page);
      await context.setOffline(true);
      await page.goto('/today');
      // Two taps from Today.
      await page.getByRole('link', { name: JOB.title }).first().tap();
      const taps = new Taps(page);
      await taps.on(page.getByRole('link', { name: 'Readings' }));
      await taps.press('Start visit');
      await enterAll(taps, WHOLE_JOB);
      await taps.press('Next');
      await taps.press('All equipment still running');
      expect(await findings(page)).toEqual([]);
      await taps.press('Save visit');
      await expect(page.getByRole('heading', { level: 1, name: 'Readings' })).toBeVisible();
      expect(taps.count).toBeLessThanOrEqual(140);
      await expect(page.getByRole('main')).toContainText('0 of 25 points at goal');
      expect(await findings(page)).toEqual([]);

      await context.setOffline(false);
      await upToDate(page);
      const notes = await notesOf(server, id);
      const log = foldDrying(readDrying([notes], () => 0));
      expect(log.points.map(({ readings }) => readings.length)).toEqual(Array(25).fill(1));
      expect(log.units.filter(({ readings }) => readings.length === 1)).toHaveLength(8);
      expect(log.units.every(({ seen }) => seen.length === 1)).toBe(true);
      expect(log.places.out.map(({ value, who }) => ({ value, who }))).toEqual([
        { value: { fahrenheit: 52, humidity: 60 }, who: 'Ann Lee' },
      ]);
      expect(notes.length).toBeLessThan(3000);
    });
  });
}

test('one room is read again in at most 12 taps', async ({ page, server, signIn }) => {
  const [id = 0] = await planDay(server);
  await setUpRoom(server, id);
  await signIn();
  await upToDate(page);
  await enterName(page);
  await page.goto(`/work-orders/${id}/readings`);
  const taps = new Taps(page);
  await taps.press('Read chamber A');
  await enterAll(taps, [
    { title: 'Chamber A', numbers: ['74', '71'] },
    { title: 'Air leaving D1', numbers: ['95', '20'] },
    { title: 'Point A1', numbers: ['34'] },
  ]);
  // Takes the number that was typed last.
  await taps.press('Save visit');
  await expect(page.getByRole('heading', { level: 1, name: 'Readings' })).toBeVisible();
  expect(taps.count).toBeLessThanOrEqual(12);
  await upToDate(page);
  const log = foldDrying(readDrying([await notesOf(server, id)], () => 0));
  expect(log.points[0]?.readings.map(({ value }) => value)).toEqual([34]);
});

test('a page that dies at any number loses at most that number', async ({
  page,
  context,
  server,
  signIn,
}) => {
  test.slow();
  const [id = 0] = await planDay(server);
  await setUpJob(server, id);
  await signIn();
  await upToDate(page);
  await enterName(page);
  const address = `/work-orders/${id}/readings?visit=all`;
  let current = page;
  /** The step, and for air the number, that is asked now. */
  const asked = (): Promise<string> =>
    current.evaluate(() => {
      const title = document.querySelector('main h1')?.textContent ?? '';
      const number = document.querySelector('[data-now] output')?.getAttribute('aria-label');
      return number ? `${title}: ${number}` : title;
    });
  await current.goto(address);
  for (const [place, { at, number }] of NUMBERS.entries()) {
    const next = NUMBERS[place + 1]?.at ?? 'All numbers are in';
    // The page dies in turn after the next number is asked, and right after the last key.
    const isSettled = place % 2 === 0;
    await expect.poll(asked).toBe(at);
    await enterNumber(current, at, number);
    if (isSettled) await expect.poll(asked).toBe(next);
    await TAB_ENDS.crashed(current);
    current = await context.newPage();
    await current.goto(address);
    // All numbers before it are there.
    if (isSettled) await expect.poll(asked).toBe(next);
    else await expect.poll(async () => [at, next].includes(await asked())).toBe(true);
    if ((await asked()) === at) await enterNumber(current, at, number);
    await expect.poll(asked).toBe(next);
  }
  await new Taps(current).press('Save visit');
  await expect(current.getByRole('heading', { level: 1, name: 'Readings' })).toBeVisible();
  await upToDate(current);
  const notes = await notesOf(server, id);
  const log = foldDrying(readDrying([notes], () => 0));
  const readings = [
    ...Object.values(log.places),
    ...[...log.chambers, ...log.points].map((one) => one.readings),
  ];
  expect(readings.map(({ length }) => length)).toEqual(Array(3 + 4 + 25).fill(1));
  expect(log.units.filter((unit) => unit.readings.length === 1)).toHaveLength(8);
  expect(log.places.out[0]?.value).toEqual({ fahrenheit: 52, humidity: 60 });
  expect(log.notes).toEqual([]);
});

test('nothing covers the keypad', { tag: INSTALLED }, async ({ page, context, server, signIn }) => {
  const [id = 0] = await planDay(server);
  await setUpRoom(server, id);
  await signIn();
  await upToDate(page);
  await enterName(page);
  await page.goto(`/work-orders/${id}/readings`);
  await offlineReady(page);
  await offerInstall(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Remove D1' }).tap();
  const offer = page.getByRole('region', { name: 'Install app' });
  await offer.waitFor();
  await page.getByRole('button', { name: 'Start visit' }).tap();
  const pad = page.getByRole('group', { name: 'Keypad' });
  await pad.waitFor();
  await expect(offer).toBeAttached();
  const covered = await pad.getByRole('button').evaluateAll((keys) =>
    keys.flatMap((key) => {
      const { x, y, width, height } = key.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return y < innerHeight && hit !== key ? [key.textContent] : [];
    }),
  );
  expect(covered).toEqual([]);
});

for (const [where, serverEnv] of SERVER_KINDS) {
  test.describe(where, () => {
    test.use({ serverEnv, throughProxy: true });
    test('two technicians log visits of one job, and answers are lost: every reading is there once', {
      tag: INSTALLED,
    }, async ({ page, context, browser, server, faultyProxy, signIn }) => {
      const [id = 0] = await planDay(server);
      await setUpJob(server, id);
      await signIn();
      await upToDate(page);
      await enterName(page);
      const second = await browser.newContext({ baseURL: faultyProxy.url, ...SMALL_PHONE });
      const other = await second.newPage();
      await signInOn(other);
      await enterName(other, 'Bo Diaz');
      for (const device of [page, other]) {
        await upToDate(device);
        await offlineReady(device);
      }
      for (const device of [page, other]) await device.goto(`/work-orders/${id}/readings?visit=all`);
      for (const device of [page, other])
        await expect(device.getByRole('heading', { level: 1, name: 'Outside' })).toBeVisible();
      await context.setOffline(true);
      await second.setOffline(true);
      for (const device of [page, other]) {
        await enterAll(new Taps(device), WHOLE_JOB.slice(0, 7));
        await new Taps(device).press('Save visit');
        await expect(device.getByRole('heading', { level: 1, name: 'Readings' })).toBeVisible();
      }
      const path = /\/(?:work-orders\/\d+|batch)\//;
      for (const [device, its, who] of [
        [page, context, 'Ann Lee'],
        [other, second, 'Bo Diaz'],
      ] as const) {
        // The server carries out what this device sends, but each answer is lost.
        faultyProxy.forget();
        for (const method of ['PATCH', 'POST'])
          faultyProxy.inject({ method, path, fault: { kind: 'lose-answer' } });
        await its.setOffline(false);
        await expect.poll(() => notesOf(server, id)).toContain(`${who}: air out`);
        const sent = () => faultyProxy.seen.filter((one) => one.method !== 'GET' && path.test(one.path));
        // The connection is closed after the server has stored the change.
        await expect.poll(() => sent().map(({ abandoned }) => abandoned)).not.toContain(false);
        faultyProxy.heal();
        await upToDate(device);
      }
      const log = foldDrying(readDrying([await notesOf(server, id)], () => 0));
      const [chamber] = log.chambers;
      const read = [
        ...Object.values(log.places),
        chamber?.readings ?? [],
        ...log.units.slice(0, 2).map(({ readings }) => readings),
        log.points[0]?.readings ?? [],
      ];
      const writers = read.map((readings) => readings.map(({ who }) => who).sort());
      expect(writers).toEqual(Array(7).fill(['Ann Lee', 'Bo Diaz']));
      for (const device of [page, other]) {
        // Nobody is asked.
        await device.goto('/sync');
        await expect(device.getByText('All changes sent')).toBeVisible();
        await device.goto(`/work-orders/${id}/readings`);
        await device.getByRole('button', { name: 'Show readings of A1' }).tap();
        const shown = device.getByRole('dialog', { name: 'Readings of A1' }).getByRole('listitem');
        await expect(shown).toHaveText([/Bo Diaz|Ann Lee/, /Bo Diaz|Ann Lee/]);
      }
      await second.close();
    });
  });
}

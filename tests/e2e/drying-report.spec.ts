import type { Page } from '@playwright/test';
import { addDrying } from '../../src/domain/drying/drying-entries.ts';
import { air, at, fiveDays, longJob, moisture, ref, setUp } from '../support/drying/job.ts';
import { findings } from './support/axe.ts';
import { upToDate } from './support/customers.ts';
import { JOB, ORDERS, planDay } from './support/day.ts';
import { expect, test } from './support/fixtures.ts';
import { COMPANY, printedText, setCompany, sheets } from './support/paper.ts';
import { notesOf } from './support/readings.ts';
import type { Server } from './support/server.ts';

// Elsewhere than the job: the report has the job's times.
test.use({ timezoneId: 'Asia/Tokyo' });

/** Prints the drying report of a job with this log. */
async function report(
  page: Page,
  server: Server,
  signIn: () => Promise<void>,
  log: string,
): Promise<readonly string[]> {
  const [id = 0] = await planDay(server);
  const notes = `${await notesOf(server, id)}\n${log}`;
  expect((await server.api(`${ORDERS}${id}/`, { method: 'PATCH', body: { notes } })).status).toBe(200);
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn();
  await upToDate(page);
  await setCompany(page);
  await page.goto(`/work-orders/${id}/readings`);
  const paper = page.getByRole('button', { name: 'Drying report' });
  const more = page.getByRole('button', { name: 'More actions' });
  await expect(paper.or(more).first()).toBeEnabled();
  return (await printedText(page)).split('\n').map((line) => line.trim());
}

/** Letter is 8.5 in wide and has margins of 15 mm. In pixels of CSS. */
const LETTER = Math.floor(8.5 * 96 - (2 * 15 * 96) / 25.4);

const AT_GOAL = '* At or below the drying goal';

/** The lines from a heading to the next one of `headings`, cells divided by `|`. */
function part(lines: readonly string[], heading: string, next: string): string[] {
  const [from, to] = [lines.indexOf(heading), lines.indexOf(next)];
  expect([from, to], `${heading} to ${next}`).not.toContain(-1);
  return lines
    .slice(from + 1, to)
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(/\s*\t\s*/g, ' | '));
}

test('the drying report has what an adjuster asks for: each day’s air, each point against its goal, each unit’s dates', async ({
  page,
  server,
  signIn,
}) => {
  const lines = await report(page, server, signIn, fiveDays());
  const text = lines.join('\n');
  for (const said of [
    COMPANY.name,
    'Drying report',
    JOB.number,
    JOB.title,
    'Burst pipe',
    'Nov 23, 2026',
    'Nov 27, 2026',
    'All at goal: 25 points on Nov 27',
    'Ann Lee',
  ])
    expect(lines).toContain(said);
  // Nothing is missing in this log.
  expect(text).not.toMatch(/NOT RECORDED|Corrected|\?|NaN|null|undefined/i);

  const chambers = part(lines, 'DRYING CHAMBERS', 'Grains per pound by day');
  expect(chambers).toHaveLength(5);
  expect(chambers[1]).toBe('A | Kitchen + Hall | - | 2 | 1,850 cf');

  const atmosphere = part(lines, 'ATMOSPHERIC READINGS', 'MOISTURE POINTS');
  // Five days with a line for the day, three places, four chambers and eight dehumidifiers, and what depression is.
  expect(atmosphere).toHaveLength(1 + 5 * 16 + 1);
  expect(atmosphere.at(-1)).toMatch(/^Grain depression: GPP of the affected air/);
  // The grains are the oracle’s: tests/domain/drying/psychrometrics.test.ts.
  for (const row of [
    'Time | Place | °F | RH % | GPP | Dew point °F | Vapor pressure inHg | Grain depression',
    'Nov 23 · Ann Lee',
    'Nov 23, 9:05 AM | Outside | 52 | 60 | 34.4 | 38.6 | 0.234',
    'Nov 23, 9:05 AM | Unaffected | 70 | 38 | 41.3 | 43.3 | 0.281',
    'Nov 23, 9:05 AM | HVAC | 68 | 45 | 45.7 | 45.9 | 0.311 | A 43.6, B 46.7, C 49.9, E 53.2',
    'Nov 23, 9:05 AM | Chamber A · Kitchen + Hall | 74 | 71 | 89.3 | 64.0 | 0.601',
    'Nov 23, 9:05 AM | Air leaving D1 | 95 | 20 | 48.9 | 47.7 | 0.332 | 40.4',
  ])
    expect(atmosphere).toContain(row);

  const points = part(lines, 'MOISTURE POINTS', AT_GOAL);
  // A line for each of the four chambers.
  expect(points).toHaveLength(1 + 4 + 25);
  expect(points.slice(0, 4)).toEqual([
    'Point | Place | Drying goal | Nov 23 | Nov 24 | Nov 25 | Nov 26 | Nov 27',
    'Chamber A · Kitchen + Hall',
    'A1 | Kitchen N wall 12 in up, subfloor | 14 | 34 | 28 | 22 | 16 | 10*',
    'A2 | Kitchen floor by door, drywall | 15 | 35 | 29 | 23 | 17 | 11*',
  ]);

  const equipment = part(lines, 'EQUIPMENT', 'FINAL VERIFICATION');
  const seen = 'Last confirmed running Nov 27, 2026, 9:05 AM by Ann Lee';
  // Each placement is a line of its own.
  expect(equipment).toHaveLength(1 + 12 * 4 + 1);
  for (const row of [
    `D1 | LGR 7000XLi 12341\n${seen}\nNov 23, 2026, 8:55 AM, chamber A\nNov 27, 2026, 10:00 AM | 5 | 5`,
    `MA | 4 air movers\n${seen}\nNov 23, 2026, 8:55 AM, chamber A, 4 units\nNov 27, 2026, 10:00 AM | 20 | 20`,
    'All equipment | 120 | 120',
  ])
    expect(equipment.join('\n')).toContain(row);

  const verified = part(lines, 'FINAL VERIFICATION', lines.find((line) => line.startsWith('Printed')) ?? '');
  expect(verified).toHaveLength(5);
  expect(verified[1]).toBe('A | Nov 27 | 7 of 7 | - | Nov 27, 2026, 10:00 AM · Ann Lee · all at goal');

  for (const count of await sheets(page)) expect(count).toBeLessThanOrEqual(6);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await findings(page)).toEqual([]);
});

test('the drying report says what an adjuster would miss, and what was corrected', async ({
  page,
  server,
  signIn,
}) => {
  const removal = setUp.flatMap((fact) =>
    fact.word === 'placed' ? { word: 'removed' as const, ref: fact.ref, isPoint: false } : [],
  );
  const visits: readonly (readonly [string, Parameters<typeof addDrying>[2]])[] = [
    [
      '2026-11-23 08:50',
      [
        { word: 'job', name: 'meter', value: 'Tramex ME5, wood scale' },
        { word: 'job', name: 'standard drywall', value: '9' },
        { word: 'job', name: 'billing', value: '24-hour periods' },
      ],
    ],
    ['2026-11-23 08:55', setUp],
    ['2026-11-23 09:05', [air('out', 52, 60), air('un', 70, 38), moisture('A1', 34), moisture('A2', 30)]],
    ['2026-11-24 09:05', [air('out', 50, 60), moisture('A1', 28)]],
    ['2026-11-24 09:10', [{ word: 'removed', ref: ref('A2'), isPoint: true }]],
    ['2026-11-26 09:05', [air('un', 70, 38), moisture('A1', 26)]],
    [
      '2026-11-26 09:20',
      [{ word: 'correct', day: '2026-11-24', clock: '09:05', who: 'Ann Lee', ref: ref('A1'), value: 27 }],
    ],
    ['2026-11-26 09:30', [{ word: 'note', text: 'The tenant turned the fans off.' }]],
    ['2026-11-28 09:00', removal],
  ];
  const log = visits.reduce((notes, [clock, facts]) => addDrying(notes, at(clock), facts), '');
  const lines = await report(page, server, signIn, log);
  for (const said of [
    'No readings on Nov 25, Nov 27 to Nov 28.',
    'Chamber B was not read on Nov 23, Nov 24, Nov 26.',
    'No reading of the unaffected air on Nov 24.',
    'No reading of the outside air on Nov 26.',
    'Not declared dry: A, B, C, E.',
    'A1, read Nov 24, 2026, 9:05 AM by Ann Lee: 28, corrected to 27 by Ann Lee on Nov 26, 2026, 9:20 AM',
    'Nov 26, 2026, 9:30 AM · Ann Lee: The tenant turned the fans off.',
    '0 of 24 points at goal on Nov 26',
    'Tramex ME5, wood scale',
    'drywall 9',
    'Billed by 24-hour periods: 144',
  ])
    expect(lines).toContain(said);
  const points = part(lines, 'MOISTURE POINTS', AT_GOAL);
  expect(points).toContain('A1 | Kitchen N wall 12 in up, subfloor | 14 | 34 | 27† | 26');
  expect(points.join('\n')).toContain('Removed Nov 24, 2026, 9:10 AM');
});

test('a job of 20 days is printed in parts that fit across Letter, with all readings of a day and all stays', async ({
  page,
  server,
  signIn,
}) => {
  const log = longJob();
  await page.setViewportSize({ width: LETTER, height: 900 });
  const lines = await report(page, server, signIn, log);
  const points = part(lines, 'MOISTURE POINTS', AT_GOAL);
  expect(points.filter((line) => /^Nov \d+ to /.test(line) || line.startsWith('Point'))).toEqual([
    'Nov 2 to Nov 7',
    'Point | Place | Drying goal | Nov 2 | Nov 3 | Nov 4 | Nov 5 | Nov 6 | Nov 7',
    'Nov 8 to Nov 15',
    'Point | Place | Drying goal | Nov 8 | Nov 9 | Nov 10 | Nov 11 | Nov 12 | Nov 14 | Nov 15',
    'Nov 16 to Nov 21',
    'Point | Place | Drying goal | Nov 16 | Nov 17 | Nov 18 | Nov 19 | Nov 20 | Nov 21',
  ]);
  expect(points.join(' ')).toContain('39 9:05 AM 38 4:10 PM');
  const atmosphere = part(lines, 'ATMOSPHERIC READINGS', 'MOISTURE POINTS');
  expect(atmosphere).toContain('Nov 13 · No readings');
  expect(atmosphere).toContain('Nov 2, 9:05 AM | Chamber A · Kitchen + Hall | 74 | 71 | 89.3 | 64.0 | 0.601');
  expect(atmosphere).toContain('Nov 2, 4:10 PM | Chamber A · Kitchen + Hall | 75 | 60 | 77.8 | 60.2 | 0.525');
  const equipment = part(lines, 'EQUIPMENT', 'FINAL VERIFICATION').join('\n');
  expect(equipment).toContain('Nov 2, 2026, 8:55 AM, chamber A\nNov 5, 2026, 9:00 AM | 4 | 4');
  expect(equipment).toContain('Nov 10, 2026, 9:00 AM, chamber A\nNov 21, 2026, 10:00 AM | 12 | 12');
  expect(equipment).toContain('D1, all stays | 16 | 16');

  // Nothing is cut: no cell reaches over the edge of the sheet, and heads are repeated by the browser.
  await page.emulateMedia({ media: 'print' });
  const wide = await page.locator('[data-paper]').evaluate((paper) => {
    const edge = paper.getBoundingClientRect().right + 0.5;
    const cells = [...paper.querySelectorAll('td, th, p, caption')];
    const isCut = (cell: Element) =>
      cell.getBoundingClientRect().right > edge || cell.scrollWidth > cell.clientWidth + 1;
    return cells.filter(isCut).map((cell) => cell.textContent);
  });
  expect(wide).toEqual([]);
});

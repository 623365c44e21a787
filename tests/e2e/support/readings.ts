import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { addDrying } from '../../../src/domain/drying/drying-entries.ts';
import type { DryingFact } from '../../../src/domain/drying/drying-facts.ts';
import { air, ref, setUp } from '../../support/drying/job.ts';
import { ORDERS } from './day.ts';
import type { Server } from './server.ts';

/** The narrowest phone, with a finger. */
export const SMALL_PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

/** Counts what a gloved hand does. */
export class Taps {
  count = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async on(target: Locator): Promise<void> {
    this.count += 1;
    await target.tap();
  }

  async press(name: string): Promise<void> {
    await this.on(this.#page.getByRole('main').getByRole('button', { name, exact: true }));
  }

  /** The digits of a number. Waits until the step with this title is asked. */
  async number(title: string, ...digits: readonly string[]): Promise<void> {
    await expect(this.#page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    for (const digit of digits.join('')) await this.press(digit);
  }
}

const YESTERDAY = 24 * 60;

/** Writes a set-up job into a work order's notes: 4 chambers, 25 points, 8 dehumidifiers, placed yesterday. */
export function setUpJob(server: Server, id: number): Promise<void> {
  return addTo(server, id, setUp, YESTERDAY);
}

/** One room, of which the air outside and the unaffected air were just read. */
export async function setUpRoom(server: Server, id: number): Promise<void> {
  const room: readonly DryingFact[] = [
    { word: 'chamber', ref: ref('A'), rooms: ['Kitchen'], lossClass: 2, cubicFeet: 1850 },
    { word: 'set', ref: ref('A1'), place: 'Kitchen N wall', material: 'drywall', goal: 15 },
    { word: 'placed', ref: ref('D1'), count: 1, kind: 'LGR 7000XLi', chamber: ref('A') },
  ];
  await addTo(server, id, room, YESTERDAY);
  await addTo(server, id, [air('out', 52, 60), air('un', 70, 38)], 0);
}

/** As if Ann had set another chamber A on her second device, whose clock is fast, and then written the notes nearly full. */
export async function setUpTwice(server: Server, id: number): Promise<void> {
  const bath: DryingFact = {
    word: 'chamber',
    ref: ref('A'),
    rooms: ['Bath'],
    lossClass: null,
    cubicFeet: null,
  };
  await addTo(server, id, [bath, { word: 'note', text: 'Dog' }], -120);
  const notes = await notesOf(server, id);
  await write(server, id, `${'Call before arriving. '.repeat((9990 - notes.length) / 22)}\n${notes}`);
}

/** Presses an action above the readings of a job. A phone has some of them in a menu. */
export async function pressReadings(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  const more = page.getByRole('button', { name: 'More actions' });
  await button.or(more).first().waitFor();
  if (await button.isVisible()) return button.click();
  await more.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

async function addTo(
  server: Server,
  id: number,
  facts: readonly DryingFact[],
  minutesAgo: number,
): Promise<void> {
  const stamp = { at: Date.now() - minutesAgo * 60_000, offset: 0, who: 'Ann Lee' };
  await write(server, id, addDrying(await notesOf(server, id), stamp, facts));
}

async function write(server: Server, id: number, notes: string): Promise<void> {
  await server.api(`${ORDERS}${id}/`, { method: 'PATCH', body: { notes } });
}

export async function notesOf(server: Server, id: number): Promise<string> {
  const { body } = await server.api(`${ORDERS}${id}/`);
  return (body as { notes: string }).notes;
}

const CHAMBERS = ['A', 'B', 'C', 'E'];
const POINTS = [7, 6, 6, 6];

interface Asked {
  readonly title: string;
  /** Two for air. */
  readonly numbers: readonly string[];
}

/** All steps of the whole job, in walking order. */
export const WHOLE_JOB: readonly Asked[] = [
  { title: 'Outside', numbers: ['52', '60'] },
  { title: 'Unaffected', numbers: ['70', '38'] },
  { title: 'HVAC', numbers: ['68', '45'] },
  ...CHAMBERS.flatMap((chamber, place): Asked[] => [
    { title: `Chamber ${chamber}`, numbers: [`7${4 + place}`, '71'] },
    ...[1, 2].map((one) => ({ title: `Air leaving D${2 * place + one}`, numbers: ['95', '20'] })),
    ...Array.from({ length: POINTS[place] ?? 0 }, (_, point) => ({
      title: `Point ${chamber}${point + 1}`,
      numbers: [`3${point}`],
    })),
  ]),
];

/** Points wait for Next, the last one for Save. */
export async function enterAll(taps: Taps, asked: readonly Asked[]): Promise<void> {
  for (const [place, { title, numbers }] of asked.entries()) {
    await taps.number(title, ...numbers);
    if (numbers.length === 1 && place < asked.length - 1) await taps.press('Next');
  }
}

/** All numbers of the whole job, each with what the screen asks then: a step, and for air the number. */
export const NUMBERS = WHOLE_JOB.flatMap(({ title, numbers }) =>
  numbers.map((number, place) => {
    const about = numbers.length === 1 ? 'Moisture' : ['Temperature', 'Humidity'][place];
    return { at: `${title}: ${about}`, number };
  }),
);

/** Moisture waits for Next. */
export async function enterNumber(page: Page, at: string, number: string): Promise<void> {
  const taps = new Taps(page);
  for (const digit of number) await taps.press(digit);
  if (at.endsWith('Moisture')) await taps.press('Next');
}

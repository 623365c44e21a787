import { render, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { dryingDays } from '../../src/domain/drying/day-table.ts';
import { addDrying } from '../../src/domain/drying/drying-entries.ts';
import type { DryingFact } from '../../src/domain/drying/drying-facts.ts';
import { dayAt } from '../../src/domain/plain-date.ts';
import { PointTable } from '../../src/features/work-orders/drying/tables-paper.tsx';
import { formatDate } from '../../src/ui/text/format-date.ts';
import { air, fiveDays, moisture, ref } from '../support/drying/job.ts';
import { digits, openReadings, PAUSE, press, ROOM, title } from '../support/drying/readings-screen.tsx';
import { button, fillIn, gone } from '../support/kinds/screen.ts';
import { startApp } from '../support/records/record-services.tsx';

async function submit(user: UserEvent, name: string, texts: Record<string, string>): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name });
  await fillIn(user, dialog, texts);
  await user.click(button(dialog, 'Save'));
  await gone(dialog);
}

test('day one: a chamber, a point and a unit are set up by short forms, each one change', async () => {
  const { records, user, log } = await openReadings();
  await title('Readings');
  expect(screen.getByRole('main')).toHaveTextContent('Nothing is set up yet.');
  await press(records, user, 'Add chamber');
  await submit(user, 'Add chamber', { Rooms: 'Kitchen, Hall', Class: '2', 'Volume in cubic feet': '1850' });
  await press(records, user, 'Add point');
  await submit(user, 'Add point', { Place: 'Kitchen N wall', Material: 'drywall', 'Drying goal': '15' });
  await press(records, user, 'Add equipment');
  await submit(user, 'Add equipment', { Equipment: 'LGR 7000XLi', 'How many': '1' });
  const { chambers, points, units } = await log();
  expect(chambers.map(({ fact }) => fact)).toEqual([
    { word: 'chamber', ref: ref('A'), rooms: ['Kitchen', 'Hall'], lossClass: 2, cubicFeet: 1850 },
  ]);
  expect(points.map(({ name, room, fact: { goal } }) => [name, room, goal])).toEqual([['A1', 'Kitchen', 15]]);
  expect(units.map(({ name, placements }) => [name, placements[0]?.chamber])).toEqual([['D1', 'A']]);
  expect((await records.viewOf('workOrders', '1'))?.['notes']).toMatch(/^Ring twice\.\n--- Drying ---\n/);
});

describe('a visit', () => {
  test('asks in walking order, says at once what a number means, and is one change', async () => {
    const { records, user, log } = await openReadings({
      facts: [
        [1, ROOM],
        [1, [air('A', 74, 80), moisture('A1', 40)]],
      ],
    });
    await press(records, user, 'Start visit');
    for (const [name, keys] of [
      ['Outside', '5260'],
      ['Unaffected', '7038'],
      ['HVAC', '6845'],
    ] as const) {
      await title(name);
      await digits(user, keys);
    }
    await title('Chamber A');
    const main = screen.getByRole('main');
    expect(main).toHaveTextContent('Last: 74 °F, 80 % on');
    // The last value is not the number.
    expect(screen.getByRole('status', { name: 'Temperature' })).toHaveTextContent('°F');
    await digits(user, '7471');
    await title('Air leaving D1');
    expect(main).toHaveTextContent('89.3 GPP');
    expect(main).toHaveTextContent('dew point 64 °F');
    expect(main).toHaveTextContent(/↓ 11\.\d since/);
    await digits(user, '9520');
    await title('Point A1');
    expect(main).toHaveTextContent('grain depression 40.4');
    await digits(user, '34');
    await user.click(button(main, 'Next'));
    await title('All numbers are in');
    expect(main).toHaveTextContent('19 over goal');
    await user.click(button(main, 'All equipment still running'));
    await press(records, user, 'Save visit');
    await title('Readings');
    const [change] = await records.changes(1);
    expect(Object.keys(change?.fields ?? {})).toEqual(['notes']);
    const { points, units, chambers } = await log();
    expect(points[0]?.readings.map(({ value, who }) => [value, who])).toEqual([
      [40, 'Ann Lee'],
      [34, 'Bo Diaz'],
    ]);
    expect(chambers[0]?.readings).toHaveLength(2);
    expect(units[0]?.seen).toHaveLength(1);
    expect(screen.getByRole('main')).toHaveTextContent('0 of 1 point at goal');
    expect(await records.services.db.relaxed.drafts.count()).toBe(0);
  });

  test('asks about odd numbers once, and refuses nothing', async () => {
    const { records, user, log } = await openReadings({
      facts: [
        [1, ROOM],
        [1, [moisture('A1', 10)]],
      ],
    });
    await press(records, user, 'Read chamber A');
    await title('Chamber A');
    await digits(user, '74100');
    await title('Air leaving D1');
    await digits(user, '9590');
    await title('Point A1');
    await digits(user, '30');
    await press(records, user, 'Save visit');
    const dialog = await screen.findByRole('dialog', { name: 'Before you save' });
    const today = formatDate(dayAt(records.clock.now()));
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      `The outside air was not read on ${today}.`,
      `The unaffected air was not read on ${today}.`,
      'Chamber A reads 100 %. Is the sensor wet?',
      'D1 puts out more moisture than it takes in.',
      'Point A1 rose from 10 to 30.',
    ]);
    await user.click(button(dialog, 'Go back'));
    await gone(dialog);
    await press(records, user, 'Save visit');
    await title('Readings');
    expect((await log()).points[0]?.readings.map(({ value }) => value)).toEqual([10, 30]);
  });

  test('of the second of two chambers with one letter is written into that one', async () => {
    const bath: DryingFact = {
      word: 'chamber',
      ref: ref('A'),
      rooms: ['Bath'],
      lossClass: 2,
      cubicFeet: 600,
    };
    const { records, user, log } = await openReadings({
      notes: addDrying('', { at: Date.parse('2026-01-01T08:00Z'), offset: 0, who: 'Cy Orr' }, [bath]),
      facts: [[1, ROOM]],
    });
    await press(records, user, 'Read chamber A/Ann Lee');
    await title('Chamber A/Ann Lee');
    await digits(user, '7471');
    await press(records, user, 'Save visit');
    await user.click(button(await screen.findByRole('dialog', { name: 'Before you save' }), 'Save anyway'));
    await title('Readings');
    expect((await log()).chambers.map(({ name, readings }) => [name, readings.length])).toEqual([
      ['A', 0],
      ['A/Ann Lee', 1],
    ]);
  });

  test('skips with a reason, and a removed point is not asked for again', async () => {
    const { records, user, log } = await openReadings({ facts: [[1, ROOM]], address: '?visit=A' });
    await title('Chamber A');
    for (const [name, reason] of [
      ['Chamber A', 'Meter off'],
      ['Air leaving D1', 'Not reachable'],
      ['Point A1', 'Removed'],
    ] as const) {
      await title(name);
      await user.click(button(screen.getByRole('main'), 'Skip'));
      const dialog = await screen.findByRole('dialog', { name: 'Why is it skipped?' });
      await user.click(button(dialog, reason));
      await gone(dialog);
    }
    await press(records, user, 'Save visit');
    const dialog = await screen.findByRole('dialog', { name: 'Before you save' });
    await user.click(button(dialog, 'Save anyway'));
    await title('Readings');
    const { chambers, units, points } = await log();
    expect(chambers[0]?.readings[0]?.skip).toBe('meter off');
    expect(units[0]?.readings[0]?.skip).toBe('not reachable');
    expect(points[0]?.removed?.who).toBe('Bo Diaz');
  });

  test('left in the middle goes on with the next number', async () => {
    const { user, records } = await openReadings({ facts: [[1, ROOM]], address: '?visit=all' });
    await title('Outside');
    await digits(user, '5260');
    await title('Unaffected');
    await user.click(screen.getByRole('link', { name: 'Today' }));
    const offer = await screen.findByRole('region', { name: 'Not saved yet' });
    expect(offer).toHaveTextContent('You were adding to the readings of Tear out');
    await user.click(button(offer, 'Continue'));
    await title('Unaffected');
    await user.click(button(screen.getByRole('main'), 'Back'));
    await title('Outside');
    expect(screen.getByRole('main')).toHaveTextContent('Entered: 52 °F, 60 %');
    expect(await records.outbox()).toEqual([]);
  });

  test('takes a keyboard’s digits', async () => {
    const { user } = await openReadings({ facts: [[1, ROOM]], address: '?visit=A' });
    await title('Chamber A');
    await user.keyboard('7471');
    await title('Air leaving D1');
    await user.keyboard('{Backspace}9{Enter}20');
    await title('Point A1');
    await user.keyboard('3.5{Enter}');
    expect(await title('All numbers are in')).toBeVisible();
  });
});

test.each([
  ['Add chamber', { Rooms: 'Hall', Class: '2', 'Volume in cubic feet': '900' }],
  ['Add point', { Place: 'Kitchen floor', Material: 'oak', 'Drying goal': '12' }],
  ['Add equipment', { Equipment: 'LGR 2800i', 'How many': '2' }],
  ['Move D1', { 'How many': '3' }],
  ['Edit D1', { Equipment: 'LGR 2800i' }],
  ['Edit chamber A', { Rooms: 'Kitchen + Hall', Class: '3', 'Volume in cubic feet': '900' }],
  ['Set altitude', { 'Feet above sea level': '5280' }],
] as const)(
  '%s, left in the middle, goes on with what was typed, and no visit takes it',
  async (name, texts) => {
    const { user, records, unmount, begun } = await openReadings({ facts: [[1, ROOM]] });
    await press(records, user, name);
    const dialog = await screen.findByRole('dialog', { name });
    await fillIn(user, dialog, texts);
    const drafts = () => records.services.db.relaxed.drafts.count();
    records.clock.advance(PAUSE);
    await waitFor(async () => expect(await drafts()).toBe(1));
    unmount();
    const next = startApp('/work-orders/1/readings?visit=all', records);
    await title('Outside');
    expect(screen.queryByText(/^Entered/)).toBeNull();
    await next.user.click(screen.getByRole('button', { name: 'Leave' }));
    const offer = await screen.findByRole('region', { name: 'Not saved yet' });
    expect(offer).toHaveTextContent('You were adding to the readings of Tear out');
    await next.user.click(button(offer, 'Continue'));
    const resumed = await screen.findByRole('dialog', { name });
    for (const [label, text] of Object.entries(texts))
      expect(within(resumed).getByLabelText(label)).toHaveValue(text);
    const notes = async () => (await records.viewOf('workOrders', '1'))?.['notes'];
    expect(await notes()).toBe(begun);
    await next.user.click(button(resumed, 'Save'));
    await gone(resumed);
    expect(await drafts()).toBe(0);
    expect(String(await notes()).split('\n')).toHaveLength(begun.split('\n').length + 1);
  },
);

test('a reading is corrected by an entry of its own, and taken back', async () => {
  const { records, user, log, begun } = await openReadings({
    facts: [
      [1, ROOM],
      [1, [moisture('A1', 34)]],
    ],
  });
  await press(records, user, 'Show readings of A1');
  const dialog = await screen.findByRole('dialog', { name: 'Readings of A1' });
  await user.click(within(dialog).getByRole('button', { name: /^Correct A1, 34/ }));
  for (const digit of '24') await user.click(button(dialog, digit));
  await user.click(button(dialog, 'Next'));
  await waitFor(async () => expect((await log()).points[0]?.readings[0]?.value).toBe(24));
  expect((await log()).points[0]?.readings[0]?.corrections).toMatchObject([
    { who: 'Bo Diaz', was: { value: 34 } },
  ]);
  expect((await records.viewOf('workOrders', '1'))?.['notes']).toEqual(expect.stringContaining(begun));
  await waitFor(() => expect(dialog).toHaveTextContent('corrected by Bo Diaz'));
  expect(within(dialog).getByText('34', { selector: 'del' })).toBeVisible();
  expect(dialog).toHaveTextContent('34, corrected to 24');
  const again = await waitFor(() => {
    records.clock.advance(PAUSE);
    const one = within(dialog).getByRole('button', { name: /^Correct A1, 24/ });
    expect(one).toBeEnabled();
    return one;
  });
  await user.click(again);
  await user.click(await within(dialog).findByRole('button', { name: 'Take back' }));
  await waitFor(async () => expect((await log()).points[0]?.readings[0]?.value).toBeNull());
});

test('the only reading of a job, taken back, can still be looked at', async () => {
  await openReadings({
    notes: [
      '--- Drying ---',
      '2026-01-14 09:00 +0000 Ann Lee: air out 52F 60%',
      '2026-01-14 09:10 +0000 Ann Lee: correct 2026-01-14 09:00 Ann Lee out no reading',
    ].join('\n'),
  });
  expect(await screen.findByRole('button', { name: 'Show readings of Outside' })).toBeVisible();
  expect(screen.queryByRole('figure', { name: 'Grains per pound by day' })).toBeNull();
});

test('a person says that a chamber is dry, and equipment is removed', async () => {
  const { records, user, log } = await openReadings({
    facts: [
      [1, ROOM],
      [1, [air('A', 74, 40), moisture('A1', 12)]],
    ],
  });
  const chamber = await screen.findByRole('region', { name: 'Chamber A' });
  expect(chamber).toHaveTextContent('All at goal: 1 point');
  await press(records, user, 'Finish drying of chamber A');
  const question = await screen.findByRole('dialog', { name: 'Is chamber A dry?' });
  await user.click(button(question, 'Finish drying'));
  await waitFor(async () => expect((await log()).chambers[0]?.dry?.who).toBe('Bo Diaz'));
  // Its points were read yesterday.
  expect((await log()).chambers[0]?.dry?.remark).toBe('all at goal on 2026-01-14');
  await press(records, user, 'Remove D1');
  await waitFor(async () => expect((await log()).units[0]?.placements[0]?.until).not.toBeNull());
  expect(screen.getByRole('region', { name: 'Equipment' })).toHaveTextContent('2 calendar days');
});

test('what is no reading is shown as it stands', async () => {
  await openReadings({
    notes: `${fiveDays()}\n2026-11-27 10:10 -0600 Ann Lee: note Left the key.\nfrom another program`,
  });
  expect(await screen.findByText('Left the key.')).toBeVisible();
  expect(screen.getByText('from another program')).toBeVisible();
  expect(screen.getByRole('main')).toHaveTextContent('All at goal: 25 points on Nov 27');
  expect(screen.getByRole('figure', { name: 'Grains per pound by day' })).toHaveTextContent('98.9');
});

test('a point whose chamber stands in no entry is shown, and printed with its value', async () => {
  const { user, log } = await openReadings({
    facts: [
      [1, ROOM],
      [1, [{ word: 'set', ref: ref('B1'), place: 'Bath wall', material: 'tile', goal: 10 }]],
      [1, [moisture('B1', 34), air('A', 74, 40)]],
    ],
  });
  const card = await screen.findByRole('region', { name: 'No chamber' });
  expect(card).toHaveTextContent('B1 · Bath wall, tile');
  await user.click(within(card).getByRole('button', { name: 'Show readings of B1' }));
  expect(await screen.findByRole('dialog', { name: 'Readings of B1' })).toHaveTextContent('34');
  const all = await log();
  render(<PointTable log={all} days={dryingDays(all)} />);
  expect(screen.getByRole('row', { name: /^B1 Bath wall, tile 10 34/, hidden: true })).toBeInTheDocument();
});

test('nearly full notes offer another work order of the same project', async () => {
  const filler = Array.from({ length: 80 }, (_, n) => `Line ${n} ${'x'.repeat(100)}`).join('\n');
  const { user } = await openReadings({
    notes: `${filler}\n--- Job ---\nCrew: Ann Lee\nProject: Burst pipe`,
    facts: [[1, ROOM]],
  });
  await user.click(await screen.findByRole('button', { name: 'Continue in a new work order' }));
  const dialog = await screen.findByRole('dialog', { name: /Work Order$/ });
  expect(within(dialog).getByDisplayValue('Tear out')).toBeVisible();
  expect(within(dialog).getByDisplayValue('5 Oak Ave')).toBeVisible();
});

test('what does not fit into full notes stays in its form, with a sentence', async () => {
  const filler = Array.from({ length: 92 }, (_, n) => `Line ${n} ${'x'.repeat(93)}`).join('\n');
  const { records, user } = await openReadings({
    notes: `${filler}\n${'y'.repeat(160)}`,
    facts: [[1, ROOM]],
  });
  await press(records, user, 'Add point');
  const dialog = await screen.findByRole('dialog', { name: 'Add point' });
  await fillIn(user, dialog, { Place: 'Kitchen floor', Material: 'x'.repeat(300) });
  await user.click(button(dialog, 'Save'));
  await waitFor(() => expect(dialog).toHaveTextContent('the notes of this work order are full'));
  expect(within(dialog).getByLabelText('Place')).toHaveValue('Kitchen floor');
  expect(await records.outbox()).toEqual([]);
});

test('one label that a person gave to two things on two devices is shown as two, with a warning', async () => {
  const bath: DryingFact = {
    word: 'chamber',
    ref: ref('A'),
    rooms: ['Bath'],
    lossClass: null,
    cubicFeet: null,
  };
  await openReadings({
    facts: [
      [1, ROOM],
      [1, [bath]],
    ],
  });
  expect(await screen.findByRole('region', { name: 'Chamber A' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Chamber A/Ann Lee/2' })).toHaveTextContent('Bath');
  expect(screen.getByRole('main')).toHaveTextContent(
    'Ann Lee used the label A for two: A · Kitchen, and A/Ann Lee/2 · Bath.',
  );
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addDrying } from '../../src/domain/drying/drying-entries.ts';
import type { DryingFact } from '../../src/domain/drying/drying-facts.ts';
import { readFacts } from '../../src/domain/drying/read-facts.ts';
import { editRecord } from '../../src/records/commands.ts';
import { air, moisture, ref } from '../support/drying/job.ts';
import { digits, openReadings, PAUSE, press, ROOM, title } from '../support/drying/readings-screen.tsx';
import { button, fillIn, gone } from '../support/kinds/screen.ts';

const region = (name: string) => screen.findByRole('region', { name });

/** Ann set the room up, Bo has the device. */
const changes = () => region('Changes and corrections');

describe('what somebody set up is edited by an entry of its own, and the old value stays to be seen', () => {
  test('of a chamber', async () => {
    const { records, user, log, begun } = await openReadings({ facts: [[1, ROOM]] });
    expect(await region('Chamber A')).toHaveTextContent('Class 2 1,850 cf');
    await press(records, user, 'Edit chamber A');
    const dialog = await screen.findByRole('dialog', { name: 'Edit chamber A' });
    expect(within(dialog).getByLabelText('Rooms')).toHaveValue('Kitchen');
    await fillIn(user, dialog, { Rooms: 'Kitchen + Hall', Class: '3', 'Volume in cubic feet': '2400' });
    await user.click(button(dialog, 'Save'));
    await gone(dialog);
    const { chambers } = await log();
    expect(chambers).toMatchObject([
      { by: 'Ann Lee', fact: { rooms: ['Kitchen', 'Hall'], lossClass: 3, cubicFeet: 2400 } },
    ]);
    const card = await changes();
    for (const said of [
      'Kitchen, changed to Kitchen + Hall',
      '2, changed to 3',
      '1,850 cf, changed to 2,400 cf',
      'Bo Diaz, ',
    ])
      expect(card).toHaveTextContent(said);
    expect(within(card).getByText('1,850 cf', { selector: 'del' })).toBeVisible();
    expect((await records.viewOf('workOrders', '1'))?.['notes']).toEqual(expect.stringContaining(begun));
  });

  test('of a point', async () => {
    const { records, user, log } = await openReadings({ facts: [[1, ROOM]] });
    await press(records, user, 'Show readings of A1');
    const readings = await screen.findByRole('dialog', { name: 'Readings of A1' });
    expect(readings).toHaveTextContent('Kitchen N wall, drywall goal 15');
    await user.click(button(readings, 'Edit A1'));
    const dialog = await screen.findByRole('dialog', { name: 'Edit A1' });
    expect(within(dialog).queryByLabelText('Chamber')).toBeNull();
    await fillIn(user, dialog, { Place: 'Kitchen S wall', Material: 'plaster', 'Drying goal': '12' });
    await user.click(button(dialog, 'Save'));
    await screen.findByRole('dialog', { name: 'Readings of A1' });
    expect((await log()).points).toMatchObject([
      { by: 'Ann Lee', fact: { place: 'Kitchen S wall', material: 'plaster', goal: 12 } },
    ]);
    expect(await screen.findByText('Point A1, drying goal')).toBeInTheDocument();
    expect(screen.getByText('15, changed to 12')).toBeInTheDocument();
  });

  test('of a unit, also of one that is gone, which stays gone', async () => {
    const { records, user, log } = await openReadings({
      facts: [
        [2, ROOM],
        [1, [{ word: 'removed', ref: ref('D1'), isPoint: false }]],
      ],
    });
    await press(records, user, 'Edit D1');
    const dialog = await screen.findByRole('dialog', { name: 'Edit D1' });
    await fillIn(user, dialog, { Equipment: 'LGR 2800i 55512' });
    await user.click(button(dialog, 'Save'));
    await gone(dialog);
    const [unit] = (await log()).units;
    expect(unit?.fact.kind).toBe('LGR 2800i 55512');
    expect(unit?.placements).toMatchObject([{ until: { who: 'Ann Lee' } }]);
    expect(await changes()).toHaveTextContent('LGR 7000XLi, changed to LGR 2800i 55512');
  });

  test('also while somebody else edits it: each one’s edit stays', async () => {
    const { records, user, log } = await openReadings({ facts: [[1, ROOM]] });
    await press(records, user, 'Edit chamber A');
    const dialog = await screen.findByRole('dialog', { name: 'Edit chamber A' });
    const stamp = { at: records.clock.now(), offset: 0, who: 'Cy Orr' };
    const edit = readFacts('changed A/Ann Lee = class 4');
    await editRecord(records.services, 'workOrders', '1', {
      change: (fields) => ({
        ...fields,
        notes: addDrying(String(fields['notes']), stamp, edit?.facts ?? []),
      }),
    });
    await waitFor(async () => expect(await region('Chamber A')).toHaveTextContent('Class 4'));
    await fillIn(user, dialog, { 'Volume in cubic feet': '2400' });
    records.clock.advance(PAUSE);
    await user.click(button(dialog, 'Save'));
    await gone(dialog);
    const [chamber] = (await log()).chambers;
    expect(chamber?.fact).toMatchObject({ lossClass: 4, cubicFeet: 2400 });
    expect(chamber?.changes.map(({ by }) => by.who)).toEqual(['Cy Orr', 'Bo Diaz']);
  });

  test('but not if nothing is different: then nothing is written', async () => {
    const { records, user } = await openReadings({ facts: [[1, ROOM]] });
    for (const name of ['Edit chamber A', 'Edit D1']) {
      await press(records, user, name);
      const dialog = await screen.findByRole('dialog', { name });
      await user.click(button(dialog, 'Save'));
      await gone(dialog);
    }
    expect(await records.outbox()).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Changes and corrections' })).toBeNull();
  });
});

describe('a count that was mistyped', () => {
  const fans: DryingFact = { word: 'placed', ref: ref('MA'), count: 40, kind: 'fans', chamber: ref('A') };
  const MISTYPED = [
    [2, [...ROOM, fans]],
    [1, [{ word: 'changed', ref: ref('MA'), of: 'placed', to: { count: 4 } }]],
  ] as const;

  /** Opens the only entry of MA that said 40. */
  const openWrong = async ({ records, user }: Awaited<ReturnType<typeof openReadings>>) => {
    await press(records, user, 'Correct how many of MA');
    const dialog = await screen.findByRole('dialog', { name: 'How many of MA' });
    await user.click(within(dialog).getByRole('button', { name: /^Correct MA, 40, / }));
    return dialog;
  };

  test('is corrected where it was said, though it was edited since: it is not billed', async () => {
    const opened = await openReadings({ facts: MISTYPED });
    const { records, user, log } = opened;
    const dialog = await openWrong(opened);
    await user.click(button(dialog, 'Save'));
    expect(dialog).toHaveTextContent('Enter this.');
    await fillIn(user, dialog, { 'How many': '4' });
    records.clock.advance(PAUSE);
    await user.click(button(dialog, 'Save'));
    await waitFor(async () => expect((await log()).units[1]?.placements).toMatchObject([{ count: 4 }]));
    // One is left: nothing was edited by then.
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: /^Correct MA, 4, / })).toBeVisible(),
    );
    await user.click(button(dialog, 'Close'));
    expect(await region('Equipment')).toHaveTextContent('12 calendar days, 12 24-hour periods');
    const card = await changes();
    expect(card).toHaveTextContent(/MA, how many, said .* by Ann Lee40, changed to 4/);
    expect(card).toHaveTextContent('Bo Diaz, ');
  });

  test('or of what was not placed is taken back, and can be placed again', async () => {
    const opened = await openReadings({ facts: [[2, [...ROOM, fans]]] });
    const { records, user, log } = opened;
    const dialog = await openWrong(opened);
    records.clock.advance(PAUSE);
    await user.click(button(dialog, 'Not placed'));
    await waitFor(async () => expect((await log()).units[1]?.placements).toEqual([]));
    await user.click(button(dialog, 'Close'));
    const [, unit] = within(await region('Equipment')).getAllByRole('listitem');
    expect(unit).toHaveTextContent(/MA · fansNot placed.*0 calendar days, 0 24-hour periods/);
    expect(await changes()).toHaveTextContent('40, changed to not placed');
    expect(screen.getByRole('button', { name: 'Place MA again' })).toBeVisible();
  });
});

describe('a wrong removal', () => {
  test('of a unit is taken back: it ran on', async () => {
    const { records, user, log } = await openReadings({
      facts: [
        [2, ROOM],
        [1, [{ word: 'removed', ref: ref('D1'), isPoint: false }]],
      ],
    });
    expect(await region('Equipment')).toHaveTextContent(/Removed .* by Ann Lee/);
    await press(records, user, 'Undo removal of D1');
    await waitFor(async () => expect((await log()).units[0]?.placements[0]?.until).toBeNull());
    await waitFor(async () => expect(await region('Equipment')).toHaveTextContent('3 calendar days'));
    expect(await changes()).toHaveTextContent(/removed .* by Ann Lee, changed to not removed/);
  });

  test('of a point is taken back: it is read again', async () => {
    const { records, user, log } = await openReadings({
      facts: [
        [1, ROOM],
        [1, [moisture('A1', 34)]],
        [1, [{ word: 'removed', ref: ref('A1'), isPoint: true }]],
      ],
    });
    expect(await region('Chamber A')).toHaveTextContent('A1 · Kitchen N wall, drywall');
    await press(records, user, 'Show readings of A1');
    const dialog = await screen.findByRole('dialog', { name: 'Readings of A1' });
    expect(dialog).toHaveTextContent(/Removed .* by Ann Lee/);
    await user.click(button(dialog, 'Undo removal of A1'));
    await gone(dialog);
    expect((await log()).points[0]?.removed).toBeNull();
    expect(await changes()).toHaveTextContent('not removed');
  });
});

test('a chamber that was declared dry is opened again', async () => {
  const dry: DryingFact = { word: 'dry', ref: ref('A'), remark: 'all at goal' };
  const { records, user, log } = await openReadings({
    facts: [
      [2, ROOM],
      [2, [air('A', 74, 40), moisture('A1', 12)]],
      [1, [dry]],
    ],
  });
  expect(await region('Chamber A')).toHaveTextContent(/Declared dry .* by Ann Lee/);
  expect(screen.queryByRole('button', { name: 'Read chamber A' })).toBeNull();
  await press(records, user, 'Reopen chamber A');
  expect(await screen.findByRole('button', { name: 'Read chamber A' })).toBeVisible();
  expect((await log()).chambers[0]).toMatchObject({
    dry: null,
    statements: [{ isDry: true }, { isDry: false, who: 'Bo Diaz' }],
  });
  expect(await region('Chamber A')).toHaveTextContent(/Reopened .* by Bo Diaz/);
  expect(await changes()).toHaveTextContent(/declared dry .* by Ann Lee, changed to reopened/);
});

test('equipment says when it was last confirmed running, and by whom', async () => {
  await openReadings({
    facts: [
      [3, ROOM],
      [2, [{ word: 'running', ref: null }]],
      [1, [{ word: 'placed', ref: ref('D2'), count: 1, kind: 'LGR 2800i', chamber: ref('A') }]],
    ],
  });
  const [first, second] = within(await region('Equipment')).getAllByRole('listitem');
  expect(first).toHaveTextContent(/Last confirmed running .* by Ann Lee/);
  expect(second).toHaveTextContent('Not confirmed running');
});

test('the air from the HVAC has its grain depression, in a visit and after it', async () => {
  const { records, user } = await openReadings({
    facts: [
      [2, ROOM],
      [1, [air('hvac', 68, 45), air('A', 74, 71)]],
    ],
  });
  const hvac = (await screen.findByRole('button', { name: 'Show readings of HVAC' })).closest('li');
  expect(hvac).toHaveTextContent('grain depression 43.6');
  await press(records, user, 'Start visit');
  for (const [name, keys] of [
    ['Outside', '5260'],
    ['Unaffected', '7038'],
    ['HVAC', '6845'],
    ['Chamber A', '7471'],
  ] as const) {
    await title(name);
    await digits(user, keys);
  }
  await title('Air leaving D1');
  expect(screen.getByRole('main')).toHaveTextContent('grain depression of the HVAC 43.6');
});

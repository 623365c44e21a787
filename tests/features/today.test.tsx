import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { dayAfter, dayBefore, daysFrom, untilMidnight } from '../../src/domain/plain-date.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { editRecord } from '../../src/records/commands.ts';
import { saveSettings } from '../../src/records/company-settings.ts';
import { button } from '../support/kinds/screen.ts';
import { halfRead } from '../support/records/half-read.ts';
import { onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';
import {
  cardOf,
  crew,
  dayButton,
  expectCounts,
  expectLists,
  job,
  lists,
  openToday,
  TODAY,
  WEEK,
} from '../support/records/today.tsx';

test('the jobs of today are a press away from the dashboard', async () => {
  onPhone();
  const records = await TestRecords.open();
  await records.seedAll('workOrders', [job('Now')]);
  const { user } = startApp('/dashboard', records);
  await user.click(await screen.findByRole('link', { name: 'Today’s jobs' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expectLists(['Today', 'Now']);
});

test('a phone’s dashboard has five jobs of everybody’s day at first, and the whole of one’s own', async () => {
  onPhone();
  const records = await TestRecords.open();
  const titles = Array.from({ length: 7 }, (_, n) => `Job ${n}`);
  await records.seedAll(
    'workOrders',
    titles.map((title) => job(title, { notes: crew('Bo') })),
  );
  startApp('/dashboard', records);
  await expectLists(['Today', ...titles.slice(0, 5)]);
  expect(screen.getByRole('button', { name: 'Show 2 more of 7' })).toBeVisible();
  await saveSettings(records.services, { myName: 'Bo' });
  await expectLists(['Today', ...titles]);
});

describe('while the device’s copy is still being read', () => {
  async function openHalfRead(read: readonly Fields[], rest: readonly Fields[]) {
    onPhone();
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const finish = halfRead(records, 'workOrders', { read, rest });
    startApp('/today', records);
    return { finish };
  }

  test('what has been read of a day is there, and nothing is said of what has not', async () => {
    const late = Array.from({ length: 7 }, (_, n) => job(`Late ${n}`, { scheduled_date: dayBefore(TODAY) }));
    const { finish } = await openHalfRead([...late, job('Now')], [job('Then'), job('Then too')]);
    await screen.findByRole('link', { name: 'Now' });
    const today = screen.getByRole('region', { name: 'Today' });
    expect(within(today).getAllByRole('article')).toHaveLength(1);
    const overdue = within(screen.getByRole('region', { name: 'Overdue' }));
    await waitFor(() => expect(overdue.getAllByRole('article')).toHaveLength(5));
    expect(overdue.getByRole('button', { name: /more/ })).toHaveAttribute('data-loading');
    expect(within(await dayButton(0)).queryByText(/jobs/)).toBeNull();
    act(finish);
    await waitFor(() => expect(within(today).getAllByRole('article')).toHaveLength(3));
    expect(overdue.getByRole('button', { name: /more/ })).not.toHaveAttribute('data-loading');
    await expectCounts({ [TODAY]: '3 jobs', [dayBefore(TODAY)]: '7 jobs' });
    expect(screen.getByText('3 jobs + 7 overdue')).toBeVisible();
  });

  test('no day is said to have no jobs before all has been read', async () => {
    const { finish } = await openHalfRead([], [job('Then', { scheduled_date: dayAfter(TODAY) })]);
    await screen.findByRole('heading', { level: 1, name: 'Today' });
    expect(screen.queryByText(/no jobs for this day/i)).toBeNull();
    act(finish);
    expect(await screen.findByText(/no jobs/i, { selector: 'p' })).toBeVisible();
  });

  test('what was read stays on the screen while very many others are looked through', async () => {
    const rest = Array.from({ length: 2100 }, (_, n) =>
      job(`Once ${n}`, { scheduled_date: '2020-01-01', status: 'completed' }),
    );
    const { finish } = await openHalfRead([job('Now')], [...rest, job('Then')]);
    const now = await screen.findByRole('link', { name: 'Now' });
    act(finish);
    expect(now).toBeVisible();
    await waitFor(() => expect(screen.getByRole('link', { name: 'Then' })).toBeVisible());
    expect(now).toBeInTheDocument();
  });
});

describe('the jobs of a day', () => {
  test('begin with what is overdue, the longest first, and end with what is over', async () => {
    const [sunday = '', monday = ''] = WEEK;
    await openToday([
      job('Over', { status: 'completed', priority: 'urgent' }),
      job('Later', { notes: '--- Job ---\nTime: 10:30-12:00\nFlags: dog, gate 4471' }),
      job('Since Monday', { scheduled_date: monday }),
      job('Called off', { scheduled_date: sunday, status: 'cancelled' }),
      job('Since Sunday', { scheduled_date: sunday, priority: 'low' }),
      job('First', { notes: '--- Job ---\nTime: 9:05' }),
      job('Tomorrow', { scheduled_date: dayAfter(TODAY) }),
    ]);
    await expectLists(['Overdue', 'Since Sunday', 'Since Monday'], ['Today', 'First', 'Later', 'Over']);
    expect(await cardOf('Since Monday')).toHaveTextContent(/^Mon, \w{3} \d+.*Assigned/);
    const later = await cardOf('Later');
    expect(later).toHaveTextContent(/^10:30 AM.*Assigned.*Medium/);
    expect(later).toHaveTextContent('Ann Lee · 5 Oak Ave, Austin, TX');
    expect(later).toHaveTextContent('dog · gate 4471');
    expect(within(later).getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+15551234567');
    expect(within(await cardOf('Over')).queryByRole('button')).toBeNull();
  });

  test('say that their time has passed, and name their crew', async () => {
    await openToday([job('Early', { notes: `${crew('Bo, Ann Lee')}\nTime: 0:01` }), job('Alone')]);
    const early = await cardOf('Early');
    expect(early).toHaveTextContent(/^Late, was due by 12:01 AMAssigned/);
    expect(within(early).getByText('Bo, Ann Lee')).toBeVisible();
    expect(early.querySelectorAll('[class*="avatar"][aria-hidden]')).toHaveLength(2);
    expect((await cardOf('Alone')).querySelector('[class*="avatar"]')).toBeNull();
  });

  test('show the hour that a text tells, and a time that is none as it is written', async () => {
    const at = (title: string, time: string) => job(title, { notes: `--- Job ---\nTime: ${time}` });
    await openToday([at('Afternoon', '2:00 PM'), at('Some time', 'after lunch'), at('Morning', '9-11')]);
    await expectLists(['Today', 'Morning', 'Afternoon', 'Some time']);
    expect(await cardOf('Morning')).toHaveTextContent(/^9:00 AM/);
    expect(await cardOf('Afternoon')).toHaveTextContent(/^2:00 PM/);
    expect(await cardOf('Some time')).toHaveTextContent(/^after lunch/);
  });

  test('begin with the one that is running, before any that is overdue', async () => {
    const { records } = await openToday([
      job('Late', { scheduled_date: '2020-01-01' }),
      job('Begun yesterday', { scheduled_date: dayBefore(TODAY), notes: '--- Job ---\nTime: 13:00' }),
      job('Now'),
    ]);
    await expectLists(['Overdue', 'Late', 'Begun yesterday'], ['Today', 'Now']);
    const change = (fields: Fields): Fields => ({ ...fields, status: 'in_progress' });
    await editRecord(records.services, 'workOrders', '2', { change });
    await expectLists(['In progress', 'Begun yesterday'], ['Overdue', 'Late'], ['Today', 'Now']);
    await expectCounts({ [TODAY]: '1 job', [dayBefore(TODAY)]: '1 job' });
    expect(screen.getByText('1 job + 1 overdue + 1 in progress from other days')).toBeVisible();
    expect(await cardOf('Begun yesterday')).toHaveTextContent(
      /^\w{3}, \w{3} \d{1,2}\s*1:00 PM\s*In Progress/,
    );
  });

  test('are those of today where the address names no day', async () => {
    onPhone();
    const records = await TestRecords.open();
    await records.seedAll('workOrders', [job('Now')]);
    startApp('/today?day=2026-02-31&jobs=mine', records);
    await expectLists(['Today', 'Now']);
    expect(screen.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('of yesterday and tomorrow are a tap away, without what is overdue', async () => {
    const { user } = await openToday([
      job('Late', { scheduled_date: dayBefore(TODAY) }),
      job('Now'),
      job('Next', { scheduled_date: dayAfter(TODAY) }),
    ]);
    await expectLists(['Overdue', 'Late'], ['Today', 'Now']);
    const today = WEEK.indexOf(TODAY);
    await user.click(await dayButton(today - 1));
    await expectLists(['Yesterday', 'Late']);
    await user.click(await dayButton(today + 1));
    await expectLists(['Tomorrow', 'Next']);
    // The heading tells the day.
    expect(await cardOf('Next')).not.toHaveTextContent(/\w{3}, \w{3} \d/);
    const days = screen.getByRole('navigation', { name: 'Days of the week' });
    expect(button(days, 'Today')).toHaveAttribute('aria-pressed', 'false');
    await user.click(button(days, 'Today'));
    await expectLists(['Overdue', 'Late'], ['Today', 'Now']);
  });

  test('are counted in the strip of the week, which leads to them', async () => {
    const [sunday = ''] = WEEK;
    const { user, records } = await openToday([
      job('One', { scheduled_date: sunday, notes: crew('Bo') }),
      job('Two', { scheduled_date: sunday }),
      job('Over', { scheduled_date: sunday, status: 'completed' }),
      job('Now'),
      job('In a week', { scheduled_date: dayAfter(WEEK[6] ?? '') }),
    ]);
    await expectCounts({ [sunday]: '3 jobs', [TODAY]: '1 job' });
    expect(await dayButton(WEEK.indexOf(TODAY))).toHaveAttribute('aria-current', 'date');
    await user.click(await dayButton(0));
    await waitFor(() => expect(lists()[0]?.[0]).toMatch(/^Sunday, \w+ \d+$/));
    expect(lists()[0]?.slice(1)).toEqual(['One', 'Two', 'Over']);
    expect(await dayButton(0)).toHaveAttribute('aria-current', 'date');
    await saveSettings(records.services, { myName: 'Bo' });
    await expectCounts({ [sunday]: '1 job' });
  });

  test('of other weeks are reached week by week', async () => {
    const next = daysFrom(TODAY, 7);
    const { user } = await openToday([job('Now'), job('In a week', { scheduled_date: next })]);
    await user.click(await screen.findByRole('button', { name: 'Next week' }));
    await waitFor(() => expect(lists()[0]?.slice(1)).toEqual(['In a week']));
    expect(await dayButton(WEEK.indexOf(TODAY))).toHaveAttribute('aria-current', 'date');
    await user.click(screen.getByRole('button', { name: 'Previous week' }));
    await expectLists(['Today', 'Now']);
  });

  test('of another year are told with the year', async () => {
    onPhone();
    const records = await TestRecords.open();
    const day = '2025-03-05';
    await records.seedAll('workOrders', [job('Old', { scheduled_date: day, status: 'completed' })]);
    startApp(`/today?day=${day}`, records);
    await expectLists(['Wednesday, March 5, 2025', 'Old']);
    const days = screen.getByRole('navigation', { name: 'Days of the week' });
    expect(days).toHaveTextContent(/Mar \d+\s–\s\d+, 2025/);
  });

  test('without a customer are told by their address alone', async () => {
    await openToday([job('Nobody’s', { customer: null })]);
    expect(await cardOf('Nobody’s')).toHaveTextContent('5 Oak Ave, Austin, TX');
    expect(await cardOf('Nobody’s')).not.toHaveTextContent(/Unknown|·/);
  });

  test('that have no date are shown twenty at first', async () => {
    const jobs = Array.from({ length: 22 }, (_, n) => job(`Some day ${n + 10}`, { scheduled_date: null }));
    const { user } = await openToday([...jobs, job('Over', { scheduled_date: null, status: 'completed' })]);
    await user.click(await screen.findByRole('button', { name: 'No date' }));
    const titles = jobs.map(({ title }) => title as string);
    await expectLists(['No date', ...titles.slice(0, 20)]);
    await user.click(screen.getByRole('button', { name: 'Show 2 more of 22' }));
    await expectLists(['No date', ...titles]);
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  });

  test('that are overdue are shown five at first, so that those of the day are in sight', async () => {
    const late = Array.from({ length: 7 }, (_, n) => job(`Late ${n}`, { scheduled_date: '2020-01-01' }));
    const { user } = await openToday([...late, job('Now')]);
    await expectLists(['Overdue', ...late.slice(0, 5).map(({ title }) => title as string)], ['Today', 'Now']);
    await user.click(screen.getByRole('button', { name: 'Show 2 more of 7' }));
    await waitFor(() => expect(lists()[0]).toHaveLength(8));
  });

  test('that are none are said to be none', async () => {
    const { user } = await openToday([job('Theirs', { notes: crew('Bo') })], 'Ann Lee');
    expect(await screen.findByText('You have no jobs for this day.')).toBeVisible();
    await user.click(await dayButton(WEEK.indexOf(TODAY) + 1));
    await user.click(screen.getByRole('button', { name: 'All jobs' }));
    expect(await screen.findByText('No jobs for this day.')).toBeVisible();
  });

  test.each([
    ['are on their way', [], []],
    ['cannot be fetched', ['offline'] as const, ['The work orders on the server have not been fetched yet.']],
  ])('that %s are not said to be none', async (_, reasons, words) => {
    const { records } = await openToday([]);
    await screen.findByText('No jobs for this day.');
    await records.say({ pulledAt: null, reasons });
    await waitFor(() => expect(screen.queryByText('No jobs for this day.')).toBeNull());
    expect(screen.queryAllByText(/fetched yet/).map(({ textContent }) => textContent)).toEqual(words);
  });

  test('become overdue at midnight, while the screen is open', async () => {
    const { records } = await openToday([job('Now'), job('Next', { scheduled_date: dayAfter(TODAY) })]);
    await expectLists(['Today', 'Now']);
    records.clock.advance(untilMidnight(records.clock.now()));
    await expectLists(['Overdue', 'Now'], ['Today', 'Next']);
    expect(await dayButton(WEEK.indexOf(TODAY) + 1)).toHaveAttribute('aria-current', 'date');
  });

  test('are those of the new day when the device wakes up in the morning', async () => {
    const { records } = await openToday([job('Now'), job('Next', { scheduled_date: dayAfter(TODAY) })]);
    await expectLists(['Today', 'Now']);
    records.clock.sleep(22 * 3_600_000);
    act(() => records.page.turnTo());
    await expectLists(['Overdue', 'Now'], ['Today', 'Next']);
    expect(await dayButton(WEEK.indexOf(TODAY) + 1)).toHaveAttribute('aria-current', 'date');
  });

  test('are shown although one of them could not be read whole', async () => {
    await openToday([{ scheduled_date: TODAY, notes: 5 }, {}, job('Whole')]);
    expect(await cardOf('Whole')).toBeVisible();
  });
});

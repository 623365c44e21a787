import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { dayAfter, dayAt, dayBefore, daysFrom } from '../../src/domain/plain-date.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { saveSettings } from '../../src/records/company-settings.ts';
import { changeScheduleSettings } from '../../src/records/schedule-settings.ts';
import { part, rowsOf } from '../support/records/dashboard.ts';
import { onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';

function today(records: TestRecords): string {
  return dayAt(records.clock.now());
}

describe('on a desk', () => {
  const jobs = async (records: TestRecords, ...given: readonly Readonly<Record<string, unknown>>[]) => {
    const scheduled_date = today(records);
    await records.seedAll(
      'workOrders',
      given.map((one) => ({ status: 'assigned', priority: 'low', scheduled_date, ...one })),
    );
  };

  test('Today says what is done, what comes next and what is late', async () => {
    const records = await TestRecords.open();
    const before = (days: number) => daysFrom(today(records), -days);
    await jobs(
      records,
      { title: 'Dry the cellar', status: 'completed' },
      { title: 'Set up fans', status: 'in_progress' },
      { title: 'Dry the attic', status: 'in_progress', scheduled_date: before(1) },
      { title: 'Extract water', priority: 'urgent' },
      { title: 'Measure', notes: '--- Job ---\nTime: 23:59' },
      { title: 'Pick up fans' },
      { title: 'Tear out drywall', scheduled_date: before(3) },
      { title: 'Clean up', scheduled_date: before(2) },
    );
    startApp('/dashboard', records);
    const region = await part('Today');
    expect(within(region).getByText('1 of 5 done')).toBeVisible();
    expect(within(region).getByText('1 in progress + 1 from other days')).toBeVisible();
    const [late, ...due] = within(region).getAllByRole('listitem');
    expect(late).toHaveTextContent(/^Late since \w{3}, .*Tear out drywall$/);
    expect(due.map(({ textContent }) => textContent)).toEqual(['11:59 PMMeasure', 'Any timeExtract water']);
    expect(within(region).getByRole('link', { name: 'All 2 late jobs' })).toHaveAttribute(
      'href',
      '/work-orders?status=pending,assigned&scheduled_date=overdue',
    );
  });

  test('Today has the next job, even if there are many late ones', async () => {
    const records = await TestRecords.open();
    const late = { notes: '--- Job ---\nTime: 0:01' };
    await jobs(
      records,
      { title: 'Measure', ...late },
      { title: 'Set up fans', ...late },
      { title: 'Clean up', ...late },
      { title: 'Pick up fans' },
    );
    startApp('/dashboard', records);
    const region = await part('Today');
    const shown = within(region).getAllByRole('listitem');
    expect(shown).toHaveLength(3);
    expect(shown.at(-1)).toHaveTextContent('Pick up fans');
    expect(within(region).getByRole('link', { name: 'All 3 late jobs' })).toBeVisible();
  });

  test('Today has the jobs that the screen of that name has: one’s own, by the same name', async () => {
    const records = await TestRecords.open();
    const late = { scheduled_date: daysFrom(today(records), -2) };
    const mine = { notes: '--- Job ---\nCrew: Bo, Ann Lee' };
    const theirs = { notes: '--- Job ---\nCrew: Bo' };
    await jobs(
      records,
      { title: 'Mine', ...mine },
      { title: 'Theirs', ...theirs },
      { title: 'Late', ...late, ...mine },
      { title: 'Later', ...late, ...mine },
      { title: 'Latest', ...late, ...mine },
      { title: 'Their late one', ...late, ...theirs },
    );
    await saveSettings(records.services, { myName: 'Ann Lee' });
    startApp('/dashboard', records);
    const region = await part('Today');
    expect(within(region).getByText('0 of 1 done')).toBeVisible();
    expect(within(region).getAllByRole('listitem').at(-1)).toHaveTextContent(/Mine$/);
    expect(region).not.toHaveTextContent(/Their/);
    expect(within(region).getByRole('link', { name: 'All 3 late jobs' })).toHaveAttribute('href', '/today');
  });

  test('Today has begun work of other days also without a job of its own', async () => {
    const records = await TestRecords.open();
    const yesterday = daysFrom(today(records), -1);
    await jobs(records, { title: 'Dry the attic', status: 'in_progress', scheduled_date: yesterday });
    startApp('/dashboard', records);
    const region = await part('Today');
    expect(region).toHaveTextContent('No jobs are scheduled for today.');
    expect(within(region).getByText('1 in progress from other days')).toBeVisible();
  });

  test('a job of today is late once its time has passed', async () => {
    const records = await TestRecords.open();
    await jobs(records, { title: 'Measure', notes: '--- Job ---\nTime: 0:01' });
    startApp('/dashboard', records);
    const region = await part('Today');
    expect(within(region).getByText('Late, was due by 12:01 AM')).toBeVisible();
    const next = await part('Next on the schedule');
    expect(within(next).getByText('Late, was due by 12:01 AM')).toBeVisible();
  });

  test('a job with a span is late once the span has ended, and another one may be late before it', async () => {
    const records = await TestRecords.open();
    const at = (time: string) => ({ notes: `--- Job ---\nTime: ${time}` });
    await jobs(
      records,
      { title: 'Tear out drywall', scheduled_date: dayBefore(today(records)) },
      { title: 'Measure', ...at('00:00-23:59') },
      { title: 'Set up fans', ...at('00:00-23:58') },
      { title: 'Clean up', ...at('00:01-00:02') },
    );
    startApp('/dashboard', records);
    const region = await part('Today');
    const [, ...todays] = within(region).getAllByRole('listitem');
    expect(todays.map(({ textContent }) => textContent)).toEqual(['12:00 AMMeasure', '12:00 AMSet up fans']);
    expect(within(region).getByRole('link', { name: 'All 2 late jobs' })).toHaveAttribute('href', '/today');
    const next = await part('Next on the schedule');
    expect(within(next).getByText('Late, was due by 12:02 AM')).toBeVisible();
  });

  test('whose jobs a part shows is said if they are not everybody’s', async () => {
    const records = await TestRecords.open();
    await jobs(records, { title: 'Mine', notes: '--- Job ---\nCrew: Ann Lee' });
    await saveSettings(records.services, { myName: 'Ann Lee' });
    startApp('/dashboard', records);
    expect(within(await part('Today')).getByText('My jobs')).toBeVisible();
    expect(within(await part('Next on the schedule')).getByText('Everybody’s')).toBeVisible();
    expect(within(await part('Needs a push')).getByText('Everybody’s')).toBeVisible();
    expect(within(await part('Two weeks ahead')).getByText('Everybody’s')).toBeVisible();
  });

  test('the days ahead stand against what the company can do in one, if that is set', async () => {
    const records = await TestRecords.open();
    const tomorrow = dayAfter(today(records));
    await jobs(
      records,
      { title: 'Extract water', scheduled_date: tomorrow },
      { title: 'Set up fans', scheduled_date: tomorrow },
      { title: 'Measure' },
    );
    startApp('/dashboard', records);
    const region = await part('Two weeks ahead');
    expect(region.querySelector('line')).toBeNull();
    expect(region).not.toHaveTextContent(/dashed line/);
    await changeScheduleSettings(records.services, (now) => ({ ...now, jobsADay: 1 }));
    expect(
      await within(region).findByText('The dashed line is what your company can do in a day: 1 job.'),
    ).toBeVisible();
    expect(region.querySelectorAll('line')).toHaveLength(14);
    const figure = within(region).getByRole('figure');
    expect(
      within(figure).getByRole('link', { name: /: 2 jobs, more than your company can do$/ }),
    ).toBeVisible();
    expect(within(figure).getAllByRole('link', { name: /more than your company can do/ })).toHaveLength(1);
    expect(
      rowsOf(within(figure).getByRole('table'))
        .slice(0, 3)
        .map(([, ...cells]) => cells),
    ).toEqual([
      ['Jobs', 'More than your company can do'],
      ['1', 'no'],
      ['2', 'yes'],
    ]);
  });

  test('the pipeline adds up estimates by value and leads to them', async () => {
    const records = await TestRecords.open();
    await records.seedAll('estimates', [
      { title: 'a', status: 'draft', total_amount: 1000.4 },
      { title: 'b', status: 'sent', total_amount: 500 },
      { title: 'c', status: 'sent', total_amount: null },
      { title: 'd', status: 'accepted', total_amount: 12_000 },
      { title: 'e', status: 'rejected', total_amount: 7 },
    ]);
    const { user } = startApp('/dashboard', records);
    const region = await part('Pipeline');
    expect(within(region).getByText('$1,500')).toBeVisible();
    expect(rowsOf(within(region).getByRole('table'))).toEqual([
      ['Status', 'Estimates', 'Value'],
      ['Draft', '1', '$1,000'],
      ['Sent', '2', '$500'],
      ['Accepted', '1', '$12,000'],
    ]);
    expect(within(region).getByText('1 estimate has no amount.')).toBeVisible();
    await user.click(within(region).getByRole('link', { name: 'Sent' }));
    expect(await screen.findByText(/^2 of 5 estimates/)).toBeVisible();
  });

  test('each of the next 14 days leads to its jobs, counted as there', async () => {
    const records = await TestRecords.open();
    const tomorrow = dayAfter(today(records));
    await jobs(
      records,
      { title: 'Extract water', scheduled_date: tomorrow },
      { title: 'Set up fans', scheduled_date: tomorrow },
      { title: 'Called off', scheduled_date: tomorrow, status: 'cancelled' },
      { title: 'Done', status: 'completed' },
      { title: 'Yesterday', scheduled_date: dayBefore(today(records)) },
    );
    const { user } = startApp('/dashboard', records);
    const region = await part('Two weeks ahead');
    const figure = within(region).getByRole('figure', { name: 'All jobs by scheduled day' });
    const links = within(figure).getAllByRole('link');
    expect(links).toHaveLength(14);
    expect(links[0]).toHaveAccessibleName(/: 1 job$/);
    expect(rowsOf(within(figure).getByRole('table')).map(([, count]) => count)).toEqual([
      'Jobs',
      '1',
      '2',
      ...Array<string>(12).fill('0'),
    ]);
    await user.click(within(figure).getByRole('link', { name: /: 2 jobs$/ }));
    expect(await screen.findByText('2 jobs + 1 cancelled')).toBeVisible();
  });

  test('each part says in one line what will stand in it', async () => {
    startApp('/dashboard', await TestRecords.open());
    expect(await part('Today')).toHaveTextContent('No jobs are scheduled for today.');
    expect(await part('Pipeline')).toHaveTextContent(
      'What your estimates are worth will be here once you have one.',
    );
    expect(await part('Two weeks ahead')).toHaveTextContent(
      'Jobs for the next 14 days will appear here, day by day.',
    );
    expect(screen.queryByRole('figure')).toBeNull();
  });

  test('a work order is added from here', async () => {
    const { user } = startApp('/dashboard', await TestRecords.open());
    await user.click(await screen.findByRole('button', { name: 'Add Work Order' }));
    expect(await screen.findByRole('dialog', { name: 'Add New Work Order' })).toBeVisible();
  });
});

test.each([
  ['phone', onPhone],
  ['computer', () => {}],
])(
  'a %s says at its head which job is next, how many are late and what is in the pipeline',
  async (_, begin) => {
    begin();
    const records = await TestRecords.open();
    const late = { status: 'assigned', scheduled_date: daysFrom(today(records), -2) } as const;
    const due = { status: 'assigned', scheduled_date: today(records) } as const;
    await records.seedAll('workOrders', [
      { title: 'Dry the cellar', ...late },
      { title: 'Pick up fans', ...due },
      { title: 'Measure', ...due, notes: '--- Job ---\nTime: 23:58' },
      { title: 'Set up fans', ...due, status: 'in_progress', notes: '--- Job ---\nTime: 7:00' },
    ]);
    await records.seedAll('estimates', [
      { status: 'draft', total_amount: 1200 },
      { status: 'accepted', total_amount: 900 },
    ]);
    startApp('/dashboard', records);
    expect(await screen.findByRole('link', { name: 'Next at 11:58 PM: Measure' })).toHaveAttribute(
      'href',
      '/work-orders/3',
    );
    expect(screen.getByRole('link', { name: '1 late job' })).toHaveAttribute(
      'href',
      '/work-orders?status=pending,assigned&scheduled_date=overdue',
    );
    expect(await screen.findByRole('link', { name: '$1,200 in the pipeline' })).toHaveAttribute(
      'href',
      '/estimates?status=draft,sent',
    );
    const figures = screen.getByRole('list', { name: 'Figures' });
    const summary = screen.getByRole('link', { name: '1 late job' });
    expect(summary.compareDocumentPosition(figures)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  },
);

describe('the head of the dashboard', () => {
  const open = async (...given: readonly Fields[]) => {
    const records = await TestRecords.open();
    const common = { status: 'assigned', priority: 'low', scheduled_date: today(records) };
    await records.seedAll(
      'workOrders',
      given.map((one) => ({ ...common, ...one })),
    );
    return records;
  };

  test('says of a job whose time has passed that it is late, and counts it', async () => {
    const records = await open({ title: 'Measure', notes: '--- Job ---\nTime: 0:01' });
    startApp('/dashboard', records);
    expect(await screen.findByRole('link', { name: 'Late, was due by 12:01 AM: Measure' })).toHaveAttribute(
      'data-late',
    );
    expect(screen.getByRole('link', { name: '1 late job' })).toHaveAttribute('href', '/today');
  });

  test('names the next job of today, not one whose time has passed, as long as there is one', async () => {
    const at = (title: string, time: string) => ({ title, notes: `--- Job ---\nTime: ${time}` });
    const records = await open(
      ...['0:01', '0:02', '0:03', '0:04'].map((time) => at(time, time)),
      at('Measure', '23:58'),
      { title: 'Pick up fans' },
    );
    startApp('/dashboard', records);
    expect(await screen.findByRole('link', { name: 'Next at 11:58 PM: Measure' })).not.toHaveAttribute(
      'data-late',
    );
    expect(screen.getByRole('link', { name: '4 late jobs' })).toHaveAttribute('href', '/today');
  });

  test('names the next job of a later day once those of today are begun', async () => {
    const records = await open({ title: 'Set up fans', status: 'in_progress' });
    const notes = '--- Job ---\nTime: 8:00';
    const far = { title: 'Measure', status: 'assigned', scheduled_date: '2027-03-05', notes };
    await records.seedAll('workOrders', [far]);
    startApp('/dashboard', records);
    expect(
      await screen.findByRole('link', { name: 'Next on Fri, Mar 5, 2027 at 8:00 AM: Measure' }),
    ).toBeVisible();
  });

  test('says whose jobs it means', async () => {
    const notes = '--- Job ---\nCrew: Ann Lee';
    const records = await open(
      { title: 'Mine', notes },
      { title: 'Late', notes, scheduled_date: '2020-01-01' },
    );
    await saveSettings(records.services, { myName: 'Ann Lee' });
    startApp('/dashboard', records);
    expect(await screen.findByRole('link', { name: 'Your next job: Mine' })).toBeVisible();
    expect(screen.getByRole('link', { name: '1 late job of yours' })).toHaveAttribute('href', '/today');
  });

  test('takes no room for what this device cannot count', async () => {
    const records = await TestRecords.open();
    const room = () => document.querySelector('[data-lines]')?.getAttribute('data-lines');
    startApp('/dashboard', records);
    await waitFor(() => expect(room()).toBe('2'));
    await records.say({ pulledAt: null, reasons: ['offline'] });
    await waitFor(() => expect(room()).toBe('0'));
  });
});

test('on a phone the pipeline and the days stand before what is next, without a second Today', async () => {
  onPhone();
  const records = await TestRecords.open();
  await records.seedAll('workOrders', [{ title: 'Measure', scheduled_date: today(records) }]);
  startApp('/dashboard', records);
  await part('Pipeline');
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.slice(-3)).toEqual(['Pipeline', 'Two weeks ahead', 'Next on the schedule']);
  // Fails for two parts of this name.
  expect(await part('Today')).toHaveTextContent('Measure');
});

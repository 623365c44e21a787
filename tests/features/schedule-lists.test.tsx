import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { daysFrom, sundayOf } from '../../src/domain/plain-date.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { UNDO_MS } from '../../src/outbox/retry-policy.ts';
import { editRecord } from '../../src/records/commands.ts';
import { formatWeekdayAndDate } from '../../src/ui/text/format-date.ts';
import { onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';
import { openPhoneSchedule } from '../support/records/schedule.tsx';
import { crew, job, TODAY } from '../support/records/today.tsx';

const TOMORROW = daysFrom(TODAY, 1);

/** Returns each day of the agenda with the titles of its jobs. */
async function days(): Promise<(string | null)[][]> {
  await screen.findAllByRole('heading', { level: 2 });
  return [...document.querySelectorAll('main section:has(> ul)')].map((section) => [
    section.querySelector('h2')?.textContent ?? null,
    ...[...section.querySelectorAll('li')].map(
      (item) => within(item).getAllByRole('link')[0]?.textContent ?? null,
    ),
  ]);
}

async function item(title: string): Promise<HTMLElement> {
  const link = await screen.findByRole('link', { name: title });
  return link.closest('li') as HTMLElement;
}

async function chooseMore(
  user: ReturnType<typeof startApp>['user'],
  title: string,
  entry: string,
): Promise<void> {
  await user.click(within(await item(title)).getByRole('button', { name: `More for ${title}` }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}

describe('the agenda of a phone', () => {
  test('lists the jobs of the chosen day and of all later ones, day by day', async () => {
    await openPhoneSchedule([
      job('Next week', { scheduled_date: daysFrom(TODAY, 7) }),
      job('Yesterday', { scheduled_date: daysFrom(TODAY, -1) }),
      job('Second', { notes: '--- Job ---\nTime: 13:00-15:00\nCrew: Ann Lee, Bo' }),
      job('First', { notes: '--- Job ---\nTime: 9:00' }),
      job('Tomorrow’s', { scheduled_date: TOMORROW, status: 'cancelled' }),
      job('No day', { scheduled_date: null }),
    ]);
    await waitFor(async () =>
      expect(await days()).toEqual([
        ['Today', 'First', 'Second'],
        ['Tomorrow', 'Tomorrow’s'],
        [expect.stringMatching(/^Thursday, /), 'Next week'],
      ]),
    );
    expect(await item('Second')).toHaveTextContent(/1:00 PM\s–\s3:00 PM.*Ann Lee, Bo.*Assigned/);
    expect(await item('First')).toHaveTextContent('Nobody yet');
    const today = screen.getByRole('region', { name: 'Today' });
    expect(today).toHaveTextContent('2 jobs · 2 h');
    expect(screen.getByRole('region', { name: 'Tomorrow' })).toHaveTextContent('no jobs');
  });

  test('goes to another day with the buttons of the week', async () => {
    const sunday = sundayOf(TODAY);
    const { user } = await openPhoneSchedule([job('On Sunday', { scheduled_date: sunday }), job('Now')]);
    const week = await screen.findByRole('navigation', { name: 'Days of the week' });
    const [first] = within(week).getAllByRole('button');
    await waitFor(() => expect(first).toHaveAccessibleName(/1 job$/));
    await user.click(first as HTMLElement);
    expect(await item('On Sunday')).toBeVisible();
    expect(await item('Now')).toBeVisible();
    expect(location.search).toBe(`?day=${sunday}`);
  });

  test('shows later days on demand, whole days at a time', async () => {
    const jobs = Array.from({ length: 25 }, (_, n) =>
      job(`Job ${n}`, { scheduled_date: daysFrom(TODAY, n) }),
    );
    const { user } = await openPhoneSchedule(jobs);
    await waitFor(async () => expect(await days()).toHaveLength(20));
    await user.click(screen.getByRole('button', { name: 'Show later days' }));
    await waitFor(async () => expect(await days()).toHaveLength(25));
    expect(screen.queryByRole('button', { name: 'Show later days' })).toBeNull();
  });

  test('says so if there are no jobs, and that a filter may hide some', async () => {
    await openPhoneSchedule([job('Theirs', { notes: crew('Bo') })], '?crew=Zoe');
    expect(await screen.findByText(/^No jobs from Jan \d+, 2026 on$/)).toBeVisible();
    expect(screen.getByText(/show everybody/)).toBeVisible();
  });

  test('keeps the filters behind a button, which says how many apply', async () => {
    const { user } = await openPhoneSchedule([
      job('Theirs', { notes: crew('Bo') }),
      job('Mine', { notes: crew('Ann') }),
    ]);
    expect(await item('Mine')).toBeVisible();
    const filters = screen.getByRole('button', { name: 'Filters' });
    expect(filters).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('combobox')).toBeNull();
    await user.click(filters);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Completed');
    expect(location.search).toBe('?status=completed');
    await user.click(filters);
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(filters).toHaveAccessibleName('Filters 1 active');
  });

  test('opens the filters of an address', async () => {
    await openPhoneSchedule([job('Mine', { notes: crew('Ann') })], '?crew=Ann');
    expect(await screen.findByRole('combobox', { name: 'Filter by crew' })).toHaveValue('Ann');
  });

  test('shows one person’s jobs', async () => {
    await openPhoneSchedule(
      [job('Theirs', { notes: crew('Bo') }), job('Mine', { notes: crew('ann lee') })],
      '?crew=Ann+Lee',
    );
    await waitFor(async () => expect(await days()).toEqual([['Today', 'Mine']]));
  });

  test('is shown whatever view the address names that a phone lacks', async () => {
    await openPhoneSchedule([job('Now')], '?view=week');
    await waitFor(async () => expect(await days()).toEqual([['Today', 'Now']]));
  });
});

describe('the month', () => {
  test('of a phone shows how many jobs each day has, and leads to the day', async () => {
    const { user } = await openPhoneSchedule(
      [job('A'), job('B'), job('C', { scheduled_date: TOMORROW })],
      '?view=month',
    );
    const table = await screen.findByRole('grid', { name: 'January 2026' });
    expect(table.querySelectorAll('td')).toHaveLength(42);
    const day = within(table).getByRole('button', { name: /^Friday, January 16, 1 job$/ });
    expect(within(table).getByRole('button', { name: /^Thursday, January 15, 2 jobs$/ })).toHaveAttribute(
      'aria-current',
      'date',
    );
    await user.click(day);
    await waitFor(async () => expect(await days()).toEqual([['Tomorrow', 'C']]));
    expect(location.search).toBe(`?view=agenda&day=${TOMORROW}`);
  });

  test('of a desk names three jobs of a day and how many more there are', async () => {
    const records = await TestRecords.open();
    await records.seedAll(
      'workOrders',
      ['A', 'B', 'C', 'D', 'E'].map((title) => job(title)),
    );
    const { user } = startApp('/schedule?view=month', records);
    const table = await screen.findByRole('grid', { name: 'January 2026' });
    const links = await within(table).findAllByRole('link');
    expect(links.map(({ textContent }) => textContent?.match(/[A-E](?=[A-Z])/)?.[0])).toHaveLength(3);
    await user.click(within(table).getByRole('button', { name: 'Show 2 more of Thursday, January 15' }));
    await waitFor(() => expect(location.search).toContain('view=day'));
  });
});

describe('a job that is repeated', () => {
  test('[P61, Q43] becomes a work order for each day, with one undo', async () => {
    const { user, records } = await openPhoneSchedule([
      job('Dry', {
        notes: '--- Job ---\nCrew: Ann Lee\nStarted: 2026-01-15 08:00 Ann Lee',
        status: 'in_progress',
      }),
    ]);
    await chooseMore(user, 'Dry', 'Repeat on the next days…');
    const dialog = await screen.findByRole('dialog', { name: 'Repeat on the next days' });
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Fri, Jan 16', 'Sat, Jan 17', 'Sun, Jan 18']);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Skip Saturdays and Sundays' }));
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'How many days' }), '2');
    await user.click(within(dialog).getByRole('button', { name: 'Create 2 work orders' }));
    const changes = await records.changes(2);
    expect(changes.map(({ fields }) => fields['scheduled_date']?.value)).toEqual([
      '2026-01-16',
      '2026-01-19',
    ]);
    expect(changes.map(({ fields }) => fields['status']?.value)).toEqual(['assigned', 'assigned']);
    expect(changes.map(({ fields }) => fields['notes']?.value)).toEqual([crew('Ann Lee'), crew('Ann Lee')]);
    expect(new Set(changes.map(({ fields }) => fields['work_order_number']?.value)).size).toBe(2);
    expect((changes[0]?.nextAt ?? 0) - (changes[0]?.acceptedAt ?? 0)).toBe(UNDO_MS);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const saved = screen.getByRole('status', { name: 'Saved' });
    expect(await within(saved).findByText('2 new work orders saved.')).toBeVisible();
    await waitFor(async () => expect(await days()).toHaveLength(3));
    await user.click(await within(saved).findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await days()).toEqual([['Today', 'Dry']]));
    expect(await records.outbox()).toEqual([]);
  });

  test('that is completed can be repeated too, from today on', async () => {
    const { user, records } = await openPhoneSchedule(
      [job('Old', { status: 'completed', scheduled_date: daysFrom(TODAY, -3) })],
      `?day=${daysFrom(TODAY, -3)}`,
    );
    await chooseMore(user, 'Old', 'Repeat on the next days…');
    const dialog = await screen.findByRole('dialog', { name: 'Repeat on the next days' });
    await user.click(within(dialog).getByRole('button', { name: 'Create 3 work orders' }));
    const changes = await records.changes(3);
    expect(changes.map(({ fields }) => fields['scheduled_date']?.value)).toEqual([
      TODAY,
      TOMORROW,
      daysFrom(TODAY, 2),
    ]);
  });

  test('that was moved in the moment of the save creates nothing, and shows the days after its new one', async () => {
    const { user, records } = await openPhoneSchedule([job('Dry')]);
    await chooseMore(user, 'Dry', 'Repeat on the next days…');
    const dialog = await screen.findByRole('dialog', { name: 'Repeat on the next days' });
    const later = daysFrom(TODAY, 3);
    const change = (fields: Fields) => ({ ...fields, scheduled_date: later });
    const moving = editRecord(records.services, 'workOrders', '1', { change });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create 3 work orders' }));
    expect(await within(dialog).findByText(/^This job was just moved to another day\./)).toBeVisible();
    await moving;
    await waitFor(() =>
      expect(within(dialog).getAllByRole('listitem')[0]).toHaveTextContent(
        formatWeekdayAndDate(daysFrom(later, 1), TODAY),
      ),
    );
    expect(await records.changes(1)).toMatchObject([{ kind: 'update' }]);
  });

  test('that was deleted meanwhile says so, and creates nothing', async () => {
    const { user, records } = await openPhoneSchedule([job('Dry')]);
    await chooseMore(user, 'Dry', 'Repeat on the next days…');
    const dialog = await screen.findByRole('dialog', { name: 'Repeat on the next days' });
    await records.services.db.strict.workOrders.delete('1');
    await user.click(within(dialog).getByRole('button', { name: 'Create 3 work orders' }));
    expect(await within(dialog).findByText('This record is no longer on this device.')).toBeVisible();
    expect(await records.outbox()).toEqual([]);
  });
});

describe('what is not shown', () => {
  test('nothing is said to be missing before the device has looked', async () => {
    const said = new Set<string>();
    const observer = new MutationObserver(() => {
      for (const [words] of document.body.textContent?.matchAll(/at least|more jobs than shown/g) ?? [])
        said.add(words);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    onTestFinished(() => observer.disconnect());
    await openPhoneSchedule([job('A')]);
    expect(await screen.findByRole('region', { name: 'Today' })).toHaveTextContent('1 job');
    expect([...said]).toEqual([]);
  });

  test('while work orders may be missing, counts are at least', async () => {
    onPhone();
    const records = await TestRecords.open();
    await records.seedAll('workOrders', [job('A')]);
    await records.say({ reasons: ['offline'], pulledAt: null });
    const { user } = startApp('/schedule?view=month', records);
    const day = await screen.findByRole('button', { name: 'Thursday, January 15, at least 1 job' });
    expect(day).toHaveTextContent('1+');
    await user.click(day);
    expect(await screen.findByText(/at least 1 job/)).toBeVisible();
  });

  test('the chip counts what the tray has', async () => {
    const { user } = await openPhoneSchedule(
      [
        job('A', { scheduled_date: null, notes: crew('Ann') }),
        job('B', { scheduled_date: null, notes: crew('Bo') }),
        job('Begun', { scheduled_date: daysFrom(TODAY, -3), status: 'in_progress', notes: crew('Ann') }),
      ],
      '?crew=Ann',
    );
    await user.click(await screen.findByRole('button', { name: 'To schedule · 2' }));
    const tray = await screen.findByRole('region', { name: 'To schedule' });
    const begun = await within(tray).findByRole('region', { name: 'In progress' });
    expect(begun).toHaveTextContent(/since Mon, Jan 12.*Begun/);
    expect(begun.querySelector('article')).not.toHaveAttribute('draggable');
  });
});

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LiveCollection } from '../../src/db/live-collection.ts';
import { dayAfter, dayBefore, daysFrom } from '../../src/domain/plain-date.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { editRecord } from '../../src/records/commands.ts';
import { changeScheduleSettings } from '../../src/records/schedule-settings.ts';
import { formatLongDay } from '../../src/ui/text/format-date.ts';
import { flush } from '../support/browser/flush.ts';
import { button } from '../support/kinds/screen.ts';
import { onDesk } from '../support/records/record-services.tsx';
import { card, DATED, openSchedule, rows, said, titles } from '../support/records/schedule.tsx';
import { crew, job, saved, TODAY, WEEK } from '../support/records/today.tsx';

describe('the week', () => {
  test('has a row for each person, first that of nobody, and the jobs of each day', async () => {
    await openSchedule([
      DATED(`${crew('Bo, Ann Lee')}\nTime: 09:00-11:00`),
      job('Board up', { scheduled_date: WEEK[6] ?? '' }),
      job('Elsewhen', { scheduled_date: daysFrom(TODAY, 21), notes: crew('Cy') }),
    ]);
    // Rows are drawn in steps.
    await waitFor(() => expect(rows()).toEqual(['Nobody yet', 'Ann Lee', 'Bo', 'Cy']));
    expect(titles('Ann Lee')).toEqual([expect.stringMatching(/^9 – 11 AM.*Dry cellar.*with Bo.*Assigned/)]);
    expect(titles('Bo')).toEqual([expect.stringContaining('with Ann Lee')]);
    // One line may cut it.
    expect(screen.getByTitle('with Bo')).toHaveTextContent('with Bo');
    expect(titles('Nobody yet', WEEK[6])).toEqual([expect.stringContaining('Board up')]);
    expect(document.querySelector('tfoot')).toHaveTextContent(/1 job.*2 h/);
    expect(screen.queryByText(/Elsewhen/)).toBeNull();
  });

  test('goes to other weeks and back, keeps them in the address, and filters by person and status', async () => {
    const { user } = await openSchedule([
      DATED(crew('Ann')),
      job('Next', { scheduled_date: daysFrom(TODAY, 7), notes: crew('Bo') }),
    ]);
    await user.click(screen.getByRole('button', { name: 'Next week' }));
    await waitFor(() => expect(card('Next')).toBeVisible());
    expect(location.search).toBe(`?day=${daysFrom(TODAY, 7)}`);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by crew' }), 'Ann');
    await waitFor(() => expect(rows()).toEqual(['Ann']));
    expect(screen.queryByText('Next')).toBeNull();
    await user.click(button(document.body, 'Today'));
    await waitFor(() => expect(card('Dry cellar')).toBeVisible());
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by status' }), 'Completed');
    await waitFor(() => expect(screen.queryByText('Dry cellar')).toBeNull());
    expect(location.search).toBe('?crew=Ann&status=completed');
  });

  test.each([
    ['the week', 'week', /^Mar 2\s–\s8, 2031$/],
    ['a day', 'day', /^Wednesday, March 5, 2031$/],
  ])('%s of another year is told with the year', async (_, view, words) => {
    await openSchedule([DATED(crew('Ann'))], `?view=${view}&day=2031-03-05`);
    const heading = await screen.findByRole('heading', { level: 2, name: words });
    expect(screen.getByRole('grid')).toHaveAccessibleName(heading.textContent ?? '');
  });

  test('does not say that nobody is known before it has read who is', async () => {
    const seen = new Set<string>();
    const observer = new MutationObserver(() => {
      for (const [words] of document.body.textContent?.matchAll(/Names come from/g) ?? []) seen.add(words);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    onTestFinished(() => observer.disconnect());
    await openSchedule([job('Elsewhen', { scheduled_date: daysFrom(TODAY, 21), notes: crew('Cy') })]);
    await waitFor(() => expect(rows()).toEqual(['Nobody yet', 'Cy']));
    expect([...seen]).toEqual([]);
  });

  test('goes two weeks on for two presses in one moment', async () => {
    await openSchedule([DATED(crew('Ann'))]);
    const next = screen.getByRole('button', { name: 'Next week' });
    act(() => {
      next.click();
      next.click();
    });
    await waitFor(() => expect(location.search).toBe(`?day=${daysFrom(TODAY, 14)}`));
  });

  test('is drawn before the search texts of all jobs are read', async () => {
    const drawn: number[] = [];
    vi.spyOn(LiveCollection.prototype, 'prepareSearch').mockImplementation(function* () {
      drawn.push(document.querySelectorAll('main table article').length);
      yield;
    });
    onDesk();
    await openSchedule(
      ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'].map((name) => job(`For ${name}`, { notes: crew(name) })),
    );
    await waitFor(() => expect(drawn).not.toEqual([]));
    expect(new Set(drawn)).toEqual(new Set([6]));
  });

  test('is painted before the jobs to schedule are listed', async () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
    onDesk();
    await openSchedule([DATED(crew('Ann')), job('Late', { scheduled_date: null })]);
    const tray = await screen.findByRole('region', { name: 'To schedule' });
    await act(() => flush());
    expect(card('Dry cellar')).toBeVisible();
    expect(within(tray).queryByText('Late')).toBeNull();
    act(() => {
      for (const run of frames) run(0);
    });
    expect(await within(tray).findByText('Late')).toBeVisible();
  });

  test('says that names come from crews while nobody is known', async () => {
    await openSchedule([job('Alone')]);
    expect(await screen.findByText('Names come from the crew of your work orders.')).toBeVisible();
  });

  test('marks two jobs at once, a full day, and what is outside working hours, in words', async () => {
    await openSchedule([
      ...[1, 2, 3, 4].map((n) => job(`Visit ${n}`, { notes: crew('Ann') })),
      DATED(`${crew('Ann, Bo')}\nTime: 19:00-21:00`),
      job('Late visit', { notes: `${crew('Ann')}\nTime: 20:00-20:30` }),
    ]);
    expect(card('Late visit')).toHaveTextContent(/Two at once.*Outside working hours/);
    expect(document.querySelectorAll('tbody tr')[1]).toHaveTextContent('Full day');
    expect(titles('Bo')).toEqual([expect.not.stringContaining('Two at once')]);
  });
});

describe('a status that is filtered', () => {
  test('does not hide that somebody has two jobs at once', async () => {
    await openSchedule(
      [
        DATED(`${crew('Ann')}\nTime: 13:00-15:00`, { status: 'pending' }),
        job('Other', { notes: `${crew('Ann')}\nTime: 14:00-15:00` }),
      ],
      '?status=pending',
    );
    expect(screen.queryByText('Other')).toBeNull();
    expect(card('Dry cellar')).toHaveTextContent('Two at once');
  });
});

describe('the list of jobs to schedule', () => {
  const open = async (jobs: readonly Fields[]) => {
    const opened = await openSchedule(jobs);
    await opened.user.click(screen.getByRole('button', { name: /^To schedule/ }));
    return { ...opened, tray: await screen.findByRole('region', { name: 'To schedule' }) };
  };

  test('is listed: without a day first, then overdue with its day', async () => {
    const { user, tray } = await open([
      job('Late', { scheduled_date: dayBefore(TODAY) }),
      job('Some day', { scheduled_date: null, priority: 'low' }),
      job('Soon', { scheduled_date: null, priority: 'urgent' }),
      job('Done', { scheduled_date: null, status: 'completed' }),
    ]);
    const cards = () =>
      within(tray)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(cards()).toEqual([
      expect.stringContaining('Soon'),
      expect.stringContaining('Some day'),
      expect.stringMatching(/^was .*Late/),
    ]);
    await user.type(within(tray).getByRole('searchbox'), 'soon');
    await waitFor(() => expect(cards()).toHaveLength(1));
  });

  test('finds what the list of work orders finds: also the jobs of a customer', async () => {
    const { user, tray } = await open([
      job('Pump', { scheduled_date: null, customer: '1' }),
      job('Other', { scheduled_date: null, customer: null }),
    ]);
    expect(within(tray).getAllByRole('listitem')).toHaveLength(2);
    await user.type(within(tray).getByRole('searchbox'), 'harbour inn');
    await waitFor(() => expect(within(tray).getAllByRole('listitem')).toHaveLength(1));
    expect(within(tray).getByRole('link', { name: /Pump/ })).toBeVisible();
  });

  test('is carried onto a day by keys, as one change, which Undo takes back to the letter', async () => {
    const notes = `Call first.\n${crew('Ann')}\nTime: 2 PM`;
    const { records, tray, user } = await open([job('Soon', { scheduled_date: null, notes })]);
    within(tray).getByRole('link', { name: /Soon/ }).focus();
    await user.keyboard(' {ArrowRight}');
    expect(said()).toContain(`${formatLongDay(TODAY)}, Ann, no jobs`);
    await user.keyboard('{ArrowUp}{ArrowRight}');
    expect(said()).toContain(`${formatLongDay(dayAfter(TODAY))}, Nobody yet, no jobs`);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await records.changes(1)).toMatchObject([
      { fields: { scheduled_date: { base: null, value: dayAfter(TODAY) } } },
    ]);
    expect(Object.keys((await records.outbox())[0]?.fields ?? {})).toEqual(['scheduled_date']);
    await waitFor(() => expect(titles('Ann', dayAfter(TODAY))).toHaveLength(1));
    expect(said()).toContain(`Soon was moved. ${formatLongDay(dayAfter(TODAY))}, Ann.`);
    expect(card('Soon')).toHaveFocus();
    await user.click(await within(saved()).findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await records.outbox()).toEqual([]));
    expect(await records.viewOf('workOrders', '1')).toMatchObject({ scheduled_date: null, notes });
  });

  test('keeps a crew that no row shows', async () => {
    const { records, tray, user } = await open([job('Soon', { scheduled_date: null, notes: crew('Bo') })]);
    await changeScheduleSettings(records.services, (now) => ({
      ...now,
      rows: { ...now.rows, hidden: new Set(['bo']) },
    }));
    await waitFor(() => expect(rows()).toEqual(['Nobody yet']));
    expect(screen.queryByText(/^Names come from the crew/)).toBeNull();
    within(tray).getByRole('link', { name: /Soon/ }).focus();
    await user.keyboard(' {ArrowRight}');
    const [place] = screen.getAllByText(formatLongDay(TODAY));
    expect(place).toHaveAttribute('role', 'status');
    await user.keyboard('{Enter}');
    await records.changes(1);
    expect(await records.viewOf('workOrders', '1')).toMatchObject({
      scheduled_date: TODAY,
      notes: crew('Bo'),
    });
  });
});

describe('keys on a card', () => {
  test('carry it to another person, who takes it over', async () => {
    const { records, user } = await openSchedule([
      DATED(`Call first.\n${crew('Ann, Cy')}`),
      job('Other', { notes: crew('Bo') }),
    ]);
    card('Dry cellar').focus();
    await user.keyboard(' {ArrowDown}{Enter}');
    await records.changes(1);
    expect(await records.viewOf('workOrders', '1')).toMatchObject({
      scheduled_date: TODAY,
      notes: `Call first.\n${crew('Cy, Bo')}`,
    });
    await waitFor(() => expect(titles('Bo')).toHaveLength(2));
    expect(titles('Ann')).toEqual([]);
  });

  test('say so if the job already is where it is dropped', async () => {
    const { records, user } = await openSchedule([DATED(crew('Ann'))]);
    card('Dry cellar').focus();
    await user.keyboard(' {ArrowRight}');
    const tomorrow = dayAfter(TODAY);
    const change = (fields: Fields) => ({ ...fields, scheduled_date: tomorrow });
    const edited = editRecord(records.services, 'workOrders', '1', { change });
    // Before the edit is drawn.
    fireEvent.keyDown(card('Dry cellar'), { key: 'Enter' });
    await edited;
    await waitFor(() => expect(said()).toContain('Dry cellar stays where it was.'));
  });

  test('with Ctrl add the person, and the row that it leaves keeps it', async () => {
    const { records, user } = await openSchedule([DATED(crew('Ann')), job('Other', { notes: crew('Bo') })]);
    card('Dry cellar').focus();
    await user.keyboard(' {ArrowDown}{Control>}{Enter}{/Control}');
    await records.changes(1);
    expect(await records.viewOf('workOrders', '1')).toMatchObject({ notes: crew('Ann, Bo') });
    await waitFor(() => expect(titles('Bo')).toHaveLength(2));
    expect(titles('Ann')).toHaveLength(1);
  });

  test('Escape, or leaving the card, puts it back and writes nothing', async () => {
    const { records, user } = await openSchedule([DATED(crew('Ann'))]);
    card('Dry cellar').focus();
    await user.keyboard(' {ArrowRight}{Escape}');
    await screen.findByText('Dry cellar was put back.');
    await user.keyboard(' {ArrowRight}{Tab}');
    await user.keyboard('{Enter}');
    expect(titles('Ann')).toHaveLength(1);
    expect(await records.outbox()).toEqual([]);
    expect(location.pathname).toBe('/schedule');
  });

  test('arrows go through the cards and empty cells, and Enter opens the job', async () => {
    const { user } = await openSchedule([
      DATED(crew('Ann')),
      job('Second', { notes: crew('Ann'), priority: 'low' }),
      job('Third', { notes: crew('Bo') }),
    ]);
    card('Dry cellar').focus();
    await user.keyboard('{ArrowDown}');
    expect(card('Second')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(card('Third')).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.tagName).toBe('TD');
    await user.keyboard('{ArrowLeft}{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Third' })).toBeVisible();
  });

  test('do not move a completed or cancelled job, and say why', async () => {
    const { records, user } = await openSchedule([DATED(crew('Ann'), { status: 'completed' })]);
    card('Dry cellar').focus();
    await user.keyboard(' ');
    const said = await screen.findByText(/^A completed or cancelled job is not moved/);
    const alert = said.closest<HTMLElement>('[role="alert"]');
    expect(alert).toBeVisible();
    await user.click(button(alert ?? document.body, 'Close'));
    expect(said).not.toBeInTheDocument();
    card('Dry cellar').focus();
    await user.keyboard('m');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More for Dry cellar' }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual(['Repeat on the next days…', 'Open']);
    expect(await records.outbox()).toEqual([]);
  });
});

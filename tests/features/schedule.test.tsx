import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dayAfter, dayBefore, daysFrom } from '../../src/domain/plain-date.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { editRecord } from '../../src/records/commands.ts';
import { changeScheduleSettings } from '../../src/records/schedule-settings.ts';
import { formatLongDay } from '../../src/ui/text/format-date.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { button } from '../support/kinds/screen.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';
import { crew, job, saved, TODAY, WEEK } from '../support/records/today.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function openSchedule(jobs: readonly Fields[], search = '', forms: object = {}) {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a);
  await records.seedAll('workOrders', jobs);
  await records.say({ reasons: ['offline'] });
  await records.seeDates(forms);
  const app = startApp(`/schedule${search}`, records);
  await screen.findByRole('grid');
  return { records, ...app };
}

const MOMENTS = { moment: '2026-01-02T17:00:00Z' };

/** With plain spaces. */
const plain = (element: Element | null): string => (element?.textContent ?? '').replace(/\s+/g, ' ');

/** What is said to a screen reader. */
const said = (): string[] => screen.getAllByRole('status').map(plain);

/** The cards of a person on a day, by title. Nobody's row is the first. */
function titles(person: string, day = TODAY): string[] {
  const row = [...document.querySelectorAll('tbody tr')].find(
    (one) => one.querySelector('th')?.textContent?.endsWith(person) === true,
  );
  const cell = row?.querySelectorAll('td')[WEEK.indexOf(day)];
  return [...(cell?.querySelectorAll('article') ?? [])].map((card) => plain(card.querySelector('a')));
}

const rows = (): (string | null | undefined)[] =>
  [...document.querySelectorAll('tbody tr th')].map(
    (head) => head.querySelector('span > :last-child')?.textContent,
  );

const card = (title: string): HTMLElement => {
  const [link] = screen.getAllByRole('link', { name: new RegExp(title) });
  return link as HTMLElement;
};

const DATED = (notes: string, given: Fields = {}) => job('Dry cellar', { notes, ...given });

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

  test('says that names come from crews while nobody is known', async () => {
    await openSchedule([job('Alone')]);
    expect(screen.getByText('Names come from the crew of your work orders.')).toBeVisible();
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

describe('what is not scheduled', () => {
  const open = async (jobs: readonly Fields[]) => {
    const opened = await openSchedule(jobs);
    await opened.user.click(screen.getByRole('button', { name: /^Not scheduled/ }));
    return { ...opened, tray: await screen.findByRole('region', { name: 'Not scheduled' }) };
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

describe('the menu and the Move dialog', () => {
  const openMove = async (fields: Fields, others: readonly Fields[] = []) => {
    const opened = await openSchedule([fields, ...others]);
    await waitFor(() => card('Dry cellar').focus());
    await opened.user.keyboard('m');
    return { ...opened, dialog: await screen.findByRole('dialog', { name: 'Move Dry cellar' }) };
  };

  test('move a job to another day, time and person in one change', async () => {
    const { records, user, dialog } = await openMove(DATED(`Call first.\n${crew('Ann')}`), [
      job('Other', { notes: crew('Bo') }),
    ]);
    await user.click(button(dialog, 'Tomorrow'));
    await user.type(within(dialog).getByLabelText('Time'), '1-3');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Bo' }));
    await user.click(button(dialog, 'Move'));
    await records.changes(1);
    expect(await records.viewOf('workOrders', '1')).toMatchObject({
      scheduled_date: dayAfter(TODAY),
      notes: `Call first.\n${crew('Ann, Bo')}\nTime: 13:00-15:00`,
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('say before saving what looks wrong, and save it nevertheless', async () => {
    const { records, user, dialog } = await openMove(DATED(crew('Ann')), [
      job('Other', { notes: `${crew('Ann')}\nTime: 20:00-21:00`, scheduled_date: dayAfter(TODAY) }),
    ]);
    await user.click(button(dialog, 'Tomorrow'));
    await user.type(within(dialog).getByLabelText('Time'), '8 PM');
    const hints = within(dialog).getByRole('status', { name: 'Hints' });
    expect(hints).toHaveTextContent('Ann has two jobs at once: Other.');
    expect(hints).toHaveTextContent('This is outside working hours.');
    await user.click(button(dialog, 'Move'));
    await records.changes(1);
  });

  test('clear a time that could not be read', async () => {
    const { records, user, dialog } = await openMove(DATED(`${crew('Ann')}\nTime: after lunch`));
    await user.clear(within(dialog).getByLabelText('Time'));
    await user.click(button(dialog, 'Move'));
    await records.changes(1);
    expect(await records.viewOf('workOrders', '1')).toMatchObject({ notes: `${crew('Ann')}\n` });
  });

  test('keep what was typed if it could not be saved, and say why', async () => {
    const { records, user, dialog } = await openMove(DATED(crew('Ann')));
    await user.click(button(dialog, 'Tomorrow'));
    await user.type(within(dialog).getByLabelText('Time'), '8 PM');
    await records.services.db.strict.workOrders.delete('1');
    await user.click(button(dialog, 'Move'));
    expect(await within(dialog).findByText('This record is no longer on this device.')).toBeVisible();
    expect(within(dialog).getByLabelText('Time')).toHaveValue('8 PM');
    expect(button(dialog, 'Move')).toBeEnabled();
  });

  test('refuse a time that cannot be read, and keep what was typed', async () => {
    const { records, user, dialog } = await openMove(DATED(crew('Ann')));
    await user.type(within(dialog).getByLabelText('Time'), 'after lunch');
    await user.click(button(dialog, 'Move'));
    expect(within(dialog).getByLabelText('Time')).toHaveValue('after lunch');
    expect(within(dialog).getByLabelText('Time')).toBeInvalid();
    expect(await records.outbox()).toEqual([]);
  });

  test('stay open at midnight, also beside thousands of jobs', async () => {
    const far = { scheduled_date: daysFrom(TODAY, 60) };
    const many = Array.from({ length: 2001 }, (_, n) => job(`Far ${n}`, far));
    const { records, user, dialog } = await openMove(DATED(crew('Ann')), many);
    await user.type(within(dialog).getByLabelText('Time'), '8 PM');
    act(() => records.clock.advance(24 * 60 * 60_000));
    const today = () => document.querySelector('main [aria-current="date"]');
    await waitFor(() => expect(today()).toHaveTextContent(String(Number(dayAfter(TODAY).slice(8)))));
    expect(dialog).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Time')).toHaveValue('8 PM');
  });

  test('say why a running job cannot leave the schedule', async () => {
    const { records, user, dialog } = await openMove(DATED(crew('Ann'), { status: 'in_progress' }));
    await user.click(button(dialog, 'Not scheduled'));
    expect(await within(dialog).findByText(/^This job is in progress, so it stays/)).toBeVisible();
    await user.click(button(dialog, 'Move'));
    expect(await records.outbox()).toEqual([]);
  });

  test('leave somebody on a running job', async () => {
    const { records, user } = await openSchedule([
      DATED(crew('Ann'), { status: 'in_progress' }),
      job('Other', { notes: crew('Bo') }),
    ]);
    await user.click(screen.getByRole('button', { name: 'More for Dry cellar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Assign…' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Ann' }));
    await user.click(button(dialog, 'Save'));
    expect(await within(dialog).findByText(/so somebody must stay on it/)).toBeVisible();
    expect(await records.outbox()).toEqual([]);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Bo' }));
    await user.click(button(dialog, 'Save'));
    await records.changes(1);
    expect(await records.viewOf('workOrders', '1')).toMatchObject({ notes: crew('Bo') });
  });

  test('take a job off the schedule, with its time and without its crew', async () => {
    const { records, user } = await openSchedule([DATED(`${crew('Ann')}\nTime: 09:00`)]);
    await user.click(screen.getByRole('button', { name: 'More for Dry cellar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Take off the schedule' }));
    await records.changes(1);
    expect(await records.viewOf('workOrders', '1')).toMatchObject({
      scheduled_date: null,
      notes: `${crew('Ann')}\n`,
    });
    expect(await screen.findByRole('button', { name: 'Not scheduled · 1' })).toBeVisible();
  });
});

describe('the day', () => {
  describe('the end of a job', () => {
    /** A minute is a pixel wide. */
    const pull = async (time: string, by: number) => {
      const opened = await openSchedule([DATED(`${crew('Ann')}\nTime: ${time}`)], '?view=day');
      const rect = new DOMRect(
        0,
        0,
        Number(document.querySelectorAll('[data-hours] span span').length) * 60,
        50,
      );
      vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(rect);
      vi.stubGlobal('PointerEvent', MouseEvent);
      Object.assign(HTMLElement.prototype, {
        setPointerCapture: () => undefined,
        hasPointerCapture: () => true,
      });
      const [handle] = document.querySelectorAll('[data-id="1"] ~ [aria-hidden]');
      const at = (clientX: number) => ({ clientX, button: 0, pointerId: 1 });
      fireEvent.pointerDown(handle as Element, at(500));
      fireEvent.pointerMove(handle as Element, at(500 + by));
      fireEvent.pointerUp(handle as Element, at(500 + by));
      return opened;
    };

    test.each([
      ['09:00', 30, '09:00-11:30'],
      ['09:00-09:20', 30, '09:00-09:50'],
      ['09:00-11:00', -60, '09:00-10:00'],
      ['09:00-11:00', -900, '09:00-09:15'],
      ['22:00-02:00', -60, '22:00-01:00'],
    ])('of %s moves by %i minutes, to %s', async (time, by, after) => {
      const { records } = await pull(time, by);
      await records.changes(1);
      expect(await records.viewOf('workOrders', '1')).toMatchObject({
        notes: `${crew('Ann')}\nTime: ${after}`,
      });
    });

    test.each(['09:00', '09:00-09:20', '22:00-02:00'])(
      'of %s stays where a hand only touched it',
      async (time) => {
        const { records, user } = await pull(time, 3);
        card('Dry cellar').focus();
        // A later change shows that the touch wrote none.
        await user.keyboard(' {ArrowUp}{Enter}');
        await records.changes(1);
        expect(await records.viewOf('workOrders', '1')).toMatchObject({
          notes: `--- Job ---\nTime: ${time}`,
        });
      },
    );
  });

  test('a date with a time does not move to any time, and says so', async () => {
    const { records, user } = await openSchedule(
      [job('Timed', { scheduled_date: `${TODAY}T09:30:00Z`, notes: `${crew('Ann')}\nTime: 09:30-11:00` })],
      '?view=day',
      MOMENTS,
    );
    const before = await records.viewOf('workOrders', '1');
    card('Timed').focus();
    await user.keyboard(' ');
    const isAtAnyTime = () => said().some((one) => one.endsWith('Any time'));
    for (let n = 0; n < 60 && !isAtAnyTime(); n += 1) fireEvent.keyDown(card('Timed'), { key: 'ArrowLeft' });
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/^The date of this job has a time, so it stays/)).toBeVisible();
    expect(said().join(' ')).not.toContain('was moved');
    expect(await records.outbox()).toEqual([]);
    expect(await records.viewOf('workOrders', '1')).toEqual(before);
  });

  test('draws jobs on its hours, and those without a time in a strip', async () => {
    const { records, user } = await openSchedule(
      [
        DATED(`${crew('Ann')}\nTime: 13:00`),
        job('Whenever', { notes: crew('Ann') }),
        job('Odd', { notes: `${crew('Bo')}\nTime: after lunch` }),
      ],
      '?view=day',
    );
    const [strip, hours] = [0, 1].map(
      (n) => document.querySelectorAll('tbody tr')[1]?.querySelectorAll('td')[n],
    );
    expect(strip).toHaveTextContent('Whenever');
    expect(hours).toHaveTextContent('from 1:00 PM, no end given');
    expect(document.querySelectorAll('tbody tr')[2]).toHaveTextContent('after lunch');
    card('Dry cellar').focus();
    await user.keyboard(' {ArrowRight}');
    expect(said()).toContain(`${formatLongDay(TODAY)}, Ann, 1:15 PM`);
    await user.keyboard('{ArrowRight}{Enter}');
    await records.changes(1);
    expect(await records.viewOf('workOrders', '1')).toMatchObject({
      scheduled_date: TODAY,
      notes: `${crew('Ann')}\nTime: 13:30`,
    });
  });
});

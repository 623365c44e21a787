import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { dayAfter, daysFrom } from '../../src/domain/plain-date.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { formatLongDay } from '../../src/ui/text/format-date.ts';
import { button } from '../support/kinds/screen.ts';
import { onDesk } from '../support/records/record-services.tsx';
import { card, DATED, openSchedule, said } from '../support/records/schedule.tsx';
import { crew, job, TODAY } from '../support/records/today.tsx';

const MOMENTS = { moment: '2026-01-02T17:00:00Z' };

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
    expect(hints).toHaveTextContent(/Ann has two jobs at once: Other, 8:00 PM\s–\s9:00 PM\./);
    expect(hints).toHaveTextContent('This is outside working hours.');
    await user.click(button(dialog, 'Move'));
    await records.changes(1);
  });

  test('name each of two jobs of one title, also one that begins the day before', async () => {
    const error = vi.spyOn(console, 'error');
    const night = `${crew('Ann')}\nTime: 22:00-06:00`;
    const { user, dialog } = await openMove(DATED(crew('Ann')), [
      job('Other', { notes: night, scheduled_date: TODAY }),
      job('Other', { notes: `${crew('Ann')}\nTime: 05:00-07:00`, scheduled_date: dayAfter(TODAY) }),
    ]);
    await user.click(button(dialog, 'Tomorrow'));
    await user.type(within(dialog).getByLabelText('Time'), '05:30');
    const hints = within(dialog).getByRole('status', { name: 'Hints' });
    expect(hints).toHaveTextContent(
      /Other, Thu, Jan 15, 10:00 PM\s–\s6:00 AM\..*Other, 5:00 AM\s–\s7:00 AM\./,
    );
    expect(error).not.toHaveBeenCalled();
  });

  test('clear a time that could not be read', async () => {
    const { records, user, dialog } = await openMove(DATED(`${crew('Ann')}\nTime: after lunch`));
    await user.clear(within(dialog).getByLabelText('Time'));
    await user.click(button(dialog, 'Move'));
    await records.changes(1);
    expect(await records.viewOf('workOrders', '1')).toMatchObject({ notes: `${crew('Ann')}\n` });
  });

  test('keep what was typed if it could not be and say why', async () => {
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
    expect(await screen.findByRole('button', { name: 'To schedule · 1' })).toBeVisible();
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
      ['09:00-09:20', 30, '09:00-10:30'],
      ['09:00-11:00', -60, '09:00-10:00'],
      ['09:00-11:00', -900, '09:00-09:15'],
      ['22:00-02:00', -60, '22:00-23:00'],
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

  test('a key that is held down picks a job up and does not drop it', async () => {
    const { records, user } = await openSchedule([DATED(crew('Ann'))], '?view=day');
    card('Dry cellar').focus();
    await user.keyboard(' ');
    expect(fireEvent.keyDown(card('Dry cellar'), { key: ' ', repeat: true })).toBe(false);
    await user.keyboard('{ArrowRight}{Enter}');
    expect(fireEvent.keyDown(card('Dry cellar'), { key: 'Enter', repeat: true })).toBe(false);
    await records.changes(1);
    expect(said().join()).toContain('Dry cellar was moved.');
  });

  test('draws the hours of a job that keys carry in from the tray', async () => {
    onDesk();
    const { user } = await openSchedule(
      [DATED(`${crew('Ann')}\nTime: 05:00-07:00`, { scheduled_date: null }), job('Other')],
      '?view=day',
    );
    const hours = () => document.querySelectorAll('[data-hours] span span').length;
    expect(hours()).toBe(14);
    await waitFor(() => card('Dry cellar').focus());
    await user.keyboard(' {ArrowRight}');
    expect(said()).toContain(`${formatLongDay(TODAY)}, Ann, 5:00 AM`);
    expect(hours()).toBe(15);
    await user.keyboard('{ArrowRight}');
    expect(said()).toContain(`${formatLongDay(TODAY)}, Ann, 5:15 AM`);
    await user.keyboard('{Escape}');
    expect(hours()).toBe(14);
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

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { dayAfter, dayBefore } from '../../src/domain/plain-date.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { onDesk, onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';
import { card, DATED, openSchedule } from '../support/records/schedule.tsx';
import { crew, job, TODAY } from '../support/records/today.tsx';

const TOMORROW = dayAfter(TODAY);
const many = (count: number, given: Fields): Fields[] =>
  Array.from({ length: count }, (_, n) => job(`Job ${String(n).padStart(2, '0')}`, given));

const focused = (): string => document.activeElement?.closest('li, article')?.textContent ?? '';

describe('the focus goes to the first new one when the last are shown', () => {
  test('in a cell of the week', async () => {
    const { user } = await openSchedule(many(10, { notes: crew('Ann') }));
    await user.click(await screen.findByRole('button', { name: 'Show 2 more of 10' }));
    await waitFor(() => expect(focused()).toContain('Job 08'));
  });

  test('in the tray', async () => {
    onDesk();
    const { user } = await openSchedule(many(22, { scheduled_date: null }));
    const tray = await screen.findByRole('region', { name: 'To schedule' });
    await user.click(await within(tray).findByRole('button', { name: 'Show 2 more of 22' }));
    await waitFor(() => expect(focused()).toContain('Job 20'));
  });

  test('in the agenda', async () => {
    onPhone();
    const records = await TestRecords.open();
    await records.seedAll('workOrders', [...many(20, {}), job('Later', { scheduled_date: TOMORROW })]);
    const { user } = startApp('/schedule', records);
    await user.click(await screen.findByRole('button', { name: 'Show later days' }));
    await waitFor(() => expect(focused()).toContain('Later'));
  });

  test('in what needs a push', async () => {
    const records = await TestRecords.open();
    await records.seedAll('workOrders', many(22, { scheduled_date: dayBefore(TODAY) }));
    const { user } = startApp('/push', records);
    await user.click(await screen.findByRole('button', { name: '2 more of 22' }));
    await waitFor(() => expect(focused()).toMatch(/^Job/));
    const items = document.activeElement?.closest('ul')?.querySelectorAll('li') ?? [];
    expect([...items].findIndex((one) => one.contains(document.activeElement))).toBe(20);
  });
});

describe('the focus of a moved job that is not listed goes to the button that shows it', () => {
  test('in a full cell', async () => {
    const there = many(8, { notes: crew('Ann'), scheduled_date: TOMORROW, priority: 'urgent' });
    const { records, user } = await openSchedule([DATED(crew('Ann'), { priority: 'low' }), ...there]);
    await waitFor(() => card('Dry cellar').focus());
    await user.keyboard(' {ArrowRight}{Enter}');
    await records.changes(1);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Show 1 more of 9' })).toHaveFocus());
  });

  test('in the full cell of its own row, after a move by the dialog', async () => {
    const urgent = { scheduled_date: TOMORROW, priority: 'urgent' };
    const { records, user } = await openSchedule([
      DATED(crew('Ann'), { priority: 'low' }),
      ...many(9, urgent),
      ...many(8, { ...urgent, notes: crew('Ann') }),
    ]);
    await user.click(screen.getByRole('button', { name: 'More for Dry cellar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move…' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Tomorrow' }));
    await user.click(within(dialog).getByRole('button', { name: 'Move' }));
    await records.changes(1);
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Show 1 more of 9'));
    expect(document.activeElement?.closest('tr')).toHaveTextContent(/^AAnn|^Ann/);
  });

  test('behind the folded tray', async () => {
    const { records, user } = await openSchedule([DATED(crew('Ann'))]);
    await user.click(screen.getByRole('button', { name: 'More for Dry cellar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Take off the schedule' }));
    await records.changes(1);
    await waitFor(() => expect(screen.getByRole('button', { name: 'To schedule · 1' })).toHaveFocus());
  });
});

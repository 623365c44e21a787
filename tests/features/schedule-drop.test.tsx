import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { dayAfter } from '../../src/domain/plain-date.ts';

vi.mock('../../src/domain/schedule/hints.ts', { spy: true });
vi.mock('../../src/domain/schedule/slots.ts', { spy: true });

// Files share modules, and another may have opened a schedule with the real ones.
vi.resetModules();
afterAll(() => void vi.resetModules());
const { hintsOf } = await import('../../src/domain/schedule/hints.ts');
const { dayOf } = await import('../../src/domain/schedule/slots.ts');
const { NotSavedError } = await import('../../src/records/save-transaction.ts');
const { onDesk, startApp, TestRecords } = await import('../support/records/record-services.tsx');
const { card, DATED, openSchedule, rows, said, titles } = await import('../support/records/schedule.tsx');
const { crew, job, TODAY } = await import('../support/records/today.tsx');

const TOMORROW = dayAfter(TODAY);

/** Carries the job to the next day, up to the drop. */
async function carry() {
  const opened = await openSchedule([
    DATED(crew('Ann')),
    job('Beside', { notes: crew('Ann') }),
    job('There', { notes: crew('Ann'), scheduled_date: TOMORROW }),
    job('Of another', { notes: crew('Bo') }),
    job('Of nobody'),
  ]);
  await waitFor(() => expect(rows()).toEqual(['Nobody yet', 'Ann', 'Bo']));
  card('Dry cellar').focus();
  await opened.user.keyboard(' {ArrowRight}');
  return opened;
}

const isSaving = (): boolean => card('Dry cellar').closest('[aria-busy="true"]') !== null;

test('a drop draws only the cells that the job leaves and enters', async () => {
  const { records, user } = await carry();
  vi.mocked(hintsOf).mockClear();
  await user.keyboard('{Enter}');
  await records.changes(1);
  await waitFor(() => expect(said().join()).toContain('Dry cellar was moved.'));
  await waitFor(() => expect(isSaving()).toBe(false));
  expect(titles('Ann', TOMORROW)).toHaveLength(2);
  const drawn = vi.mocked(hintsOf).mock.calls.map(([{ row }]) => row.view.title);
  expect(new Set(drawn)).toEqual(new Set(['Dry cellar', 'Beside', 'There']));
});

test('a job is shown where it was dropped before it is saved, and said to be moved only after that', async () => {
  const { records, user } = await carry();
  let write = (): void => undefined;
  const disk = new Promise<void>((resolve) => {
    write = resolve;
  });
  const { strict } = records.services.db;
  const begin = strict.transaction.bind(strict) as unknown as (...given: unknown[]) => unknown;
  vi.spyOn(strict, 'transaction').mockImplementationOnce((async (...given: unknown[]) => {
    await disk;
    return begin(...given);
  }) as never);
  await user.keyboard('{Enter}');
  expect(titles('Ann', TOMORROW)).toEqual([
    expect.stringContaining('Dry cellar'),
    expect.stringContaining('There'),
  ]);
  expect(isSaving()).toBe(true);
  expect(card('Dry cellar')).toHaveFocus();
  expect(said().join()).not.toContain('was moved');
  expect(await records.outbox()).toEqual([]);
  act(() => write());
  await waitFor(() => expect(said().join()).toContain('Dry cellar was moved.'));
  await waitFor(() => expect(isSaving()).toBe(false));
  expect(card('Dry cellar')).toHaveFocus();
  expect(titles('Ann', TOMORROW)).toHaveLength(2);
  expect(await records.outbox()).toHaveLength(1);
});

test('a job that could not be saved goes back to its place, and the screen says why', async () => {
  const { records, user } = await carry();
  const full = new NotSavedError('This device is full.');
  vi.spyOn(records.services.db.strict, 'transaction').mockRejectedValueOnce(full);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('This device is full.')).toBeVisible();
  expect(titles('Ann', TOMORROW)).toEqual([expect.stringContaining('There')]);
  expect(titles('Ann')).toHaveLength(2);
  expect(isSaving()).toBe(false);
  expect(card('Dry cellar')).toHaveFocus();
});

test('a job that is dropped back before its move was sent is said to be moved, and stays there', async () => {
  const { records, user } = await carry();
  await user.keyboard('{Enter}');
  await records.changes(1);
  await waitFor(() => expect(isSaving()).toBe(false));
  await user.keyboard(' {ArrowLeft}{Enter}');
  const moved = (): number => said().join().split('Dry cellar was moved.').length - 1;
  await waitFor(() => expect(isSaving()).toBe(false));
  expect(await records.outbox()).toEqual([]);
  await waitFor(() => expect(titles('Ann')).toHaveLength(2));
  expect(moved()).toBeGreaterThan(0);
  expect(said().join()).not.toContain('stays where it was');
});

test('no date is read again when the user comes back to the schedule', async () => {
  const { user } = await openSchedule([DATED(crew('Ann'))]);
  expect(dayOf).toHaveBeenCalled();
  await user.keyboard('gc');
  await screen.findByRole('heading', { level: 1, name: 'Customers' });
  vi.mocked(dayOf).mockClear();
  await user.keyboard('ga');
  await screen.findByRole('grid');
  expect(card('Dry cellar')).toBeVisible();
  expect(dayOf).not.toHaveBeenCalled();
});

test('a schedule is sorted ahead on a desk, so that opening it reads no date', async () => {
  onDesk();
  const worker = { value: { controller: {} }, configurable: true };
  Object.defineProperty(navigator, 'serviceWorker', worker);
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  const records = await TestRecords.open();
  await records.seedAll('workOrders', [DATED(crew('Ann'))]);
  await records.say({ reasons: ['offline'] });
  const { user } = startApp('/reports', records);
  vi.mocked(dayOf).mockClear();
  await waitFor(async () => {
    await act(async () => records.clock.advance(1000));
    expect(dayOf).toHaveBeenCalled();
  });
  vi.mocked(dayOf).mockClear();
  await user.keyboard('ga');
  await screen.findByRole('grid');
  expect(card('Dry cellar')).toBeVisible();
  expect(dayOf).not.toHaveBeenCalled();
});

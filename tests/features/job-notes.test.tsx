import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { button, gone } from '../support/kinds/screen.ts';
import { openJob, press, refuseSave, STAMP } from '../support/records/job-screen.tsx';

const log = () => screen.getByRole('region', { name: 'Log' });
const noted = () => [...log().querySelectorAll('li')].map(({ textContent }) => textContent);

/** Returns a log with this many notes, oldest first, each with its number. */
function logOf(count: number): string {
  const line = (n: number): string => `2026-01-14 1${n}:05 Ann Lee: Note ${n}`;
  return ['--- Log ---', ...Array.from({ length: count }, (_, n) => line(n))].join('\n');
}

describe('a note', () => {
  test('is added with author and time, the newest first, and once only', async () => {
    const text = `${logOf(1)}\n--- Office ---\nKey: 7`;
    const { records, user, notesToBe } = await openJob({ notes: text });
    await press(records, user, 'Add note');
    expect(screen.getByLabelText('Note')).toHaveFocus();
    await user.type(screen.getByLabelText('Note'), 'Wall open.{Enter}Adjuster: at 3.');
    await user.dblClick(button(log(), 'Save note'));
    await waitFor(() => expect(noted()).toHaveLength(2));
    expect(noted()[0]).toMatch(/^\d+:00\sAM · Bo DiazWall open\.\nAdjuster: at 3\.$/);
    expect(noted()[1]).toMatch(/^Jan 14, 10:05\sAM · Ann LeeNote 0$/);
    expect(screen.queryByLabelText('Note')).toBeNull();
    const entry = `${STAMP} Bo Diaz: Wall open\\.\n  Adjuster: at 3\\.`;
    await notesToBe(new RegExp(`^${logOf(1)}\n${entry}\n--- Office ---\nKey: 7$`));
    expect(await records.changes(1)).toMatchObject([{ kind: 'update', resource: 'workOrders' }]);
  });

  test('whose form an address opens is not opened again by a reload once it is closed', async () => {
    const { records, user } = await openJob({}, { query: '?tab=overview&note' });
    await user.type(await screen.findByLabelText('Note'), 'Wall open.');
    expect(window.location.search).toMatch(/note/);
    await press(records, user, 'Save note');
    await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
    await waitFor(() => expect(window.location.search).toBe('?tab=overview'));
  });

  test('that is saved after the user has left leads nobody back', async () => {
    const { records, user, notesToBe } = await openJob({}, { query: '?note' });
    await user.type(await screen.findByLabelText('Note'), 'Wall open.');
    let write = (): void => undefined;
    const disk = new Promise<void>((resolve) => {
      write = resolve;
    });
    const { strict } = records.services.db;
    const begin = strict.transaction.bind(strict) as unknown as (...given: unknown[]) => unknown;
    vi.spyOn(strict, 'transaction').mockImplementation((async (...given: unknown[]) => {
      await disk;
      return begin(...given);
    }) as never);
    await user.click(button(log(), 'Save note'));
    await user.click(screen.getByRole('link', { name: 'Customers' }));
    await screen.findByRole('heading', { level: 1, name: 'Customers' });
    write();
    await notesToBe(/Wall open\.$/);
    // The form is told before this is drawn.
    await waitFor(() => expect(screen.getByRole('status', { name: 'Saved' })).not.toBeEmptyDOMElement());
    expect(window.location.pathname + window.location.search).toBe('/customers');
    expect(screen.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  });

  test('that is blank cannot be saved, and is left without a question', async () => {
    const { records, user } = await openJob({});
    expect(screen.getByText('No notes yet.')).toBeVisible();
    await press(records, user, 'Add note');
    expect(button(log(), 'Save note')).toBeDisabled();
    await user.type(screen.getByLabelText('Note'), '  {Enter} ');
    expect(button(log(), 'Save note')).toBeDisabled();
    await user.click(button(log(), 'Cancel'));
    expect(button(log(), 'Add note')).toBeVisible();
    expect(await records.outbox()).toEqual([]);
  });

  test('that was typed is left only after a question', async () => {
    const { records, user } = await openJob({});
    await press(records, user, 'Add note');
    await user.type(screen.getByLabelText('Note'), 'Wall open.');
    await user.click(button(log(), 'Cancel'));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await user.click(button(question, 'Keep editing'));
    await gone(question);
    expect(screen.getByLabelText('Note')).toHaveValue('Wall open.');
    await user.click(button(log(), 'Cancel'));
    await user.click(button(await screen.findByRole('dialog', { name: 'Discard your changes?' }), 'Discard'));
    await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
    expect(await records.outbox()).toEqual([]);
  });

  test('that the device does not take stays, with the reason', async () => {
    const { records, user } = await openJob({});
    await press(records, user, 'Add note');
    await user.type(screen.getByLabelText('Note'), 'Wall open.');
    const alert = within(log()).getByRole('alert');
    refuseSave(records);
    await user.click(button(log(), 'Save note'));
    await waitFor(() => expect(alert).toHaveTextContent('This device is out of storage.'));
    expect(screen.getByLabelText('Note')).toHaveValue('Wall open.');
    await press(records, user, 'Save note');
    await waitFor(() => expect(noted()).toHaveLength(1));
  });

  test('on a job that is deleted meanwhile is not lost: it is offered', async () => {
    const { records, user } = await openJob({});
    await press(records, user, 'Add note');
    await user.type(screen.getByLabelText('Note'), 'Wall open.');
    await records.services.db.strict.workOrders.delete('1');
    expect(await screen.findByText('This work order was deleted.')).toBeVisible();
    expect(await screen.findByText(/^You were editing the work order Tear out/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const notes = await within(await screen.findByRole('dialog')).findByLabelText('Notes');
    expect((notes as HTMLTextAreaElement).value).toMatch(new RegExp(`${STAMP} Bo Diaz: Wall open\\.$`));
  });

  test('by hand or by another program is shown in the block where it stands', async () => {
    const lines = ['11/28/2026 8:42 AM: called', 'asbestos suspected'];
    const job = '--- Job ---\nGate code 4471\nCrew: Bo';
    await openJob({ notes: `Ring.\n${job}\n--- Checklist ---\nAsk Kim\n${logOf(1)}\n${lines.join('\n')}` });
    expect(log()).toHaveTextContent(lines.join(' '));
    expect(screen.getByText('Gate code 4471')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Checklist' })).toHaveTextContent('Ask Kim');
  });

  test('that is older than the last five is shown when asked for', async () => {
    const { records, user } = await openJob({ notes: logOf(7) });
    expect(noted().map((entry) => entry?.slice(-6))).toEqual([6, 5, 4, 3, 2].map((n) => `Note ${n}`));
    await press(records, user, 'Show 2 older notes');
    expect(
      noted()
        .map((entry) => entry?.at(-1))
        .join(''),
    ).toBe('6543210');
    expect(within(log()).queryByRole('button', { name: /older/ })).toBeNull();
  });

  test.each([
    [7_999, 0],
    [8_000, 1],
  ])('may soon be too many, which is said: %i letters', async (length, times) => {
    await openJob({ notes: 'x'.repeat(length) });
    expect(screen.queryAllByText(/^The notes of this work order are nearly full \(80 %\)/)).toHaveLength(
      times,
    );
  });
});

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const toTaken = { email: { base: 'ann@example.com', value: 'new@example.com' } };

describe('finished changes', () => {
  async function open(count: number) {
    const records = await TestRecords.open();
    await records.seed(ann);
    const entry = {
      resource: 'customers',
      localId: '1',
      kind: 'update',
      fields: toTaken,
      theirs: {},
    } as const;
    const outcomes = ['confirmed', 'cancelled', 'replaced'] as const;
    await records.services.db.strict.journal.bulkAdd(
      Array.from({ length: count }, (_, n) => ({
        ...entry,
        mutationId: `m-${n}`,
        outcome: outcomes[n % 3] ?? 'confirmed',
        at: records.clock.now() + n,
      })),
    );
    const app = startApp('/sync', records);
    await app.user.click(await screen.findByRole('button', { name: 'Finished changes' }));
    return app;
  }
  const outcomes = () => screen.queryAllByText(/^(Sent|Discarded|Merged into a later change)$/);

  test('say which record, what and how it ended, the latest first', async () => {
    await open(3);
    await screen.findByText('Sent');
    expect(outcomes().map(({ textContent }) => textContent)).toEqual([
      'Merged into a later change',
      'Discarded',
      'Sent',
    ]);
    expect(screen.getAllByRole('link', { name: 'Ann Lee' })).toHaveLength(3);
    expect(screen.getAllByText('Change to Email')).toHaveLength(3);
  });

  test('name a record that was deleted since', async () => {
    const records = await TestRecords.open();
    const entry = { resource: 'customers', localId: '1', outcome: 'confirmed', theirs: {}, at: 0 } as const;
    await records.services.db.strict.journal.bulkAdd([
      { ...entry, mutationId: 'm-1', kind: 'update', fields: toTaken },
      { ...entry, mutationId: 'm-2', kind: 'delete', fields: {}, deleted: ann },
    ]);
    const { user } = startApp('/sync', records);
    await user.click(await screen.findByRole('button', { name: 'Finished changes' }));
    expect(await screen.findAllByText('Ann Lee')).toHaveLength(2);
    expect(screen.queryByText('Unnamed customer')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Ann Lee' })).toBeNull();
  });

  test('are shown fifty at a time, and folded away again', async () => {
    const { user } = await open(60);
    await waitFor(() => expect(outcomes()).toHaveLength(50));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(outcomes()).toHaveLength(60));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Finished changes', expanded: true }));
    await waitFor(() => expect(outcomes()).toEqual([]));
  });

  test('say what the server made of what was typed', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    const changed = {
      total_amount: { base: 100, value: 777.77 },
      title: { base: '', value: 'Roof' },
      notes: { base: '', value: 'Call first' },
    };
    await records.services.db.strict.journal.add({
      mutationId: 'm',
      resource: 'estimates',
      localId: '5',
      kind: 'update',
      outcome: 'confirmed',
      fields: changed,
      theirs: { total_amount: 713.37, notes: '' },
      at: records.clock.now(),
    });
    const { user } = startApp('/sync', records);
    await user.click(await screen.findByRole('button', { name: 'Finished changes' }));
    expect(await screen.findByText('Sent')).toBeVisible();
    expect(
      screen.getByText('The server changed the Total Amount to $713.37; you had typed $777.77.'),
    ).toBeVisible();
    expect(screen.getByText('The server left the Notes empty; you had typed Call first.')).toBeVisible();
    expect(screen.queryByText(/Roof.*typed/)).toBeNull();
  });

  test('[H14] show both texts that were merged, and what came of them, at a press', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    await records.services.db.strict.journal.add({
      mutationId: 'm',
      resource: 'workOrders',
      localId: '5',
      kind: 'update',
      outcome: 'joined',
      fields: { notes: { base: 'Gate', value: 'Gate\nDog' } },
      theirs: { notes: 'Gate\nWall' },
      at: records.clock.now(),
    });
    const { user } = startApp('/sync', records);
    await user.click(await screen.findByRole('button', { name: 'Finished changes' }));
    const mine = await screen.findByText('Your Notes');
    expect(mine).not.toBeVisible();
    await user.click(screen.getByText('Show what was merged'));
    const textOf = (title: string) => screen.getByText(title).nextElementSibling?.textContent;
    expect(mine).toBeVisible();
    expect(textOf('Your Notes')).toBe('Gate\nDog');
    expect(textOf('The office’s Notes')).toBe('Gate\nWall');
    expect(textOf('Merged Notes')).toBe('Gate\nWall\nDog');
  });

  test('of a new device are none', async () => {
    await open(0);
    expect(await screen.findByText('None yet on this device.')).toBeVisible();
  });
});

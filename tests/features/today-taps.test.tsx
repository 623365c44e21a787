import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { UNDO_MS } from '../../src/outbox/retry-policy.ts';
import { editRecord } from '../../src/records/commands.ts';
import { NotSavedError } from '../../src/records/save-transaction.ts';
import { button } from '../support/kinds/screen.ts';

import { cardOf, job, openToday, PAUSE, saved, step } from '../support/records/today.tsx';

describe('one tap', () => {
  const before = { status: 'pending', notes: 'Call before arriving.' };
  const STAMP = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d [+-]\d{4} Ann Lee`;
  const onTheWay = new RegExp(String.raw`^Call before arriving\.\n--- Job ---\nOn the way: ${STAMP}$`);

  test('[P61] says that the crew is on the way, waits, and can be undone from the notice', async () => {
    const { user, records } = await openToday([job('Mine', before), job('Other')], 'Ann Lee');
    await user.click(await screen.findByRole('button', { name: 'All jobs' }));
    await user.click(await step('Mine', 'On the way'));
    expect(await records.changes(1)).toMatchObject([
      {
        kind: 'update',
        resource: 'workOrders',
        localId: '1',
        fields: {
          status: { base: 'pending', value: 'assigned' },
          notes: { base: 'Call before arriving.', value: expect.stringMatching(onTheWay) as string },
        },
      },
    ]);
    const [change] = await records.outbox();
    expect(Object.keys(change?.fields ?? {}).sort()).toEqual(['notes', 'status']);
    expect((change?.nextAt ?? 0) - (change?.acceptedAt ?? 0)).toBe(UNDO_MS);
    await waitFor(async () => expect(button(await cardOf('Mine'), 'Start')).toBeVisible());
    await waitFor(() => expect(saved()).toHaveTextContent('Work Order saved.'));
    await user.click(await within(saved()).findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await records.outbox()).toEqual([]));
    expect(await records.viewOf('workOrders', '1')).toMatchObject(before);
    await waitFor(async () => expect(button(await cardOf('Mine'), 'On the way')).toBeVisible());
  });

  test('followed by another at once is one change', async () => {
    const { user, records } = await openToday([job('Mine', before)]);
    await user.dblClick(await step('Mine', 'On the way'));
    await records.changes(1);
    const start = await waitFor(async () => button(await cardOf('Mine'), 'Start'));
    await user.click(start);
    records.clock.advance(PAUSE - 1);
    await user.click(start);
    expect(await records.viewOf('workOrders', '1')).toMatchObject({
      status: 'assigned',
      notes: expect.not.stringContaining('Started') as string,
    });
    records.clock.advance(1);
    await user.click(await step('Mine', 'Start'));
    await waitFor(async () =>
      expect(await records.viewOf('workOrders', '1')).toMatchObject({ status: 'in_progress' }),
    );
  });

  test('on what another tab has done meanwhile changes nothing', async () => {
    const { records } = await openToday([job('Mine', before)]);
    const tap = await step('Mine', 'On the way');
    const elsewhere = { status: 'in_progress', notes: 'Started in another tab.' };
    const change = (fields: Fields): Fields => ({ ...fields, ...elsewhere });
    const saving = editRecord(records.services, 'workOrders', '1', { change });
    fireEvent.click(tap);
    await saving;
    await waitFor(async () => {
      records.clock.advance(PAUSE);
      expect(button(await cardOf('Mine'), 'Finish')).toBeEnabled();
    });
    expect(await records.viewOf('workOrders', '1')).toMatchObject(elsewhere);
    expect(saved()).toBeEmptyDOMElement();
    expect(within(await cardOf('Mine')).getByRole('alert')).toBeEmptyDOMElement();
  });

  test.each([
    [
      'for want of room',
      new NotSavedError('This device is out of storage.'),
      'This device is out of storage.',
    ],
    ['for no known reason', new Error('broken'), 'Failed to save work order'],
  ])('that the device does not take %s says so, and can be made again', async (_, error, words) => {
    const { user, records } = await openToday([job('Mine', before)]);
    const tap = await step('Mine', 'On the way');
    const alert = within(await cardOf('Mine')).getByRole('alert');
    vi.spyOn(records.services.db.strict, 'transaction').mockRejectedValueOnce(error as never);
    await user.click(tap);
    await waitFor(() => expect(alert).toHaveTextContent(words));
    expect(await records.outbox()).toEqual([]);
    expect(await records.viewOf('workOrders', '1')).toMatchObject(before);
    records.clock.advance(PAUSE);
    await user.click(await step('Mine', 'On the way'));
    await records.changes(1);
    expect(within(await cardOf('Mine')).getByRole('alert')).toBeEmptyDOMElement();
  });

  test('on a job that was deleted meanwhile saves nothing, and the job is gone', async () => {
    const { records } = await openToday([job('Mine', before), job('Other')]);
    const tap = await step('Mine', 'On the way');
    const deleting = records.services.db.strict.workOrders.delete('1');
    fireEvent.click(tap);
    await deleting;
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Mine' })).toBeNull());
    expect(await cardOf('Other')).toBeVisible();
    expect(await records.outbox()).toEqual([]);
  });
});

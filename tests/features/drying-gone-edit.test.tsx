import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { editRecord } from '../../src/records/commands.ts';
import { openReadings, press, ROOM, title } from '../support/drying/readings-screen.tsx';
import { button, fillIn, gone } from '../support/kinds/screen.ts';
import { startApp } from '../support/records/record-services.tsx';

/** Bo was renaming D1 when the app was closed. Meanwhile the entries that placed it were deleted. */
async function openLeft() {
  const { records, user, unmount } = await openReadings({ facts: [[1, ROOM]] });
  await press(records, user, 'Edit D1');
  const dialog = await screen.findByRole('dialog', { name: 'Edit D1' });
  await fillIn(user, dialog, { Equipment: 'LGR 12399' });
  unmount();
  const { drafts } = records.services.db.relaxed;
  await waitFor(async () => expect(await drafts.count()).toBe(1));
  await editRecord(records.services, 'workOrders', '1', {
    change: (fields) => ({ ...fields, notes: 'Ring twice.' }),
  });
  const [draft] = await drafts.toArray();
  const next = startApp(`/work-orders/1/readings?draft=${draft?.id}`, records);
  const asked = await screen.findByRole('dialog', { name: 'This edit cannot go on' });
  return { asked, drafts, user: next.user, records };
}

test('an edit of an item that is gone is shown and can be kept', async () => {
  const { asked, drafts, user } = await openLeft();
  expect(asked).toHaveTextContent('named D1/Ann Lee = LGR 12399');
  await user.click(button(asked, 'Keep it for later'));
  await gone(asked);
  await title('Readings');
  expect(await drafts.count()).toBe(1);
});

test('an edit of an item that is gone can be discarded', async () => {
  const { asked, drafts, user, records } = await openLeft();
  await user.click(button(asked, 'Discard'));
  await gone(asked);
  expect(await drafts.count()).toBe(0);
  expect((await records.viewOf('workOrders', '1'))?.['notes']).toBe('Ring twice.');
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { KEEP_EVERY_MS } from '../../../src/records/drafts/draft-keeper.ts';
import { openPhotos, seedPhoto } from '../../support/photos/photos-screen.tsx';
import { startApp, type TestRecords } from '../../support/records/record-services.tsx';

const seedTwo = async (records: TestRecords): Promise<void> => {
  await seedPhoto(records, 1, { room: 'Hall' });
  await seedPhoto(records, 2, { room: 'Kitchen', label: 'damage' });
};

const drafts = (records: TestRecords) => records.services.db.relaxed.drafts.toArray();

async function openForm(user: UserEvent, name: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: `Open ${name}` }));
  const dialog = await screen.findByRole('dialog', { name: /^\d of \d$/ });
  await user.click(within(dialog).getByRole('button', { name: 'Edit caption, room and label' }));
  return dialog;
}

/** Types a caption, and waits until it is on the disk. */
async function type(records: TestRecords, dialog: HTMLElement, caption: string): Promise<void> {
  fireEvent.change(await within(dialog).findByLabelText('Caption'), { target: { value: caption } });
  await waitFor(async () => {
    records.clock.advance(KEEP_EVERY_MS);
    expect((await drafts(records))[0]?.fields['caption']).toBe(caption);
  });
}

/** The page dies while a caption is typed. */
async function leftCaption() {
  const { records, user, unmount } = await openPhotos({ before: seedTwo });
  await type(records, await openForm(user, 'Damage, Kitchen'), 'Wet behind the sink');
  unmount();
  expect(await records.outbox()).toEqual([]);
  return records;
}

test('[Q9] a caption that was being typed when the app closed is offered on every screen, and gone on with', async () => {
  const records = await leftCaption();
  const { user } = startApp('/dashboard', records);
  const said = await screen.findByText(/^You were editing the photo Kitchen/);
  expect(screen.getByText('Wet behind the sink')).toBeVisible();
  const offer = within(said.closest('li') as HTMLElement);
  await user.click(offer.getByRole('button', { name: 'Continue' }));
  const dialog = await screen.findByRole('dialog', { name: '2 of 2' });
  expect(await within(dialog).findByLabelText('Caption')).toHaveValue('Wet behind the sink');
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(await within(dialog).findByText('Damage, Kitchen: Wet behind the sink')).toBeVisible();
  const [change] = await records.changes(1);
  expect(change?.fields).toEqual({ caption: { base: '', value: 'Wet behind the sink' } });
  expect(await drafts(records)).toEqual([]);
  await waitFor(() => expect(screen.queryByText(/^You were editing/)).toBeNull());
});

test('the form of the same photo goes on with what was typed, over what others have changed since', async () => {
  const records = await leftCaption();
  const { attachments } = records.services.db.relaxed;
  const [, kitchen] = await attachments.toArray();
  const theirs = { ...kitchen?.view, room: 'Pantry', caption: 'Theirs' };
  await attachments.update(kitchen?.localId ?? '', { view: theirs, server: theirs });
  const { user } = startApp('/work-orders/1?tab=photos', records);
  const dialog = await openForm(user, 'Damage, Pantry: Theirs');
  expect(await within(dialog).findByLabelText('Caption')).toHaveValue('Wet behind the sink');
  expect(within(dialog).getByLabelText('Room')).toHaveValue('Pantry');
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  const [change] = await records.changes(1);
  expect(Object.keys(change?.fields ?? {})).toEqual(['caption']);
  expect(await drafts(records)).toEqual([]);
});

test('the form of another photo does not show it', async () => {
  const records = await leftCaption();
  const { user } = startApp('/work-orders/1?tab=photos', records);
  const dialog = await openForm(user, 'Photo, Hall');
  expect(await within(dialog).findByLabelText('Caption')).toHaveValue('');
});

test('a caption of a photo that is gone by now can still be read, and is discarded only on request', async () => {
  const records = await leftCaption();
  await records.services.db.relaxed.attachments.clear();
  startApp('/dashboard', records);
  expect(await screen.findByText('It has been deleted since then.')).toBeVisible();
  expect(screen.getByText('Wet behind the sink')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Discard' })).toBeVisible();
  expect(await drafts(records)).toHaveLength(1);
});

test('a caption that was saved or put back leaves no draft', async () => {
  const { records, user } = await openPhotos({ before: seedTwo });
  const dialog = await openForm(user, 'Photo, Hall');
  await type(records, dialog, 'Stairs');
  fireEvent.change(within(dialog).getByLabelText('Caption'), { target: { value: '' } });
  await waitFor(async () => {
    records.clock.advance(KEEP_EVERY_MS);
    expect(await drafts(records)).toEqual([]);
  });
  await user.keyboard('{Escape}');
  expect(await records.outbox()).toEqual([]);
});

import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PhotoListRow } from '../../../src/db/tables.ts';
import { openPhotos, seedPhoto } from '../../support/photos/photos-screen.tsx';
import type { TestRecords } from '../../support/records/record-services.tsx';

const READ_AT = Date.UTC(2026, 0, 5, 9, 30);

function noteList({ services }: TestRecords, row: Partial<PhotoListRow> = {}): Promise<unknown> {
  const key = 'photoList:workOrders/1' as const;
  const blank = { key, readAt: READ_AT, feed: null, doubtedAt: null, error: null };
  return services.db.relaxed.settings.put({ ...blank, ...row });
}

async function wishes({ services }: TestRecords) {
  return (await services.db.relaxed.meta.get('request:photos'))?.lists ?? [];
}

test('[F27] opening the photos of a record asks for its list', async () => {
  const { records } = await openPhotos();
  await waitFor(async () =>
    expect(await wishes(records)).toMatchObject([{ resource: 'workOrders', id: '1', isShown: true }]),
  );
});

test('[F27] without a connection, what is here is shown, with its time and that there may be more', async () => {
  await openPhotos({
    before: async (records) => {
      await seedPhoto(records, 1);
      await noteList(records);
    },
  });
  expect(await screen.findByText(/^The list of photos is as of .*\d:30/)).toBeVisible();
  expect(screen.getByText(/^There may be more photos on the server\. They appear/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Open Photo/ })).toBeVisible();
});

test('[F27] a list that was never read is not shown as complete', async () => {
  const { records } = await openPhotos({ before: (records) => records.say({}) });
  expect(await screen.findByText('Looking for photos on the server…')).toBeVisible();
  await noteList(records);
  await records.services.db.relaxed.meta.delete('request:photos');
  expect(await screen.findByText(/^The list of photos is as of/)).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Looking for photos on the server…')).toBeNull());
});

test('[F27] why a list could not be read is said, and that there may be more', async () => {
  await openPhotos({
    before: async (records) => {
      await records.say({});
      await noteList(records, { readAt: null, error: 'Your account may not see photos.' });
    },
  });
  expect(await screen.findByText('Your account may not see photos.')).toBeVisible();
  expect(screen.getByText('There may be more photos on the server.')).toBeVisible();
});

test('[F22] with a feed, the list is as of its last reading', async () => {
  await openPhotos({
    before: async (records) => {
      await records.say({});
      await noteList(records, { feed: 7 });
      const { meta } = records.services.db.relaxed;
      await meta.put({ key: 'feed', cursor: 'c', since: 7, before: [], ready: true });
      const collection = await meta.get('collection:workOrders');
      if (collection)
        await meta.put({ ...collection, key: 'collection:attachments', pulledAt: READ_AT + 15 * 60_000 });
    },
  });
  expect(await screen.findByText(/^The list of photos is as of .*\d:45/)).toBeVisible();
});

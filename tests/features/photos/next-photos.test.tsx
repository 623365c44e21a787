import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { daysFrom } from '../../../src/domain/plain-date.ts';
import { sayFeatures } from '../../support/photos/photos-screen.tsx';
import { startApp, TestRecords } from '../../support/records/record-services.tsx';
import { crew, job, TODAY } from '../../support/records/today.tsx';

test('[F24] Today asks for photos of the next jobs, and of a late one that becomes the user’s', async () => {
  const records = await TestRecords.open();
  const late = job('Late', { scheduled_date: daysFrom(TODAY, -3), notes: crew('Bo') });
  await records.seedAll('workOrders', [
    job('Mine', { notes: crew('maria') }),
    late,
    job('Later', { scheduled_date: daysFrom(TODAY, 9), notes: crew('maria') }),
  ]);
  await sayFeatures(records, ['attachments', 'client-uid', 'if-match']);
  const { meta, workOrders } = records.services.db.relaxed;
  const asked = async () => (await meta.get('request:photos'))?.lists.map(({ id }) => id);
  startApp('/today', records);
  await waitFor(async () => expect(await asked()).toEqual(['1']));
  await act(() => workOrders.update('2', { view: { ...late, notes: crew('maria, Bo') } }));
  await waitFor(async () => expect(await asked()).toEqual(['1', '2']));
});

import { expect, it } from 'vitest';
import { decideParked } from '../../src/records/parked.ts';
import { aSyncedTab, atRest, edit, firstRow, open, rowOf } from '../support/tab/scenario.ts';
import { TestBrowser, TestTab } from '../support/tab/test-device.ts';

it('[M8, M3] two devices change one field: nothing is overwritten, and the user decides', async () => {
  const { backend, tab: phone } = await aSyncedTab([{ first_name: 'Ben', city: 'Boise' }]);
  backend.users.push({ id: 2, username: 'office', password: 'restoration', active: true });
  const office = new TestTab(backend, new TestBrowser(phone.browser.clock));
  await office.signIn('office');
  await atRest(office);

  phone.browser.setOnline(false);
  await edit(phone, 1, { city: 'Reno', phone: '+1-555-123-4567' });
  await edit(office, 1, { city: 'Elko' });
  await office.drained();
  await phone.pass(60_000, 5000);

  phone.browser.setOnline(true);
  await phone.drained();
  expect(await open(phone)).toEqual([['update', 'parked', 'conflict']]);
  expect(await rowOf(phone, 1)).toMatchObject({ view: { city: 'Reno' }, mark: 'attention' });
  expect(firstRow(backend)).toMatchObject({ city: 'Elko', phone: '' });

  const [parked] = await phone.outbox();
  await decideParked(phone.records, parked?.id ?? '', { what: 'retry' });
  await phone.drained();
  expect(firstRow(backend)).toMatchObject({ city: 'Reno', phone: '+1-555-123-4567' });
  expect(await phone.journal()).toMatchObject([
    { outcome: 'decided', theirs: { city: 'Elko' } },
    { outcome: 'confirmed' },
  ]);
});

import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WORK_ORDERS } from '../../support/kinds/work-orders.ts';
import { openPhotos, seedPhoto } from '../../support/photos/photos-screen.tsx';
import { startApp, type TestRecords } from '../../support/records/record-services.tsx';

const NAMES_IT = { ...WORK_ORDERS.a, notes: '--- Job ---\nProject: basement  flood' };
const BOX = /^Keep offline \(1 photo/;

/** A project with one work order, which has a photo. */
async function seedProject(records: TestRecords): Promise<void> {
  const { workOrders } = records.services.db.relaxed;
  const order = await workOrders.get('1');
  if (order) await workOrders.put({ ...order, view: NAMES_IT, server: NAMES_IT });
  await seedPhoto(records, 1);
}

const openProject = () => openPhotos({ address: '/projects/1?tab=photos', before: seedProject });

async function kept({ services }: TestRecords): Promise<string[]> {
  const keys = await services.db.relaxed.settings.where('key').startsWith('offline:').primaryKeys();
  return keys.map((key) => key.replace('offline:', '')).sort();
}

async function wished({ services }: TestRecords): Promise<string[]> {
  const request = await services.db.relaxed.meta.get('request:photos');
  return request?.lists.map(({ resource, id }) => `${resource}/${id}`) ?? [];
}

test('[F15] a work order that is added to a project that is kept offline is kept too, whatever screen is open', async () => {
  const { records, user, unmount } = await openProject();
  const box = await screen.findByRole('checkbox', { name: BOX });
  await user.click(box);
  await waitFor(async () => expect(await kept(records)).toEqual(['projects/1', 'workOrders/1']));
  await records.seedAll('workOrders', [NAMES_IT]);
  await waitFor(async () =>
    expect(await kept(records)).toEqual(['projects/1', 'workOrders/1', 'workOrders/3']),
  );
  expect(box).toBeChecked();
  unmount();
  await records.seedAll('workOrders', [{ ...NAMES_IT, notes: '' }, NAMES_IT]);
  startApp('/customers', records);
  await waitFor(async () => expect(await kept(records)).toContain('workOrders/5'));
  expect(await kept(records)).not.toContain('workOrders/4');
  expect(await wished(records)).toContain('workOrders/5');
});

test('[F15] a work order that a person let go stays so while its project is kept', async () => {
  const { records, user, unmount } = await openProject();
  await user.click(await screen.findByRole('checkbox', { name: BOX }));
  await waitFor(async () => expect(await kept(records)).toHaveLength(2));
  unmount();
  const order = startApp('/work-orders/1?tab=photos', records);
  await order.user.click(await screen.findByRole('checkbox', { name: BOX }));
  await waitFor(async () => expect(await kept(records)).toEqual(['projects/1']));
  await records.seedAll('workOrders', [NAMES_IT]);
  await waitFor(async () => expect(await kept(records)).toEqual(['projects/1', 'workOrders/3']));
});

test('a project that is let go lets its work orders go too', async () => {
  const { records, user } = await openProject();
  const box = await screen.findByRole('checkbox', { name: BOX });
  await user.click(box);
  await waitFor(() => expect(box).toBeChecked());
  await user.click(box);
  await waitFor(async () => expect(await kept(records)).toEqual([]));
  await records.seedAll('workOrders', [NAMES_IT]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await kept(records)).toEqual([]);
});

test('photos that were still to be fetched are not, once their record is let go', async () => {
  const { records, user } = await openProject();
  const { files } = records.services.db.relaxed;
  const [sha256, thumb] = ['1'.repeat(64), '2'.repeat(64)];
  const box = await screen.findByRole('checkbox', { name: BOX });
  await user.click(box);
  await waitFor(async () => expect((await files.get(sha256))?.state).toBe('wanted'));
  const blank = {
    size: 1,
    type: 'image/jpeg',
    storedAt: null,
    lastUsed: 0,
    tries: 0,
    refusal: null,
  } as const;
  await files.add({ sha256: thumb, state: 'wanted', isThumb: true, ...blank });
  await user.click(box);
  await waitFor(async () => expect((await files.get(sha256))?.state).toBe('gone'));
  expect((await files.get(thumb))?.state).toBe('wanted');
});

test('[F15] a work order that a person kept without its project stays kept when the project is let go', async () => {
  const { records, user, unmount } = await openPhotos({ before: seedProject });
  const { files } = records.services.db.relaxed;
  await user.click(await screen.findByRole('checkbox', { name: BOX }));
  await waitFor(async () => expect(await kept(records)).toEqual(['workOrders/1']));
  unmount();
  await records.seedAll('workOrders', [NAMES_IT]);
  const project = startApp('/projects/1?tab=photos', records);
  await seedPhoto(records, 2, { work_order: '3' });
  const box = await screen.findByRole('checkbox', { name: /^Keep offline \(2 photos/ });
  await project.user.click(box);
  await waitFor(async () =>
    expect(await kept(records)).toEqual(['projects/1', 'workOrders/1', 'workOrders/3']),
  );
  await project.user.click(box);
  await waitFor(async () => expect(await kept(records)).toEqual(['workOrders/1']));
  await waitFor(async () => expect((await files.get('2'.repeat(64)))?.state).toBe('gone'));
  expect((await files.get('1'.repeat(64)))?.state).toBe('wanted');
});

test('[F15] photos of a work order that was let go are not fetched again when its project’s photos are opened', async () => {
  const { records, user, unmount } = await openPhotos({
    address: '/projects/1?tab=photos',
    before: seedProject,
  });
  const { files } = records.services.db.relaxed;
  await user.click(await screen.findByRole('checkbox', { name: BOX }));
  await waitFor(async () => expect(await kept(records)).toHaveLength(2));
  unmount();
  const order = startApp('/work-orders/1?tab=photos', records);
  await order.user.click(await screen.findByRole('checkbox', { name: BOX }));
  await waitFor(async () => expect((await files.get('1'.repeat(64)))?.state).toBe('gone'));
  order.unmount();
  await seedPhoto(records, 2, { work_order: '', project: '1' });
  startApp('/projects/1?tab=photos', records);
  await waitFor(async () => expect((await files.get('2'.repeat(64)))?.state).toBe('wanted'));
  expect((await files.get('1'.repeat(64)))?.state).toBe('gone');
  expect(await screen.findByText('1 photo is still to be fetched.')).toBeVisible();
});

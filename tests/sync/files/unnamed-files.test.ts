import { expect, it } from 'vitest';
import { unnamedAmong } from '../../../src/db/file-store.ts';
import { keepPhoto } from '../../../src/records/photos.ts';
import { aRecordServices } from '../../support/browser/test-database.ts';
import { aPhoto } from '../../support/tab/photos.ts';

it('a file that rows name is found without reading the changes that wait', async () => {
  const services = await aRecordServices();
  for (const n of [1, 2, 3]) await keepPhoto(services, aPhoto(n));
  const { relaxed } = services.db;
  let read = 0;
  relaxed.outbox.hook('reading', (mutation) => {
    read += 1;
    return mutation;
  });
  const unnamed = (hash: string) =>
    relaxed.transaction('r', relaxed.attachments, relaxed.outbox, (tx) => unnamedAmong(tx, [hash]));
  expect(await unnamed(aPhoto(2).file.sha256)).toEqual([]);
  expect(read).toBe(0);
  const unknown = 'f'.repeat(64);
  expect(await unnamed(unknown)).toEqual([unknown]);
  expect(read).toBeGreaterThan(0);
});

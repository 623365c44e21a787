import Dexie from 'dexie';
import { expect, it, vi } from 'vitest';
import { deleteIfSettled, openDatabases } from '../../src/db/app-database.ts';
import { leaveIfSettled } from '../../src/db/owner.ts';
import { readSettings } from '../../src/db/settings.ts';
import { NO_SETTINGS } from '../../src/domain/settings.ts';
import { saveSettings } from '../../src/records/save-settings.ts';
import { pageDatabases } from '../support/browser/page-databases.ts';
import { aRecordServices } from '../support/browser/test-database.ts';

type Services = Awaited<ReturnType<typeof aRecordServices>>;

function kept({ db: { relaxed } }: Services) {
  return relaxed.transaction('r', relaxed.settings, readSettings);
}

it('what two tabs save of different settings is all kept', async () => {
  const services = await aRecordServices();
  expect(await kept(services)).toEqual(NO_SETTINGS);
  await Promise.all([
    saveSettings(services, { companyName: 'Lakeside', companyPhone: '555' }),
    saveSettings(services, { myName: 'Maria' }),
  ]);
  await saveSettings(services, { companyPhone: '' });
  expect(await kept(services)).toEqual({ ...NO_SETTINGS, companyName: 'Lakeside', myName: 'Maria' });
});

it('what is no setting, or no text, is not read', async () => {
  const services = await aRecordServices();
  const rows = [
    { key: 'companyName', value: 7 },
    { key: 'theme', value: 'dark' },
    { key: 'myName', value: 'Maria' },
  ];
  await services.db.strict.table('settings').bulkPut(rows);
  expect(await kept(services)).toEqual({ ...NO_SETTINGS, myName: 'Maria' });
});

it('a full device is told in words, and nothing is kept', async () => {
  const services = await aRecordServices();
  const inner = new DOMException('', 'QuotaExceededError');
  const full = Object.assign(new Error('Transaction aborted'), { name: 'AbortError', inner });
  vi.spyOn(services.db.strict, 'transaction').mockReturnValueOnce(Dexie.Promise.reject(full));
  await expect(saveSettings(services, { myName: 'Maria' })).rejects.toThrow('This device is out of storage');
  expect(await kept(services)).toEqual(NO_SETTINGS);
});

it('nothing is kept after a log-out in another tab', async () => {
  const services = await aRecordServices();
  expect(await leaveIfSettled(services.db.strict)).toBe(true);
  await expect(saveSettings(services, { myName: 'Maria' })).rejects.toThrow('You were logged out');
  expect(await kept(services)).toEqual(NO_SETTINGS);
});

it('settings alone do not keep an account on the device at log-out', async () => {
  const services = await aRecordServices();
  const { name } = services.db;
  await saveSettings(services, { companyName: 'Lakeside' });
  const owner = await services.db.relaxed.table('meta').get('owner');
  services.db.close();
  expect(await deleteIfSettled(pageDatabases(), name)).toBe(true);
  const account = owner?.account ?? 'next';
  const again = await openDatabases(pageDatabases(), { name, account, onClosed: () => {} });
  expect(await again.relaxed.transaction('r', again.relaxed.settings, readSettings)).toEqual(NO_SETTINGS);
  again.close();
});

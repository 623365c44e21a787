import Dexie from 'dexie';
import { describe, expect, it, vi } from 'vitest';
import { createAccounts } from '../../src/db/accounts.ts';
import { openDatabases } from '../../src/db/app-database.ts';
import { leaveIfSettled } from '../../src/db/owner.ts';
import { readKeptSettings } from '../../src/db/settings-store.ts';
import { NO_SETTINGS } from '../../src/domain/settings.ts';
import { settingsOf } from '../../src/outbox/kept-settings.ts';
import { decideSettings, saveSettings } from '../../src/records/company-settings.ts';
import { pageDatabases } from '../support/browser/page-databases.ts';
import { ACCOUNT, aRecordServices } from '../support/browser/test-database.ts';

type Services = Awaited<ReturnType<typeof aRecordServices>>;

const kept = async ({ db }: Pick<Services, 'db'>) => settingsOf(await readKeptSettings(db));

it('two tabs that save different settings keep both', async () => {
  const services = await aRecordServices();
  expect(await kept(services)).toEqual(NO_SETTINGS);
  await Promise.all([
    saveSettings(services, { companyName: 'Lakeside', companyPhone: '555' }),
    saveSettings(services, { myName: 'Maria' }),
  ]);
  await saveSettings(services, { companyPhone: '' });
  expect(await kept(services)).toEqual({ ...NO_SETTINGS, companyName: 'Lakeside', myName: 'Maria' });
  expect(services.saved).toHaveLength(3);
});

describe('a setting that was saved by others after the form was drawn', () => {
  const A = 'Water:\nMoisture map';
  const B = 'Fire:\nSoot sponges';

  it('is not overwritten unseen, and nothing is saved', async () => {
    const services = await aRecordServices();
    await saveSettings(services, { companyName: 'Lakeside', companyPhone: '1' });
    const seen = await kept(services);
    await saveSettings(services, { companyName: 'Hillside' });
    const saving = saveSettings(services, { companyName: 'Seaside', companyPhone: '2' }, seen);
    await expect(saving).rejects.toThrow('Someone just changed one of these settings.');
    expect(await kept(services)).toMatchObject({ companyName: 'Hillside', companyPhone: '1' });
    await saveSettings(services, { companyName: 'Seaside' }, await kept(services));
    expect(await kept(services)).toMatchObject({ companyName: 'Seaside' });
  });

  it('is merged checklist by checklist', async () => {
    const services = await aRecordServices();
    await saveSettings(services, { checklists: A });
    const seen = await kept(services);
    await saveSettings(services, { checklists: `${A}\n\n${B}` });
    await saveSettings(services, { checklists: `${A}\nPhotos` }, seen);
    expect((await kept(services)).checklists).toBe(`${A}\nPhotos\n\n${B}`);
  });
});

describe('saving settings', () => {
  it('tells the user that the device is full', async () => {
    const services = await aRecordServices();
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(saveSettings(services, { myName: 'Maria' })).rejects.toThrow(
      'This device is out of storage',
    );
    const conflict = { setting: 'companyName', checklist: null, mine: 'A', by: '' } as const;
    const onNotSaved = vi.fn<() => void>();
    await decideSettings({ ...services, onNotSaved }, { type: 'decided', conflict, keep: 'mine' });
    expect(onNotSaved).toHaveBeenCalledOnce();
    full.mockRestore();
    expect(await kept(services)).toEqual(NO_SETTINGS);
  });

  it('fails after a logout in another tab', async () => {
    const services = await aRecordServices();
    expect(await leaveIfSettled(services.db.strict)).toBe(true);
    await expect(saveSettings(services, { myName: 'Maria' })).rejects.toThrow('You were logged out');
    expect(await kept(services)).toEqual(NO_SETTINGS);
  });
});

it('a save counts even if it cannot be counted as waiting', async () => {
  const services = await aRecordServices();
  const { relaxed } = services.db;
  vi.spyOn(relaxed, 'transaction').mockReturnValue(Dexie.Promise.reject(new Error('closed')));
  const error = vi.fn<(words: string) => void>();
  const broken = saveSettings({ ...services, log: { error } }, { myName: 'Maria' });
  await expect(broken).resolves.toBeUndefined();
  expect(error).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
  expect(await kept(services)).toMatchObject({ myName: 'Maria' });
});

it("settings are stored beside the accounts, independent of the account's own database", async () => {
  const services = await aRecordServices();
  await saveSettings(services, { companyName: 'Lakeside' });
  services.db.close();
  const again = await openDatabases(pageDatabases(), {
    name: `${services.db.name}-new`,
    account: ACCOUNT,
    onClosed: () => {},
  });
  expect(await kept({ db: again })).toMatchObject({ companyName: 'Lakeside' });
  again.close();
});

it('the accounts database of an earlier build gets a table for settings and keeps its accounts', async () => {
  const NAME = 'restoration-crm-accounts';
  await Dexie.delete(NAME);
  const earlier = new Dexie(NAME);
  earlier.version(1).stores({ accounts: 'key' });
  const row = { key: 'http://old.test|1', origin: 'http://old.test', databaseName: 'old', leaving: true };
  await earlier.table('accounts').add(row);
  earlier.close();
  const services = await aRecordServices();
  await saveSettings(services, { myName: 'Maria' });
  expect(await kept(services)).toMatchObject({ myName: 'Maria' });
  const accounts = createAccounts(pageDatabases(), () => 'new');
  expect((await accounts.leaving()).map(({ key }) => key)).toEqual([row.key]);
  // The earlier build opens it at the same time.
  const beside = new Dexie(NAME);
  beside.version(1).stores({ accounts: 'key' });
  expect(await beside.table('accounts').count()).toBe(1);
  beside.close();
});

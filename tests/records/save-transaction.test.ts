import Dexie from 'dexie';
import { describe, expect, it, vi } from 'vitest';
import { BrokenLaneError } from '../../src/outbox/mutation.ts';
import { answerQuestion } from '../../src/records/answer-questions.ts';
import { createRecord } from '../../src/records/commands.ts';
import { NotSavedError, saveTransaction } from '../../src/records/save-transaction.ts';
import { flush } from '../support/browser/flush.ts';
import { holdTable } from '../support/browser/held-table.ts';
import { aRecordServices } from '../support/browser/test-database.ts';
import { ann } from '../support/records/mutations.ts';

type Services = Awaited<ReturnType<typeof aRecordServices>>;

async function seconds({ clock }: Services, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    clock.advance(1000);
    await flush();
  }
}

describe('a save that the storage does not answer in five seconds', () => {
  it('[T17] is given up, and can be repeated', async () => {
    const services = await aRecordServices();
    const release = await holdTable(services.db.name, 'outbox');
    const save = createRecord(services, 'customers', ann, { watch: false }).catch((error: unknown) => error);
    await seconds(services, 5);
    expect(await save).toBeInstanceOf(NotSavedError);
    release();
    await createRecord(services, 'customers', ann, { watch: false });
    expect(await services.db.relaxed.outbox.count()).toBe(1);
  });

  it('[T17] is given up while its database is opening, and not made afterwards', async () => {
    const services = await aRecordServices();
    const { strict } = services.db;
    strict.close({ disableAutoOpen: false });
    let go: () => void = () => {};
    strict.on('ready', () => new Promise<void>((resolve) => (go = resolve)), true);
    const save = createRecord(services, 'customers', ann, { watch: false }).catch((error: unknown) => error);
    await flush();
    await seconds(services, 5);
    expect(await save).toMatchObject({ message: expect.stringContaining('is not responding') });
    go();
    await flush();
    expect(await services.db.relaxed.outbox.count()).toBe(0);
  });
});

it('[S17] a save that would break a record is not made, and says so', async () => {
  const services = await aRecordServices();
  const error = vi.spyOn(services.log, 'error');
  const work = async (): Promise<void> => {
    throw new BrokenLaneError('customers/7 has two changes under way');
  };
  const save = saveTransaction(services, [services.db.strict.outbox], work);
  await expect(save).rejects.toThrow('Something went wrong in the app, so this was not saved.');
  expect(error).toHaveBeenCalledWith('a change was not saved', expect.any(BrokenLaneError));
});

it('a save without room on the device says so', async () => {
  const services = await aRecordServices();
  const inner = new DOMException('', 'QuotaExceededError');
  const full = Object.assign(new Error('Transaction aborted'), { name: 'AbortError', inner });
  vi.spyOn(services.db.strict, 'transaction').mockReturnValueOnce(Dexie.Promise.reject(full));
  const save = createRecord(services, 'customers', ann, { watch: false });
  await expect(save).rejects.toThrow('This device is out of storage');
  expect(services.storageRoom.getSnapshot()).toBe('none');
  await createRecord(services, 'customers', ann, { watch: false });
  expect(services.storageRoom.getSnapshot()).toBe('left');
});

it('a failed decision is reported, and throws nothing', async () => {
  const services = { ...(await aRecordServices()), onNotSaved: vi.fn<() => void>() };
  await holdTable(services.db.name, 'meta');
  const decision = answerQuestion(services, { to: 'absence', resource: 'customers', choice: 'keep' });
  await seconds(services, 5);
  await decision;
  expect(services.onNotSaved).toHaveBeenCalledOnce();
});

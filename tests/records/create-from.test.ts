import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { workOrderSpec } from '../../src/domain/work-order.ts';
import { UNDO_MS } from '../../src/outbox/retry-policy.ts';
import { RecordGoneError } from '../../src/records/commands.ts';
import { createFrom } from '../../src/records/create-from.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
import { undoSave } from '../../src/records/undo/undo-save.ts';
import { aRecord, aRecordServices } from '../support/browser/test-database.ts';

const JOB = { resource: 'workOrders', localId: '7' } as const;
const blank = workOrderSpec.blank({ now: 0, random: 0 });
const job = { ...blank, title: 'Dry the cellar' };

async function withJob() {
  const services = await aRecordServices();
  await services.db.strict.workOrders.add(aRecord({ localId: '7', server: job, view: job }));
  return services;
}

const outbox = ({ db }: RecordServices) => db.relaxed.outbox.orderBy('seq').toArray();

/** Three of them, with numbers of their own. */
const three = (fields: Fields): readonly Fields[] =>
  [1, 2, 3].map((n) => ({ ...fields, work_order_number: `WO-${n}` }));

describe('records made from another one', () => {
  it('[Q43, P61] are saved together, are sent after their undo period, and may get other numbers', async () => {
    const services = await withJob();
    const note = await createFrom(services, JOB, three);
    const changes = await outbox(services);
    expect(changes).toHaveLength(3);
    for (const [n, change] of changes.entries()) {
      expect(change).toMatchObject({
        kind: 'create',
        fields: { title: { value: 'Dry the cellar' } },
        generated: { work_order_number: `WO-${n + 1}` },
      });
      expect(change.nextAt - change.acceptedAt).toBe(UNDO_MS);
    }
    expect(note).toMatchObject({ kind: 'create', count: 3, localId: changes[0]?.localId });
    expect(services.saved).toEqual(['saved']);
  });

  it('[Q43] vanish together with one undo', async () => {
    const services = await withJob();
    const note = await createFrom(services, JOB, three);
    expect(await undoSave(services, note?.undo ?? [])).toBe('undone');
    expect(await outbox(services)).toEqual([]);
    expect(await services.db.relaxed.workOrders.count()).toBe(1);
  });

  it('[Q43] are all absent if one cannot be saved', async () => {
    const services = await withJob();
    let added = 0;
    services.db.strict.workOrders.hook('creating', () => {
      added += 1;
      if (added === 2) throw new Error('There is no room on the device.');
    });
    await expect(createFrom(services, JOB, three)).rejects.toThrow('no room');
    expect(await outbox(services)).toEqual([]);
    expect(await services.db.relaxed.workOrders.count()).toBe(1);
    expect(services.saved).toEqual([]);
  });

  it('are made from the record as it is now', async () => {
    const services = await withJob();
    await services.db.strict.workOrders.update('7', { view: { ...job, title: 'Dry the attic' } });
    await createFrom(services, JOB, three);
    const titles = (await outbox(services)).map(({ fields }) => fields['title']?.value);
    expect(titles).toEqual(['Dry the attic', 'Dry the attic', 'Dry the attic']);
  });

  it('are none of a record that is gone', async () => {
    const services = await aRecordServices();
    await expect(createFrom(services, JOB, three)).rejects.toThrow(RecordGoneError);
  });

  it('are none if none is wanted', async () => {
    const services = await withJob();
    expect(await createFrom(services, JOB, () => [])).toBeNull();
    expect(services.saved).toEqual([]);
  });
});

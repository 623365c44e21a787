import { describe, expect, it } from 'vitest';
import { type Step, stampStep } from '../../src/domain/day/job.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { editRecord, updateRecord } from '../../src/records/commands.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
import { undoSave } from '../../src/records/undo/undo-save.ts';
import { aRecord, aRecordServices } from '../support/browser/test-database.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';

const STAMP = { at: Date.parse('2026-11-26T21:01:00Z'), offset: 0, who: 'Ann' };

function stamped(...steps: readonly Step[]): string {
  return steps.reduce((notes, step) => stampStep(notes, step, STAMP), 'Ring twice.');
}

/** A device with a job that the server has. */
async function withJob(fields: Fields) {
  const services = await aRecordServices();
  const job = aRecord({ localId: '1', server: { ...WORK_ORDERS.a, ...fields } });
  await services.db.strict.workOrders.add(job);
  return { services, shown: job.view ?? {} };
}

const viewOf = async ({ db }: RecordServices) => (await db.relaxed.workOrders.get('1'))?.view ?? {};

describe('a status that is set back', () => {
  it('[Q39] in a form removes the stamps of later steps', async () => {
    const { services, shown } = await withJob({ status: 'completed', notes: stamped('started', 'finished') });
    const edit = { initial: shown, draft: { ...shown, status: 'in_progress' }, watch: false };
    await updateRecord(services, 'workOrders', '1', edit);
    expect(await viewOf(services)).toMatchObject({ status: 'in_progress', notes: stamped('started') });
    const [change] = await services.db.relaxed.outbox.toArray();
    expect(change?.fields).toEqual({
      status: { base: 'completed', value: 'in_progress' },
      notes: { base: stamped('started', 'finished'), value: stamped('started') },
    });
  });

  it('[Q39] keeps notes typed in the same form', async () => {
    const { services, shown } = await withJob({ status: 'completed', notes: stamped('finished') });
    const notes = `Key: 7\n${stamped('finished')}`;
    const edit = { initial: shown, draft: { ...shown, status: 'pending', notes }, watch: false };
    await updateRecord(services, 'workOrders', '1', edit);
    expect(await viewOf(services)).toMatchObject({ notes: 'Key: 7\nRing twice.' });
    const [change] = await services.db.relaxed.outbox.toArray();
    expect(change?.fields['notes']?.base).toBe(shown['notes']);
  });

  it('[Q39] keeps notes that another tab added since the form opened', async () => {
    const { services, shown } = await withJob({ status: 'completed', notes: stamped('finished') });
    const noted = { change: (job: Fields) => ({ ...job, notes: `Dog!\n${String(job['notes'])}` }) };
    await editRecord(services, 'workOrders', '1', noted);
    const edit = { initial: shown, draft: { ...shown, status: 'in_progress' }, watch: false };
    await updateRecord(services, 'workOrders', '1', edit);
    expect(await viewOf(services)).toMatchObject({ status: 'in_progress', notes: 'Dog!\nRing twice.' });
  });

  it('[Q39] by an undo removes the stamps since, and undoing that restores them', async () => {
    const { services, shown } = await withJob({ status: 'in_progress', notes: stamped('started') });
    const finish = (job: Fields) => ({
      ...job,
      status: 'completed',
      notes: stampStep(String(job['notes']), 'finished', STAMP),
    });
    const { undo } = await editRecord(services, 'workOrders', '1', { change: finish });
    expect(await undoSave(services, undo ?? [])).toBe('undone');
    expect(await viewOf(services)).toEqual(shown);
    await editRecord(services, 'workOrders', '1', { change: finish });
    const back = { change: (job: Fields) => ({ ...job, status: 'assigned' }) };
    const set = await editRecord(services, 'workOrders', '1', back);
    expect(await viewOf(services)).toMatchObject({ status: 'assigned', notes: 'Ring twice.' });
    expect(await undoSave(services, set.undo ?? [])).toBe('undone');
    expect(await viewOf(services)).toEqual(finish(shown));
  });

  it('[Q39] changes nothing if the status stays, or the notes cannot be read', async () => {
    const { services } = await withJob({ status: 'in_progress', notes: stamped('finished') });
    await editRecord(services, 'workOrders', '1', { change: (job) => ({ ...job, city: 'Reno' }) });
    expect(await viewOf(services)).toMatchObject({ notes: stamped('finished') });
    const unread = await withJob({ notes: 5 });
    await editRecord(unread.services, 'workOrders', '1', {
      change: (job) => ({ ...job, status: 'pending' }),
    });
    expect(await viewOf(unread.services)).toMatchObject({ status: 'pending', notes: 5 });
  });
});

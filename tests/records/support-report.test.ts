import { expect, it } from 'vitest';
import { createRecord } from '../../src/records/commands.ts';
import { supportReport } from '../../src/records/support-report.ts';
import { aRecord, aRecordServices } from '../support/browser/test-database.ts';
import { ann } from '../support/records/mutations.ts';

it('the support report has versions, states and counts, and no personal data', async () => {
  const services = await aRecordServices();
  const { relaxed } = services.db;
  await relaxed.customers.bulkAdd([aRecord({ localId: '7' }), aRecord({ localId: '8' })]);
  await relaxed.meta.put({ key: 'engine', reasons: ['offline'], resumeAt: 0, throttledUntil: 0 });
  const { mutationId } = await createRecord(services, 'customers', ann, { watch: false });
  await createRecord(services, 'customers', { ...ann, email: 'secret@example.com' }, { watch: false });
  const refusal = {
    reason: 'rejected',
    status: 400,
    body: { email: ['secret@example.com'] },
    at: 0,
  } as const;
  await relaxed.outbox
    .where('id')
    .equals(String(mutationId))
    .modify({ state: 'parked', refusal, attempts: 1 });
  services.clock.advance(3 * 60 * 60_000);
  const report = await supportReport(services, { Version: '1.2.3', Browser: 'Test' });
  expect(report.split('\n')).toEqual(
    expect.arrayContaining([
      'Version: 1.2.3',
      'Browser: Test',
      'Server offers: the plain contract',
      'Sending: offline',
      'customers: 4 records, incomplete, never read',
      'Waiting: 1 x customers create parked (rejected, 400), tried',
      'Waiting: 1 x customers create queued',
      'Oldest waiting: 3 h ago',
      'Drafts: 0',
    ]),
  );
  for (const private_ of ['Ann', 'Lee', 'example.com', 'secret', services.account])
    expect(report).not.toContain(private_);
});

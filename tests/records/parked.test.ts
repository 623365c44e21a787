import { describe, expect, it } from 'vitest';
import type { MutationChange, ParkReason } from '../../src/outbox/mutation.ts';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull, requestSync } from '../../src/records/use-sync-status.ts';
import { aRecord, aRecordServices } from '../support/browser/test-database.ts';
import { aCustomer, aNewMutation, aRefusal, changes } from '../support/records/mutations.ts';

const boise = aCustomer({ first_name: 'Ben', city: 'Boise' });
const toReno = changes({ city: ['Boise', 'Reno'] });

/** A device with a record and its open changes, the first one parked. */
async function withParked(parked: MutationChange, later: readonly MutationChange[] = [], server = boise) {
  const services = await aRecordServices();
  const { strict } = services.db;
  const isCreate = parked.kind === 'create';
  const record = aRecord({ localId: '7', server, view: { ...server, city: 'Reno' }, mark: 'attention' });
  const { serverId: _, ...unsent } = record;
  await strict.customers.add(isCreate ? { ...unsent, server: null } : record);
  const state = {
    state: 'parked',
    attemptId: 't',
    attempts: 2,
    firstSentAt: 1,
    refusal: aRefusal(),
  } as const;
  await strict.outbox.add(aNewMutation({ id: 'parked', localId: '7', fields: toReno, ...state, ...parked }));
  for (const [n, mutation] of later.entries()) {
    await strict.outbox.add(aNewMutation({ id: `later-${n}`, localId: '7', ...mutation }));
  }
  return {
    services,
    outbox: () => strict.outbox.orderBy('seq').toArray(),
    record: () => strict.customers.get('7'),
    journal: async () =>
      (await strict.journal.toArray()).map(({ mutationId, outcome }) => [mutationId, outcome]),
  };
}

describe('sending a parked change again', () => {
  it.each<ParkReason>(['rejected', 'deletedOnServer', 'mayExistTwice', 'serverErrors', 'tooOld'])(
    'queues it unchanged under a new id: %s',
    async (reason) => {
      const { services, outbox, record } = await withParked({ refusal: aRefusal(reason) });
      expect(await decideParked(services, 'parked', { what: 'retry' })).toBe(true);
      const [queued] = await outbox();
      expect(queued).toMatchObject({
        state: 'queued',
        refusal: null,
        probe: null,
        fields: toReno,
        nextAt: 0,
      });
      expect(queued?.id).not.toBe('parked');
      expect((await record())?.mark).toBe('waiting');
      expect(services.saved).toEqual(['saved']);
    },
  );

  it("[M14] decides a conflict for the user: the server's current values count as known", async () => {
    const theirs = { ...boise, city: 'Elko' };
    const { services, outbox, record } = await withParked({ refusal: aRefusal('conflict') }, [], theirs);
    await decideParked(services, 'parked', { what: 'retry' });
    expect((await outbox())[0]?.fields).toEqual(changes({ city: ['Elko', 'Reno'] }));
    expect((await record())?.view).toMatchObject({ city: 'Reno' });
  });
});

describe('discarding a parked change', () => {
  it('shows the server copy again, and notes the outcome in the journal', async () => {
    const { services, outbox, record, journal } = await withParked({});
    expect(await decideParked(services, 'parked', { what: 'discard' })).toBe(true);
    expect(await outbox()).toEqual([]);
    expect(await record()).toMatchObject({ view: boise, mark: 'synced' });
    expect(await journal()).toEqual([['parked', 'cancelled']]);
  });

  it('[M17] decides a conflict for the server', async () => {
    const theirs = { ...boise, city: 'Elko' };
    const { services, record } = await withParked({ refusal: aRefusal('conflict') }, [], theirs);
    await decideParked(services, 'parked', { what: 'discard' });
    expect((await record())?.view).toEqual(theirs);
  });

  it('[Q24] keeps later changes, and gives them its bases', async () => {
    const later = { fields: changes({ city: ['Reno', 'Elko'], phone: ['', '555'] }) };
    const { services, outbox, record } = await withParked({}, [later]);
    await decideParked(services, 'parked', { what: 'discard' });
    expect((await outbox()).map(({ fields }) => fields)).toEqual([
      changes({ city: ['Boise', 'Elko'], phone: ['', '555'] }),
    ]);
    expect(await record()).toMatchObject({ view: { city: 'Elko', phone: '555' }, mark: 'waiting' });
  });

  it('lists a record again if its deletion was refused', async () => {
    const { services, record } = await withParked({ kind: 'delete', fields: {} });
    await decideParked(services, 'parked', { what: 'discard' });
    expect(await record()).toMatchObject({ view: boise, mark: 'synced' });
  });

  it.each<[string, MutationChange]>([
    ['was never on a server', { kind: 'create' }],
    ['is no longer on the server', { refusal: aRefusal('deletedOnServer') }],
  ])(
    '[Q2, Q22] discards a record that %s with its other changes, and notes them in the journal',
    async (_, parked) => {
      const { services, outbox, record, journal } = await withParked(parked, [{ kind: 'delete' }]);
      await decideParked(services, 'parked', { what: 'discard' });
      expect(await outbox()).toEqual([]);
      expect(await record()).toBeUndefined();
      expect(await journal()).toEqual([
        ['parked', 'cancelled'],
        ['later-0', 'cancelled'],
      ]);
    },
  );
});

describe('recreating a record that was deleted on the server', () => {
  const gone = { refusal: aRefusal('deletedOnServer') };
  const phoned = { fields: changes({ phone: ['', '555'] }) };

  it.each<[string, readonly MutationChange[]]>([
    ['without a deletion', [phoned]],
    ['even with a waiting deletion', [phoned, { kind: 'delete' }]],
  ])('includes later changes of it, %s', async (_, later) => {
    const { services, outbox, record, journal } = await withParked(gone, later);
    const { view: _shown, ...kept } = (await record()) ?? aRecord({ localId: '7' });
    if (later.length > 1) await services.db.strict.customers.put({ ...kept, view: null });
    expect(await decideParked(services, 'parked', { what: 'recreate' })).toBe(true);
    const again = await outbox();
    expect(again).toMatchObject([{ kind: 'create', state: 'queued', refusal: null }]);
    expect(again[0]?.fields['city']).toEqual({ base: null, value: 'Reno' });
    expect(again[0]?.fields['phone']).toEqual({ base: null, value: '555' });
    expect(await record()).toMatchObject({ server: null, view: { ...boise, city: 'Reno', phone: '555' } });
    expect(await journal()).toEqual(later.map((__, n) => [`later-${n}`, 'replaced']));
    expect(services.saved).toEqual(['saved']);
  });

  it('returns false and does nothing if the device has no copy', async () => {
    const { services, outbox } = await withParked({ ...gone, kind: 'delete', fields: {} });
    await services.db.strict.customers.delete('7');
    const before = await outbox();
    expect(await decideParked(services, 'parked', { what: 'recreate' })).toBe(false);
    expect(await outbox()).toEqual(before);
    expect(services.saved).toEqual([]);
  });
});

describe('[T2] a change that is no longer parked', () => {
  // @spec D2.11
  it('[T2] is neither sent again nor discarded', async () => {
    const { services, outbox } = await withParked({ state: 'queued', refusal: null });
    const before = await outbox();
    for (const id of ['parked', 'never was']) {
      expect(await decideParked(services, id, { what: 'retry' })).toBe(false);
      expect(await decideParked(services, id, { what: 'discard' })).toBe(false);
    }
    expect(await outbox()).toEqual(before);
    expect(services.saved).toEqual([]);
  });
});

it('a pull request and a sync request are rows that the leading tab reads', async () => {
  const services = await aRecordServices();
  await requestPull(services, 'customers');
  await requestSync(services);
  const at = services.clock.now();
  expect(await services.db.relaxed.meta.get('request:customers')).toEqual({ key: 'request:customers', at });
  expect(await services.db.relaxed.meta.get('syncRequested')).toEqual({ key: 'syncRequested', at });
});

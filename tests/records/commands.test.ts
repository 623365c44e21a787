import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { createRecord, deleteRecord, RecordGoneError, updateRecord } from '../../src/records/commands.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
import { ACCOUNT, aRecord, aRecordServices } from '../support/browser/test-database.ts';
import { aCustomer, aNewMutation, ann, aRefusal, changes } from '../support/records/mutations.ts';

const unwatched = { watch: false };
const boise = aCustomer({ first_name: 'Ben', city: 'Boise' });

async function withBen() {
  const services = await aRecordServices();
  await services.db.strict.customers.add(aRecord({ localId: '7', server: boise, view: boise }));
  return services;
}

const outbox = (services: RecordServices): Promise<Mutation[]> =>
  services.db.relaxed.outbox.orderBy('seq').toArray();

async function viewOf(services: RecordServices, localId = '7') {
  const record = await services.db.relaxed.customers.get(localId);
  return record && { view: record.view, mark: record.mark };
}

/** Edits Ben as a form does. */
async function edit(services: RecordServices, draft: Fields, watch = false) {
  const initial = (await viewOf(services))?.view ?? {};
  return updateRecord(services, 'customers', '7', { initial, draft: { ...initial, ...draft }, watch });
}

describe('saving a new record', () => {
  // @spec D2.4
  it('[Q1] resolves once record and mutation are on the device', async () => {
    const services = await aRecordServices();
    const receipt = await createRecord(services, 'customers', ann, unwatched);
    expect(await viewOf(services, receipt.localId)).toEqual({ view: ann, mark: 'waiting' });
    expect(await outbox(services)).toMatchObject([
      {
        id: receipt.mutationId,
        localId: receipt.localId,
        kind: 'create',
        state: 'queued',
        owner: ACCOUNT,
        firstSentAt: null,
        fields: { first_name: { base: null, value: 'Ann' } },
      },
    ]);
    expect(services.saved).toEqual(['saved']);
  });

  // @spec D2.4
  it('[Q1] leaves neither record nor mutation when it fails', async () => {
    const services = await aRecordServices();
    services.db.strict.customers.hook('creating', () => {
      throw new Error('There is no room on the device.');
    });
    await expect(createRecord(services, 'customers', ann, unwatched)).rejects.toThrow('no room');
    expect(await services.db.relaxed.customers.count()).toBe(0);
    expect(await outbox(services)).toEqual([]);
    expect(services.saved).toEqual([]);
  });

  // @spec D3.11
  it('trims a phone number', async () => {
    const services = await aRecordServices();
    const { localId } = await createRecord(services, 'customers', { ...ann, phone: ' 555-0199 ' }, unwatched);
    expect((await viewOf(services, localId))?.view).toEqual({ ...ann, phone: '555-0199' });
    expect((await outbox(services))[0]?.fields['phone']).toEqual({ base: null, value: '555-0199' });
  });

  it('[Q3] gives records positions in the order of acceptance', async () => {
    const services = await aRecordServices();
    const first = await createRecord(services, 'customers', ann, unwatched);
    services.clock.advance(-3_600_000);
    const second = await createRecord(services, 'customers', ann, unwatched);
    const order = await services.db.strict.customers.orderBy('position').primaryKeys();
    expect(order).toEqual([first.localId, second.localId]);
    expect((await outbox(services)).map(({ localId }) => localId)).toEqual(order);
  });
});

describe('saving a change', () => {
  // @spec D3.7
  it('[Q6] stores only the changed fields, each with the value it replaced', async () => {
    const services = await withBen();
    await edit(services, { city: 'Reno' });
    expect((await outbox(services))[0]?.fields).toEqual(changes({ city: ['Boise', 'Reno'] }));
    expect(await viewOf(services)).toEqual({ view: { ...boise, city: 'Reno' }, mark: 'waiting' });
  });

  // @spec D3.11
  it('trims a changed phone number, and saves nothing if only blanks were typed', async () => {
    const services = await withBen();
    await edit(services, { phone: ' 555-0199 ' });
    await edit(services, { phone: '555-0199 ' });
    expect((await outbox(services)).map(({ fields }) => fields)).toEqual([
      changes({ phone: ['', '555-0199'] }),
    ]);
    expect((await viewOf(services))?.view).toMatchObject({ phone: '555-0199' });
  });

  it('leaves a phone number that was not edited as the server has it', async () => {
    const services = await withBen();
    const spaced = { ...boise, phone: ' 555-0199 ' };
    await services.db.strict.customers.update('7', { server: spaced, view: spaced });
    await edit(services, { city: 'Reno' });
    expect((await outbox(services))[0]?.fields).toEqual(changes({ city: ['Boise', 'Reno'] }));
  });

  it('[Q6] saves nothing if nothing changed', async () => {
    const services = await withBen();
    expect(await edit(services, {})).toEqual({
      localId: '7',
      mutationId: null,
      watched: false,
      undo: null,
    });
    expect(await outbox(services)).toEqual([]);
    expect(services.saved).toEqual([]);
  });

  it('[Q6] stores the base that the form showed, even if the record has changed since', async () => {
    const services = await withBen();
    const now = { ...boise, city: 'Elko' };
    await services.db.strict.customers.update('7', { server: now, view: now });
    const draft = { ...boise, city: 'Reno' };
    await updateRecord(services, 'customers', '7', { initial: boise, draft, watch: false });
    expect((await outbox(services))[0]?.fields).toEqual(changes({ city: ['Boise', 'Reno'] }));
  });

  it.each([
    ['was never on the device', undefined],
    ['waits for its deletion', aRecord({ localId: '7', view: null })],
  ])('fails and saves nothing if the record %s', async (_, record) => {
    const services = await aRecordServices();
    if (record) await services.db.strict.customers.add(record);
    const nothing = { initial: {}, draft: { city: 'Reno' }, watch: false };
    await expect(updateRecord(services, 'customers', '7', nothing)).rejects.toThrow(RecordGoneError);
    await expect(deleteRecord(services, 'customers', '7')).rejects.toThrow(RecordGoneError);
    expect(await outbox(services)).toEqual([]);
  });
});

describe('several unsent changes of one record', () => {
  it('[Q10] merge a new record and its edits into one create', async () => {
    const services = await aRecordServices();
    const { localId } = await createRecord(services, 'customers', ann, unwatched);
    const draft = { ...ann, city: 'Reno' };
    await updateRecord(services, 'customers', localId, { initial: ann, draft, watch: false });
    const [only, ...more] = await outbox(services);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ kind: 'create', fields: { city: { base: null, value: 'Reno' } } });
    expect(await viewOf(services, localId)).toEqual({ view: draft, mark: 'waiting' });
  });

  it('[Q11] merge edits into one update, from the first base to the last value', async () => {
    const services = await withBen();
    await edit(services, { city: 'Reno' });
    await edit(services, { city: 'Elko', state: 'NV' });
    const all = await outbox(services);
    expect(all.map(({ fields }) => fields)).toEqual([
      changes({ city: ['Boise', 'Elko'], state: ['', 'NV'] }),
    ]);
  });

  it('[Q12] leave nothing to send after an edit is reversed', async () => {
    const services = await withBen();
    await edit(services, { city: 'Reno' });
    expect(await edit(services, { city: 'Boise' })).toMatchObject({ mutationId: null });
    expect(await outbox(services)).toEqual([]);
    expect(await viewOf(services)).toEqual({ view: boise, mark: 'synced' });
  });

  it('[Q13] leave nothing of a record that was created and deleted', async () => {
    const services = await aRecordServices();
    const { localId } = await createRecord(services, 'customers', ann, unwatched);
    expect(await deleteRecord(services, 'customers', localId)).toMatchObject({ mutationId: null });
    expect(await outbox(services)).toEqual([]);
    expect(await services.db.strict.customers.count()).toBe(0);
  });

  it.each<Mutation['kind']>(['update', 'create'])(
    '[Q18] leave nothing to send or ask if a deletion follows a parked %s of a record deleted on the server',
    async (kind) => {
      const services = await withBen();
      const parked = { kind, state: 'parked', firstSentAt: 1, refusal: aRefusal('deletedOnServer') } as const;
      const fields = changes({ city: ['Boise', 'Reno'] });
      await services.db.strict.outbox.add(aNewMutation({ id: 'parked', localId: '7', fields, ...parked }));
      await edit(services, { phone: '555' });
      expect(await outbox(services)).toHaveLength(2);
      expect(await deleteRecord(services, 'customers', '7')).toMatchObject({ mutationId: null });
      expect(await outbox(services)).toEqual([]);
      expect(await viewOf(services)).toBeUndefined();
      const journal = await services.db.relaxed.journal.toArray();
      expect(journal.map(({ outcome, kind: was }) => [outcome, was])).toEqual([
        ['cancelled', kind],
        ['cancelled', 'update'],
      ]);
    },
  );

  it('[Q14] merge an edit and a deletion into one deletion', async () => {
    const services = await withBen();
    await edit(services, { city: 'Reno' });
    await deleteRecord(services, 'customers', '7');
    expect(await outbox(services)).toMatchObject([{ kind: 'delete', fields: {} }]);
    expect(await viewOf(services)).toEqual({ view: null, mark: 'waiting' });
  });

  it('[Q2, Q22] note each merged change in the journal', async () => {
    const services = await withBen();
    const first = await edit(services, { city: 'Reno' });
    const second = await edit(services, { city: 'Elko' });
    await edit(services, { city: 'Boise' });
    const journal = await services.db.strict.journal.toArray();
    expect(journal.map(({ mutationId, outcome }) => [mutationId, outcome])).toEqual([
      [first.mutationId, 'replaced'],
      [second.mutationId, 'cancelled'],
    ]);
  });

  it('[Q3] keep the place of the first change', async () => {
    const services = await withBen();
    await edit(services, { city: 'Reno' });
    const [before] = await outbox(services);
    await createRecord(services, 'customers', ann, unwatched);
    const later = await edit(services, { city: 'Elko' });
    const [first] = await outbox(services);
    expect([first?.seq, first?.id]).toEqual([before?.seq, later.mutationId]);
  });
});

describe('a change of a record whose earlier one has been sent', () => {
  it.each(['sending', 'unknown'] as const)('[Q4] waits behind it: %s', async (state) => {
    const services = await withBen();
    await services.db.strict.outbox.add(
      aNewMutation({ localId: '7', state, attemptId: 't', firstSentAt: 1 }),
    );
    await edit(services, { city: 'Reno' });
    expect((await outbox(services)).map((mutation) => mutation.state)).toEqual([state, 'queued']);
  });

  // @spec D2.11
  it('[Q4] replaces one that was refused, and is sent', async () => {
    const services = await withBen();
    const fields = changes({ email: ['', 'bad'] });
    const refused = {
      state: 'parked',
      attempts: 1,
      attemptId: 't',
      firstSentAt: 1,
      refusal: aRefusal(),
    } as const;
    await services.db.strict.outbox.add(aNewMutation({ localId: '7', fields, ...refused }));
    await services.db.strict.customers.update('7', { view: { ...boise, email: 'bad' }, mark: 'attention' });
    await edit(services, { email: 'ben@example.com' });
    expect(await outbox(services)).toMatchObject([
      {
        state: 'queued',
        refusal: null,
        attemptId: null,
        fields: changes({ email: ['', 'ben@example.com'] }),
      },
    ]);
    expect((await viewOf(services))?.mark).toBe('waiting');
  });
});

describe('a change that a dialog waits for', () => {
  const engine = { key: 'engine', reasons: [], resumeAt: 0, throttledUntil: 0 } as const;

  it('[Q5] is watched if its answer may come soon', async () => {
    const services = await withBen();
    await services.db.strict.meta.put(engine);
    expect(await edit(services, { city: 'Reno' }, true)).toMatchObject({ watched: true });
    expect(await outbox(services)).toMatchObject([{ watched: true }]);
  });

  // @spec D2.9
  it('[Q5] is merged with no other change', async () => {
    const services = await withBen();
    await services.db.strict.meta.put(engine);
    await edit(services, { city: 'Reno' }, true);
    await edit(services, { city: 'Elko' });
    expect((await outbox(services)).map(({ fields }) => fields['city'])).toEqual([
      { base: 'Boise', value: 'Reno' },
      { base: 'Reno', value: 'Elko' },
    ]);
  });

  // @spec D2.6
  it.each([
    ['no engine has run yet', undefined],
    ['the engine is paused', { ...engine, reasons: ['offline'] as const }],
    ['the engine backs off', { ...engine, resumeAt: Number.MAX_SAFE_INTEGER }],
  ])('is not watched when %s', async (_, row) => {
    const services = await withBen();
    if (row) await services.db.strict.meta.put({ ...row, reasons: [...row.reasons] });
    expect(await edit(services, { city: 'Reno' }, true)).toMatchObject({ watched: false });
  });

  // @spec D2.8
  it.each([
    ['is watched if it refers to a record that the server has', '7', true],
    ['is not watched if it refers to a record that no server has', 'made-here', false],
    ['is not watched if it refers to a record that this device lacks', 'nowhere', false],
  ])('[P21] %s', async (_, customer, watched) => {
    const services = await withBen();
    await services.db.strict.meta.put(engine);
    const { serverId: _none, ...unsent } = aRecord({ localId: 'made-here' });
    await services.db.strict.customers.add(unsent);
    const draft = { ...resourceSpecs.projects.blank({ now: 0, random: 0 }), title: 'Roof', customer };
    const receipt = await createRecord(services, 'projects', draft, { watch: true });
    expect(receipt).toMatchObject({ watched });
    const mine = (await outbox(services)).find(({ localId }) => localId === receipt.localId);
    expect(mine?.watched).toBe(watched);
  });

  // @spec D2.7
  it('is not watched behind an earlier change, unless that was refused', async () => {
    const services = await withBen();
    await services.db.strict.meta.put(engine);
    const seq = await services.db.strict.outbox.add(
      aNewMutation({ localId: '7', kind: 'update', state: 'sending' }),
    );
    expect(await edit(services, { city: 'Reno' }, true)).toMatchObject({ watched: false });
    await services.db.strict.outbox.where('seq').above(seq).delete();
    await services.db.strict.outbox.update(seq, { state: 'parked', refusal: aRefusal() });
    expect(await edit(services, { city: 'Elko' }, true)).toMatchObject({ watched: true });
  });
});

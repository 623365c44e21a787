import { describe, expect, it } from 'vitest';
import type { Fields, Wire } from '../../src/domain/resource-spec.ts';
import { seenChange } from '../../src/outbox/history.ts';
import type { HistoryNote, LaneEvent } from '../../src/outbox/lane-event.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { aLane, anEnv, aRecord, aRow, knowing } from '../support/lanes/lanes.ts';
import { aMutation, ann, aRefusal, changes } from '../support/records/mutations.ts';

const NOW = 1_795_161_600_000;
const EARLIER = NOW - 60_000;
const env = anEnv({ now: NOW });

const toReno = aMutation({ acceptedAt: 500, fields: changes({ city: ['', 'Reno'] }) });
/** Sent, with a lost answer. */
const lost = { ...toReno, firstSentAt: 600, attempts: 1, readFirst: true } as Mutation;
const sending = { ...lost, state: 'sending', attemptId: 'a-1' } as Mutation;
const theirs = { by: 'other', at: NOW } as const;
const mine = { by: 'me', at: 500 } as const;
const city = (was: string, is: string) => ({ city: { was, is } });

const read = (wire: Wire): LaneEvent => ({ type: 'rowRead', row: aRow(wire) });

function after(change: Mutation | null, event: LaneEvent, server: Fields = ann): readonly HistoryNote[] {
  return reduceLane(aLane(server, change ? [change] : []), event, env).history;
}

function answerTo(seen: Mutation, body: Wire): LaneEvent {
  const verdict = { do: 'confirm', record: { id: 7, wire: body } } as const;
  return { type: 'answered', seen, before: toReno, verdict, status: 200, body, row: aRow(body) };
}

describe('the history of a new copy of a record', () => {
  it('[H1, H5] has the values before and after, by somebody else if this device sent nothing', () => {
    expect(after(toReno, read({ ...ann, email: 'lee@example.com' }))).toEqual([
      {
        resource: 'customers',
        localId: 'a',
        ...theirs,
        fields: { email: { was: 'ann@example.com', is: 'lee@example.com' } },
      },
    ]);
  });

  it.each<[name: string, wire: Wire]>([
    ['the same values', ann],
    ['the same values in another form', { ...ann, email: ' ANN@example.com', phone: '' }],
    ['only another time of change', { ...ann, updated_at: '2026-11-26T10:00:00Z' }],
  ])('[H1] is empty if the copy has %s', (_, wire) => {
    expect(after(null, read(wire))).toEqual([]);
  });

  it('[H1] is empty for the first copy, and if nothing was read', () => {
    expect(reduceLane({ ...aLane(ann), record: undefined }, read(ann), env).history).toEqual([]);
    expect(
      after({ ...toReno, state: 'parked', refusal: aRefusal() } as Mutation, answerTo(sending, ann)),
    ).toEqual([]);
    const seen = { resource: 'customers', localId: 'a', is: ann, wire: {} } as const;
    expect(seenChange({ ...seen, was: null }, NOW)).toEqual([]);
  });

  it.each<[name: string, updatedAt: unknown, at: number]>([
    ['that the row names', new Date(EARLIER).toISOString(), EARLIER],
    ['of the read if the row names none', undefined, NOW],
    ['of the read if the row names no valid time', 'yesterday', NOW],
    ['of the read if the row names a future time', new Date(NOW + 5).toISOString(), NOW],
  ])('[H5] has the time %s', (_, updatedAt, at) => {
    expect(after(null, read({ ...ann, city: 'Elko', updated_at: updatedAt }))).toMatchObject([
      { at, by: 'other', fields: city('', 'Elko') },
    ]);
  });

  it('[H1] leaves out fields that the app did not keep before, but not cleared ones', () => {
    const { city: _, ...without } = ann;
    expect(after(null, read({ ...ann, city: 'Elko' }), without)).toEqual([]);
    const seen = { resource: 'customers', localId: 'a', is: without, wire: {} } as const;
    expect(seenChange({ ...seen, was: { ...ann, city: 'Elko' } }, NOW)).toMatchObject([
      { fields: { city: { was: 'Elko', is: null } } },
    ]);
  });
});

describe('a change of this device', () => {
  it('[H2] is its own once answered, with the time of the save; the rest of the answer is not', () => {
    expect(after(sending, answerTo(sending, { ...ann, city: 'Reno', phone: '555' }))).toMatchObject([
      { ...mine, fields: city('', 'Reno') },
      { ...theirs, fields: { phone: { was: '', is: '555' } } },
    ]);
  });

  it("[H2] has the person's values if the answer leaves them out", () => {
    const { city: _, ...without } = ann;
    expect(after(sending, answerTo(sending, without))).toMatchObject([{ ...mine, fields: city('', 'Reno') }]);
  });

  it.each<[name: string, event: LaneEvent]>([
    ['a list shows it', read({ ...ann, city: 'Reno' })],
    [
      'the record is read before it is sent again',
      { type: 'recordRead', seen: lost, row: aRow({ ...ann, city: ' Reno' }), startGeneration: 1 },
    ],
  ])('[H3] is its own if the answer was lost and %s', (_, event) => {
    expect(after(lost, event)).toMatchObject([{ ...mine, fields: { city: { was: '' } } }]);
  });

  it('[H6] that the server altered is noted as two changes', () => {
    expect(after(sending, answerTo(sending, { ...ann, city: 'Elko' }))).toMatchObject([
      { ...mine, fields: city('', 'Reno') },
      { ...theirs, fields: city('Reno', 'Elko') },
    ]);
  });

  const refused = { ...lost, state: 'parked', refusal: aRefusal() } as Mutation;
  const answered = { ...lost, setbacks: { serverErrors: 0, since: 0, rereads: 1 } } as Mutation;
  it.each<[name: string, change: Mutation]>([
    ['was not sent', toReno],
    ['was refused', refused],
    ['got only answers that others were faster', answered],
  ])('[H7] that %s is not its own: somebody else made the same change', (_, change) => {
    expect(after(change, read({ ...ann, city: 'Reno' }))).toMatchObject([
      { ...theirs, fields: city('', 'Reno') },
    ]);
  });

  it('[H7] is not noted while it waits, or when it is discarded', () => {
    const along = [] as const;
    const intent = { kind: 'update', fields: toReno.fields, watched: false } as const;
    expect(after(null, { type: 'saved', id: 's', intent, along })).toEqual([]);
    const discard = { type: 'decided', mutationId: 'm-1', decision: { what: 'discard' } } as const;
    expect(after(refused, discard)).toEqual([]);
  });

  const reference = aMutation({
    resource: 'projects',
    fields: changes({ customer: ['3', 'made-here'] }),
    firstSentAt: 600,
    attempts: 1,
  });
  it('[H3] is its own whether a reference has the local or the server id', () => {
    const project = aRecord('projects', { customer: '3' });
    const references = knowing({ 'made-here': 9 });
    const event = read({ ...project, customer: 9 });
    const { history } = reduceLane(aLane(project, [reference]), event, anEnv({ references }));
    expect(history).toMatchObject([{ by: 'me', fields: { customer: { was: '3', is: '9' } } }]);
  });

  it('[H4] includes what the server computes from it, and nothing else', () => {
    const estimate = aRecord('estimates', { subtotal: 100, tax_rate: 10, total_amount: 110 });
    const change = aMutation({
      resource: 'estimates',
      acceptedAt: 500,
      fields: { subtotal: { base: 100, value: 200 } },
      firstSentAt: 600,
      attempts: 1,
    });
    const event = read({ ...estimate, subtotal: 200, total_amount: 220, title: 'Roof' });
    expect(reduceLane(aLane(estimate, [change]), event, env).history).toMatchObject([
      { ...mine, fields: { subtotal: { was: 100, is: 200 }, total_amount: { was: 110, is: 220 } } },
      { ...theirs, fields: { title: { was: '', is: 'Roof' } } },
    ]);
  });

  it('[H3] includes its lines in a text that others added to since', () => {
    const order = aRecord('workOrders', { notes: 'Gate' });
    const change = aMutation({
      resource: 'workOrders',
      acceptedAt: 500,
      fields: changes({ notes: ['Gate', 'Gate\nWall'], title: ['', 'Pump'] }),
      firstSentAt: 600,
      attempts: 1,
    });
    const event = read({ ...order, notes: 'Gate\nWall\nDog' });
    expect(reduceLane(aLane(order, [change]), event, env).history).toMatchObject([
      { ...mine, fields: { notes: { was: 'Gate', is: 'Gate\nWall' } } },
      { ...theirs, fields: { notes: { was: 'Gate\nWall', is: 'Gate\nWall\nDog' } } },
    ]);
  });
});

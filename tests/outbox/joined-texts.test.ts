import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import type { Lane } from '../../src/outbox/lane.ts';
import type { LaneEvent, Side } from '../../src/outbox/lane-event.ts';
import { basesOf } from '../../src/outbox/merge/conflict.ts';
import { mergeFields, rebased } from '../../src/outbox/merge/merge-fields.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { aLane, anEnv, aRecord, aRow } from '../support/lanes/lanes.ts';
import { aMutation, aRefusal, changes } from '../support/records/mutations.ts';

const order = aRecord('workOrders', { title: 'Pump', notes: 'gate', status: 'pending', city: 'Boise' });
const mine = changes({ notes: ['gate', 'gate\nmine'] });
const joined = { base: 'gate\ntheirs', value: 'gate\ntheirs\nmine' };

function anUpdate(given: Partial<Mutation> = {}): Mutation {
  return aMutation({ resource: 'workOrders', fields: mine, ...given });
}

function happen(lane: Lane, event: LaneEvent) {
  return reduceLane(lane, event, anEnv());
}

describe('[M27] a text that both sides changed', () => {
  const theirs = { ...order, notes: 'gate\ntheirs' };
  const noted = [
    { outcome: 'joined', mutation: { fields: mine }, theirs: { notes: 'gate\ntheirs' } },
  ] as const;

  it('[M31] is merged when a list shows it, and the journal has both texts', () => {
    const { lane, journal } = happen(aLane(order, [anUpdate()]), { type: 'rowRead', row: aRow(theirs) });
    expect(lane.mutations).toMatchObject([{ state: 'queued', fields: { notes: joined } }]);
    expect(lane.record?.view?.['notes']).toBe(joined.value);
    expect(journal).toMatchObject(noted);
  });

  it('[M31] is merged when its record is read before it is sent', () => {
    const lane = aLane(order, [anUpdate()]);
    const [seen] = lane.mutations as [Mutation];
    const read = { type: 'recordRead', seen, row: aRow(theirs), startGeneration: 1 } as const;
    const { lane: after, journal } = happen(lane, read);
    expect(after.mutations).toMatchObject([{ fields: { notes: joined } }]);
    expect(journal).toMatchObject(noted);
  });

  it('[M31] is merged when it is checked out', () => {
    const lane = aLane(theirs, [anUpdate()]);
    const [seen] = lane.mutations as [Mutation];
    const claim = {
      type: 'checkedOut',
      seen,
      features: new Set<string>(),
      generation: 1,
      together: new Map(),
    } as const;
    const { lane: after, journal } = happen(lane, claim);
    expect(after.mutations).toMatchObject([{ state: 'sending', fields: { notes: joined } }]);
    expect(journal).toMatchObject(noted);
  });

  it('[M30] is not sent if the server already has my lines', () => {
    const has = { ...order, notes: 'gate\ntheirs\nmine' };
    const sides = { before: order, theirs: has, resource: 'workOrders' } as const;
    expect(mergeFields({ mine, ...sides })).toMatchObject({ fields: {}, conflicts: [] });
    const blank = mergeFields({
      resource: 'workOrders',
      mine: { notes: { base: null, value: 'mine' } },
      before: null,
      theirs: { notes: 'theirs' },
    });
    expect(blank.fields).toEqual({ notes: { base: 'theirs', value: 'theirs\nmine' } });
  });

  it('[M29] is in conflict if both sides changed the same line', () => {
    const sides = { before: order, theirs: { ...order, notes: 'gate 99' }, resource: 'workOrders' } as const;
    const change = changes({ notes: ['gate', 'gate 12'] });
    expect(mergeFields({ mine: change, ...sides })).toEqual({
      fields: change,
      conflicts: ['notes'],
      joined: {},
    });
  });
});

describe('a text changed behind another change of it', () => {
  const behind = changes({ notes: ['gate\nmine', 'gate\nmine\nmore'] });

  it("[M27] is merged with the server's version of that change", () => {
    expect(rebased(behind, { notes: 'gate\ntheirs\nmine' }, ['notes'])).toEqual(
      changes({ notes: ['gate\ntheirs\nmine', 'gate\ntheirs\nmine\nmore'] }),
    );
    expect(rebased(behind, { notes: 'gate\nmine ' }, ['notes'])).toEqual(
      changes({ notes: ['gate\nmine ', 'gate\nmine\nmore'] }),
    );
  });

  it('[M29] keeps its base if lines clash, for a person to decide', () => {
    const clash = changes({ notes: ['gate', 'gate 12'] });
    expect(rebased(clash, { notes: 'gate 99' }, ['notes'])).toEqual(clash);
  });

  it('[M14] takes the server’s text as its base once a person has decided', () => {
    const conflict = { fields: ['status'], before: null, theirs: order };
    const change = {
      resource: 'workOrders',
      fields: { ...mine, ...changes({ status: ['new', 'assigned'] }) },
      refusal: null,
    } as const;
    const decided = { ...change, refusal: { ...aRefusal('conflict'), conflict } };
    expect(basesOf(order, change)).toEqual({ status: 'pending' });
    expect(basesOf(order, decided)).toEqual({ status: 'pending' });
    const both = {
      ...decided,
      refusal: { ...decided.refusal, conflict: { ...conflict, fields: ['notes'] } },
    };
    expect(basesOf(order, both)).toEqual({ notes: 'gate', status: 'pending' });
  });
});

describe('[M33] a conflict that is decided field by field', () => {
  const fields = changes({
    notes: ['gate', 'gate 12'],
    status: ['pending', 'assigned'],
    city: ['Boise', 'Reno'],
    title: ['Pump', 'Pumps'],
  });
  const theirs: Fields = { ...order, notes: 'gate 99', status: 'cancelled', state: 'NV' };
  const conflict = { fields: ['notes', 'status', 'city'], before: order, theirs };
  const parked = anUpdate({ state: 'parked', fields, refusal: { ...aRefusal('conflict'), conflict } });
  const choose = (choices: Readonly<Record<string, Side>>, lane = aLane(theirs, [parked])) =>
    happen(lane, { type: 'decided', mutationId: parked.id, decision: { what: 'choose', choices } });

  it('takes the chosen side of each field, and mine by default', () => {
    const { lane, journal } = choose({ notes: 'both', status: 'theirs' });
    expect(lane.mutations).toMatchObject([{ state: 'queued', refusal: null }]);
    expect(lane.mutations[0]?.fields).toEqual({
      notes: { base: 'gate 99', value: 'gate 99\ngate 12' },
      city: { base: 'Boise', value: 'Reno' },
      title: { base: 'Pump', value: 'Pumps' },
    });
    expect(journal).toMatchObject([
      { outcome: 'cancelled', mutation: { fields: changes({ status: ['pending', 'assigned'] }) } },
      { outcome: 'decided', theirs: { notes: 'gate 99', city: 'Boise' } },
    ]);
  });

  it('keeps all of mine by default, and is discarded if nothing of mine is left', () => {
    expect(choose({}).lane.mutations[0]?.fields['status']).toEqual({ base: 'cancelled', value: 'assigned' });
    const all = { notes: 'theirs', status: 'theirs', city: 'theirs' } as const;
    expect(choose(all).lane.mutations[0]?.fields).toEqual(changes({ title: ['Pump', 'Pumps'] }));
    const { title: _, ...clashing } = fields;
    const lane = aLane(theirs, [{ ...parked, fields: clashing } as Mutation]);
    expect(choose(all, lane).lane).toMatchObject({ mutations: [], record: { view: theirs } });
  });

  it.each<[string, Parameters<typeof happen>[1]]>([
    ['all of theirs', { type: 'decided', mutationId: parked.id, decision: { what: 'takeTheirs' } }],
    [
      'theirs of each field',
      {
        type: 'decided',
        mutationId: parked.id,
        decision: { what: 'choose', choices: { notes: 'theirs', status: 'theirs', city: 'theirs' } },
      },
    ],
  ])('[M37] sends what my text adds to theirs after a decision for %s', (_, event) => {
    const own = { base: 'gate', value: 'gate 12\n--- Job ---\nCrew: Ann' };
    const crew = { ...theirs, notes: 'gate 99\n--- Job ---\nCrew: Bo' };
    const lane = aLane(crew, [{ ...parked, fields: { ...fields, notes: own } } as Mutation]);
    expect(happen(lane, event).lane.mutations[0]?.fields).toEqual({
      notes: { base: crew.notes, value: 'gate 99\n--- Job ---\nCrew: Bo, Ann' },
      title: { base: 'Pump', value: 'Pumps' },
    });
  });

  it('[M37] sent again keeps mine and what the server added', () => {
    const retry = { type: 'decided', mutationId: parked.id, decision: { what: 'retry' } } as const;
    const crew = { ...theirs, notes: 'gate 99\n--- Job ---\nCrew: Bo' };
    expect(happen(aLane(crew, [parked]), retry).lane.mutations[0]?.fields['notes']).toEqual({
      base: crew.notes,
      value: 'gate 12\n--- Job ---\nCrew: Bo',
    });
  });

  it('[M37] edited again keeps the edit and what only the server’s side changed', () => {
    const crew = { ...theirs, notes: 'gate 99\n--- Job ---\nCrew: Bo' };
    const edited = changes({
      notes: ['gate 12', 'gate 7\n--- Job ---\nCrew: Ann'],
      status: ['assigned', 'cancelled'],
    });
    const intent = { kind: 'update', fields: edited, watched: false, decides: true } as const;
    const { lane } = happen(aLane(crew, [parked]), { type: 'saved', id: 'm-2', intent, along: null });
    expect(lane.mutations[0]?.fields).toMatchObject({
      notes: { base: crew.notes, value: 'gate 7\n--- Job ---\nCrew: Bo, Ann' },
      title: { base: 'Pump', value: 'Pumps' },
    });
    expect(lane.mutations[0]?.fields).not.toHaveProperty('status');
  });

  it('keeps both sides of a text that the server no longer shows', () => {
    const { notes: _, ...others } = theirs;
    const { lane } = choose({ notes: 'both' }, aLane(others, [parked]));
    expect(lane.mutations[0]?.fields['notes']).toEqual({ base: null, value: 'gate 12' });
  });

  it('ignores anything but a conflict over an update', () => {
    const refused = aLane(theirs, [{ ...parked, refusal: aRefusal() } as Mutation]);
    expect(choose({}, refused).lane).toBe(refused);
  });
});

import { describe, expect, it } from 'vitest';
import { fold } from '../../src/outbox/mirror-record.ts';
import { aMutation, aRefusal, changes } from '../support/records/mutations.ts';

const boise = { city: 'Boise', state: 'ID' };
const toReno = aMutation({ fields: changes({ city: ['Boise', 'Reno'] }) });
const parked = { state: 'parked', refusal: aRefusal() } as const;

describe('the view of a record', () => {
  it('is the server copy while nothing waits', () => {
    expect(fold(boise, [])).toEqual({ view: boise, mark: 'synced' });
    expect(fold(null, [])).toEqual({ view: null, mark: 'synced' });
  });

  it('[Q3] is the server copy with every open change applied in order of acceptance', () => {
    const toElko = aMutation({ seq: 2, fields: changes({ city: ['Reno', 'Elko'] }) });
    expect(fold(boise, [toReno, toElko])).toEqual({ view: { city: 'Elko', state: 'ID' }, mark: 'waiting' });
  });

  it('is the create if no server has the record', () => {
    const create = aMutation({ kind: 'create', fields: changes({ city: [null, 'Reno'] }) });
    expect(fold(null, [create])).toEqual({ view: { city: 'Reno' }, mark: 'waiting' });
  });

  it('is null while a deletion waits', () => {
    expect(fold(boise, [aMutation({ kind: 'delete' })])).toEqual({ view: null, mark: 'waiting' });
  });

  it('stays null if another change waits behind the deletion', () => {
    const gone = aMutation({ kind: 'delete' });
    expect(fold(boise, [gone, toReno]).view).toBeNull();
    expect(fold(boise, [{ ...gone, ...parked }, toReno]).view).toEqual({ city: 'Reno', state: 'ID' });
  });

  it('[S6] keeps a parked create or update, marked', () => {
    expect(fold(boise, [{ ...toReno, ...parked }])).toEqual({
      view: { city: 'Reno', state: 'ID' },
      mark: 'attention',
    });
    const create = aMutation({ kind: 'create', fields: changes({ city: [null, 'Reno'] }), ...parked });
    expect(fold(null, [create])).toEqual({ view: { city: 'Reno' }, mark: 'attention' });
  });

  // @spec D1.3
  it('[S15] lists a record again, marked, whose deletion is parked', () => {
    expect(fold(boise, [aMutation({ kind: 'delete', ...parked })])).toEqual({
      view: boise,
      mark: 'attention',
    });
  });

  it('[S6] keeps the attention mark if another change waits behind a parked one', () => {
    expect(fold(boise, [{ ...toReno, ...parked }, aMutation({ seq: 2 })]).mark).toBe('attention');
    expect(fold(boise, [toReno, aMutation({ seq: 2, ...parked })]).mark).toBe('attention');
  });
});

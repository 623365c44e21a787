import { describe, expect, it } from 'vitest';
import { dependenciesOf, releases, targetsOf } from '../../src/outbox/dependencies.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { aMutation, changes } from '../support/records/mutations.ts';

const moved = changes({ customer: ['1', 'a'], title: ['Roof', 'Roof 2'] });
const none = { kind: 'update', fields: changes({ title: ['Roof', 'Roof 2'] }) } as const;

describe('the records that a change depends on', () => {
  it('[P21] are those that a create or an update refers to', () => {
    expect(dependenciesOf('projects', { kind: 'create', fields: moved }, null)).toEqual(['a']);
    const before = { view: { customer: '1' }, server: { customer: '1' } };
    expect(dependenciesOf('projects', { kind: 'update', fields: moved }, before)).toEqual(['a']);
  });

  it('[P21] are none if it refers to no record, or no longer does', () => {
    expect(dependenciesOf('projects', none, null)).toEqual([]);
    const blank = changes({ customer: ['1', null] });
    expect(dependenciesOf('projects', { kind: 'update', fields: blank }, null)).toEqual([]);
    expect(
      dependenciesOf('projects', { kind: 'create', fields: changes({ customer: [null, ''] }) }, null),
    ).toEqual([]);
    expect(dependenciesOf('customers', { kind: 'create', fields: moved }, null)).toEqual([]);
  });

  it.each([
    ['in its view and in the server copy', { customer: 'a' }, { customer: '1' }, ['a', '1']],
    ['each once', { customer: '1' }, { customer: '1' }, ['1']],
    ['if no server has it', { customer: 'a' }, null, ['a']],
    ['if it is hidden already', null, { customer: '1' }, ['1']],
    ['if there are none', { customer: null }, {}, []],
  ])('[P22] are those that a deleted record refers to, %s', (_, view, server, ids) => {
    expect(dependenciesOf('projects', { kind: 'delete', fields: {} }, { view, server })).toEqual(ids);
  });

  it('[P22] are none for the deletion of a missing record', () => {
    expect(dependenciesOf('projects', { kind: 'delete', fields: {} }, null)).toEqual([]);
  });
});

describe('references that a change makes and ends', () => {
  const customersOf = (mutation: Mutation) =>
    targetsOf(mutation).flatMap(({ to, id }) => (to === 'customers' ? [id] : []));

  it.each([
    ['an update', aMutation({ resource: 'projects', fields: moved, deps: ['a'] }), ['a'], ['1']],
    [
      'a create',
      aMutation({ resource: 'projects', kind: 'create', fields: changes({ customer: [null, 'a'] }) }),
      ['a'],
      [],
    ],
    ['a deletion', aMutation({ resource: 'projects', kind: 'delete', deps: ['a', '1'] }), [], ['a', '1']],
    ['another change', aMutation({ resource: 'projects', ...none }), [], []],
    ['a record without references', aMutation({ kind: 'delete', deps: [] }), [], []],
  ])('[P22] of %s', (_, mutation, made, ended) => {
    expect(customersOf(mutation)).toEqual(made);
    expect(releases(mutation, 'customers')).toEqual(ended);
  });

  it('[P22] do not include other kinds of records', () => {
    const update = aMutation({ resource: 'projects', fields: moved, deps: ['a'] });
    const deletion = aMutation({ resource: 'projects', kind: 'delete', deps: ['a'] });
    expect([releases(update, 'projects'), releases(deletion, 'projects')]).toEqual([[], []]);
  });
});

import { expect, it } from 'vitest';
import { estimateSpec } from '../../src/domain/estimate.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { overruled } from '../../src/outbox/confirm.ts';

type Change = Parameters<typeof overruled>[0];

const blank = estimateSpec.blank({ now: 0, random: 0 });
const typed = { title: 'Roof', subtotal: 659, tax_rate: 8.25, total_amount: 777.77 };

const changesOf = (fields: Fields): Change['fields'] =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, { value, base: null }]));

/** Returns the overruled values of an estimate of `fields` that a server answers with `made`. */
function noted(made: Fields, fields: Fields = typed, other: Partial<Change> = {}): Fields {
  const change: Change = { resource: 'estimates', kind: 'create', fields: changesOf(fields), ...other };
  const sent = { ...blank, ...fields };
  return overruled(change, sent, { ...sent, ...made });
}

it.each<[name: string, made: Fields, expected: Fields]>([
  ['is the value in the answer', { total_amount: 713.37 }, { total_amount: 713.37 }],
  ['may be several values', { title: 'Wall', subtotal: 5 }, { title: 'Wall', subtotal: 5 }],
  ['may be null', { title: undefined } as never, { title: null }],
  ['is nothing if the answer is as sent', {}, {}],
  ['is nothing if only the form differs', { title: ' Roof ' }, {}],
  ['leaves out a field that was not typed', { notes: 'Thanks' }, {}],
])('what a server overruled %s', (_, made, expected) => {
  expect(noted(made)).toEqual(expected);
});

it('what a server overruled leaves out blank fields, but only of a new record', () => {
  const fields = { ...typed, status: 'draft', notes: '' };
  const made = { status: 'sent', notes: 'Thanks' };
  expect(noted(made, fields)).toEqual({});
  expect(noted(made, fields, { kind: 'update' })).toEqual(made);
});

it('what a server overruled leaves out generated and computed values', () => {
  expect(noted({ title: 'EST-7' }, typed, { generated: { title: 'Roof' } })).toEqual({});
  expect(noted({ title: 'EST-7' }, typed, { generated: { title: 'Made up' } })).toEqual({ title: 'EST-7' });
  expect(noted({ total_amount: 713.36 }, { ...typed, total_amount: 713.37 })).toEqual({});
});

it('what a server overruled leaves out values of an earlier attempt', () => {
  expect(noted({ title: 'Ruf' }, typed, { firstSentFields: { title: 'Ruf' } })).toEqual({});
  expect(noted({ title: 'Wall' }, typed, { firstSentFields: { title: 'Ruf' } })).toEqual({ title: 'Wall' });
});

it('what a server overruled may be any field of a record without computed values', () => {
  const change: Change = { resource: 'customers', kind: 'update', fields: changesOf({ city: 'Boise' }) };
  expect(overruled(change, { city: 'Boise' }, { city: 'Elko' })).toEqual({ city: 'Elko' });
});

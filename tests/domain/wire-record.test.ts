import { expect, it } from 'vitest';
import { readRecord, versionOf } from '../../src/domain/answer.ts';

it.each([
  ['a whole number', 3, 3],
  ['none', undefined, undefined],
  ['text', '3', undefined],
  ['a number that a device cannot count on', 2 ** 60, undefined],
])('the version of a record is %s', (_, version, read) => {
  expect(versionOf({ id: 7, wire: { version } })).toBe(read);
});

it.each([
  ['a number', { id: 7 }, 7],
  ['text', { id: 'b7' }, 'b7'],
])('a record is identified by %s', (_, wire, id) => {
  expect(readRecord(wire)).toEqual({ id, wire });
});

it.each([
  ['nothing', null],
  ['a list', []],
  ['an object without an id', { name: 'Ann' }],
  ['an object with a blank id', { id: '' }],
  ['an object with an id that is no number', { id: Number.NaN }],
])('%s is not a record', (_, value) => {
  expect(readRecord(value)).toBeNull();
});

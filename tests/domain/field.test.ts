import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Field, type FieldType, isAmount, readableValue, sameValue } from '../../src/domain/field.ts';
import type { FieldValue } from '../../src/domain/resource-spec.ts';
import { counterexample } from '../support/test/counterexample.ts';

const value = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.constant(null), fc.constant(undefined));

describe('[M2] values that mean the same to a server', () => {
  it.each<[FieldType, FieldValue | undefined, FieldValue | undefined]>([
    ['text', ' Boise ', 'Boise'],
    ['text', null, ''],
    ['text', undefined, ''],
    ['text', '   ', null],
    ['email', ' Ann@Example.com', 'ann@example.COM '],
    ['phone', '+1-555-123-4567', '1 (555) 123 4567'],
    ['phone', ' ext ', 'ext'],
    ['money', '100.00', 100],
    ['money', 2500.5, '2500.50'],
    ['percent', 8.25, '8.250'],
    ['date', '2026-03-04', '2026-03-04T00:00:00Z'],
    ['dateTime', '2026-03-04', '2026-03-04T00:00:00Z'],
    ['dateTime', '2026-03-04', '2026-03-04 09:30:00'],
    ['dateTime', '2026-03-04T09:30:00Z', '2026-03-04T09:30:00.000+00:00'],
    ['dateTime', '2026-03-04T09:30:00Z', '2026-03-04T11:30:00+02:00'],
    ['dateTime', null, ''],
  ])('[M2] %s: %j and %j', (type, a, b) => {
    expect(sameValue(type, a, b)).toBe(true);
    expect(sameValue(type, b, a)).toBe(true);
  });
});

describe('[M2] values that differ', () => {
  it.each<[FieldType, FieldValue | undefined, FieldValue | undefined]>([
    ['text', 'Boise', 'boise'],
    ['text', 'Boise', ''],
    ['text', null, 'Boise'],
    ['email', 'ann@example.com', 'ann@example.org'],
    ['phone', '555-0001', '555-0002'],
    ['phone', 'home', 'work'],
    ['money', 0, ''],
    ['money', '100.01', 100],
    ['text', 'ten', 10],
    ['dateTime', '2026-03-04', '2026-03-05'],
    ['dateTime', '2026-03-04', '2026-03-05T00:00:00Z'],
    ['dateTime', '2026-03-04T09:30:00Z', '2026-03-04T09:31:00Z'],
    ['dateTime', '2026-03-04T09:30 nonsense', '2026-03-04T09:30 nothing'],
    ['dateTime', '2026-03-04', '2026-03-04 and on'],
  ])('[M2] %s: %j and %j', (type, a, b) => {
    expect(sameValue(type, a, b)).toBe(false);
    expect(sameValue(type, b, a)).toBe(false);
  });
});

describe('sameValue', () => {
  const type = fc.constantFrom<FieldType>('text', 'email', 'phone', 'money', 'percent', 'dateTime');

  it('[M2] is true for a value and itself', () => {
    expect(counterexample(fc.property(type, value, (name, a) => sameValue(name, a, a)))).toBeNull();
  });

  it('[M2] does not depend on the order of its two values', () => {
    expect(
      counterexample(
        fc.property(type, value, value, (name, a, b) => sameValue(name, a, b) === sameValue(name, b, a)),
      ),
    ).toBeNull();
  });
});

it.each<[Field, stored: FieldValue | undefined, readable: FieldValue, isAmount: boolean]>([
  [{ type: 'text' }, undefined, '', false],
  [{ type: 'email' }, null, '', false],
  [{ type: 'phone' }, 5550101, '5550101', false],
  [{ type: 'longText' }, 'Dry', 'Dry', false],
  [{ type: 'choice', choices: ['lead'], initial: 'lead' }, 'unknown here', 'unknown here', false],
  [{ type: 'money' }, 12.5, 12.5, true],
  [{ type: 'percent' }, undefined, null, true],
  [{ type: 'date' }, '2026-03-04', '2026-03-04', false],
  [{ type: 'dateTime' }, undefined, null, false],
  [{ type: 'reference', to: 'customers' }, '7', '7', false],
])('of %j, %j is shown as %j; an amount: %j', (field, stored, readable, amount) => {
  expect([readableValue(field, stored), isAmount(field)]).toEqual([readable, amount]);
});

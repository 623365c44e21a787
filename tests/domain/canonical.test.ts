import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameValue } from '../../src/domain/canonical.ts';
import type { FieldValue } from '../../src/domain/resource-spec.ts';
import { counterexample } from '../support/test/counterexample.ts';

const value = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.constant(null), fc.constant(undefined));

describe('[M2] values that mean the same to a server', () => {
  it.each<[string, FieldValue | undefined, FieldValue | undefined]>([
    ['city', ' Boise ', 'Boise'],
    ['city', null, ''],
    ['city', undefined, ''],
    ['city', '   ', null],
    ['email', ' Ann@Example.com', 'ann@example.COM '],
    ['phone', '+1-555-123-4567', '1 (555) 123 4567'],
    ['phone', ' ext ', 'ext'],
    ['subtotal', '100.00', 100],
    ['subtotal', 2500.5, '2500.50'],
    ['scheduled_date', '2026-03-04', '2026-03-04T00:00:00Z'],
    ['scheduled_date', '2026-03-04', '2026-03-04 09:30:00'],
    ['scheduled_date', '2026-03-04T09:30:00Z', '2026-03-04T09:30:00.000+00:00'],
    ['scheduled_date', '2026-03-04T09:30:00Z', '2026-03-04T11:30:00+02:00'],
    ['scheduled_date', null, ''],
  ])('[M2] %s: %j and %j', (field, a, b) => {
    expect(sameValue(field, a, b)).toBe(true);
    expect(sameValue(field, b, a)).toBe(true);
  });
});

describe('[M2] values that differ', () => {
  it.each<[string, FieldValue | undefined, FieldValue | undefined]>([
    ['city', 'Boise', 'boise'],
    ['city', 'Boise', ''],
    ['city', null, 'Boise'],
    ['email', 'ann@example.com', 'ann@example.org'],
    ['phone', '555-0001', '555-0002'],
    ['phone', 'home', 'work'],
    ['subtotal', 0, ''],
    ['subtotal', '100.01', 100],
    ['title', 'ten', 10],
    ['scheduled_date', '2026-03-04', '2026-03-05'],
    ['scheduled_date', '2026-03-04', '2026-03-05T00:00:00Z'],
    ['scheduled_date', '2026-03-04T09:30:00Z', '2026-03-04T09:31:00Z'],
    ['scheduled_date', '2026-03-04T09:30 nonsense', '2026-03-04T09:30 nothing'],
    ['scheduled_date', '2026-03-04', '2026-03-04 and on'],
  ])('[M2] %s: %j and %j', (field, a, b) => {
    expect(sameValue(field, a, b)).toBe(false);
    expect(sameValue(field, b, a)).toBe(false);
  });
});

describe('sameValue', () => {
  const field = fc.constantFrom('city', 'email', 'phone', 'subtotal');

  it('[M2] holds of every value and itself', () => {
    expect(counterexample(fc.property(field, value, (name, a) => sameValue(name, a, a)))).toBeNull();
  });

  it('[M2] does not depend on the order of its two values', () => {
    expect(
      counterexample(
        fc.property(field, value, value, (name, a, b) => sameValue(name, a, b) === sameValue(name, b, a)),
      ),
    ).toBeNull();
  });
});

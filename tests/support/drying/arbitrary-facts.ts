import fc from 'fast-check';
import { AIR_PLACES, type DryingFact, NOT_REMOVED, SKIPS } from '../../../src/domain/drying/drying-facts.ts';
import { ref } from './job.ts';

const name = fc.constantFrom('', 'Ann Lee', 'Bo Diaz', 'Zoë Ångström', 'JB', 'Al 2', 'O’Neil-Ray Q. Li');
const setter = fc.oneof(name, fc.constantFrom('Ann Lee/2', 'Al 2/12'));
const chamberRef = fc.record({ label: fc.stringMatching(/^[A-Z]{1,3}$/), by: setter });
const pointRef = fc.record({ label: fc.stringMatching(/^[A-Z]{1,3}\d{1,3}$/), by: setter });
const unitRef = fc.record({ label: fc.stringMatching(/^[A-Z]{1,3}\d{0,3}$/), by: setter });
const words = fc.constantFrom(
  'Kitchen',
  'N wall 12 in up',
  '4 x',
  '12',
  'LGR A',
  'étage 2',
  'D1 A/B'.slice(0, 2),
);
const tenths = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 }).map((n) => n / 10);
const skip = fc.constantFrom(...SKIPS);
const airValue = fc.record({ fahrenheit: tenths(-20, 140), humidity: tenths(1, 100) });
const airRef = fc.oneof(
  fc.constantFrom(...AIR_PLACES).map((label) => ref(label)),
  unitRef,
);

/** Some of the fields, at least one. */
function edit<Fields extends object>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) {
  return fc
    .record<Fields, never>(fields, { requiredKeys: [] })
    .filter((some) => Object.keys(some).length > 0);
}

export const fact: fc.Arbitrary<DryingFact> = fc.oneof(
  fc.record({
    word: fc.constant('chamber' as const),
    ref: chamberRef,
    rooms: fc.array(words, { minLength: 1, maxLength: 3 }),
    lossClass: fc.option(fc.integer({ min: 1, max: 4 })),
    cubicFeet: fc.option(fc.nat({ max: 1_000_000 })),
  }),
  fc.record({
    word: fc.constant('set' as const),
    ref: pointRef,
    place: words,
    material: fc.oneof(fc.constant(''), words),
    goal: fc.option(tenths(0, 999)),
  }),
  fc.record({
    word: fc.constant('set' as const),
    ref: pointRef,
    place: words,
    material: fc.oneof(fc.constant(''), words),
    chamber: chamberRef.filter(({ by }) => by !== ''),
    goal: fc.option(tenths(0, 999)),
  }),
  fc.record({
    word: fc.constant('placed' as const),
    ref: unitRef,
    count: fc.integer({ min: 1, max: 999 }),
    kind: words,
    chamber: chamberRef,
  }),
  fc.record({ word: fc.constant('air' as const), ref: airRef, value: fc.oneof(airValue, skip) }),
  fc.record({ word: fc.constant('points' as const), ref: pointRef, value: fc.oneof(tenths(0, 999), skip) }),
  fc.record({
    word: fc.constant('correct' as const),
    day: fc.constant('2026-11-24'),
    clock: fc.constant('09:05'),
    who: name.filter(Boolean),
    ref: pointRef,
    value: fc.oneof(airValue, tenths(0, 999), skip),
  }),
  fc.record({
    word: fc.constant('correct' as const),
    day: fc.constant('2026-11-24'),
    clock: fc.constant('09:05'),
    who: name.filter(Boolean),
    ref: airRef,
    value: fc.oneof(airValue, skip),
    instead: fc.oneof(airValue, skip),
  }),
  fc.record({
    word: fc.constant('correct' as const),
    day: fc.constant('2026-11-27'),
    clock: fc.constant('10:00'),
    who: name.filter(Boolean),
    ref: unitRef,
    value: fc.oneof(fc.constant(NOT_REMOVED), fc.record({ count: fc.integer({ min: 0, max: 999 }) })),
  }),
  fc.record({
    word: fc.constant('changed' as const),
    ref: chamberRef,
    of: fc.constant('chamber' as const),
    to: edit({
      rooms: fc.array(words, { minLength: 1, maxLength: 3 }),
      category: fc.option(fc.integer({ min: 1, max: 3 })),
      lossClass: fc.option(fc.integer({ min: 1, max: 4 })),
      cubicFeet: fc.option(fc.nat({ max: 1_000_000 })),
    }),
  }),
  fc.record({
    word: fc.constant('changed' as const),
    ref: pointRef,
    of: fc.constant('set' as const),
    to: edit({
      place: words,
      material: fc.oneof(fc.constant(''), words),
      goal: fc.option(tenths(0, 999)),
    }),
  }),
  fc.record({
    word: fc.constant('changed' as const),
    ref: unitRef,
    of: fc.constant('placed' as const),
    to: edit({ count: fc.integer({ min: 1, max: 999 }), chamber: chamberRef }),
  }),
  fc.record({ word: fc.constant('named' as const), ref: unitRef, kind: words }),
  fc.record({ word: fc.constant('running' as const), ref: fc.option(unitRef) }),
  fc.record({ word: fc.constant('removed' as const), ref: unitRef, isPoint: fc.boolean() }),
  fc.record({
    word: fc.constantFrom('dry' as const, 'reopened' as const),
    ref: chamberRef,
    remark: fc.oneof(fc.constant(''), words),
  }),
  fc.record({ word: fc.constant('altitude' as const), feet: fc.integer({ min: -1500, max: 15_000 }) }),
  fc.record({
    word: fc.constant('note' as const),
    text: fc.constantFrom('Key at 12.', 'points A1 34', 'a\nb'),
  }),
);

export const facts = fc.array(fact, { minLength: 1, maxLength: 12 });

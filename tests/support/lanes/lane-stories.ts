import fc from 'fast-check';
import type { FieldValue, ResourceName } from '../../../src/domain/resource-spec.ts';

/** Few fields and few values, so that both sides often change the same field. */
export const FIELDS: Partial<Record<ResourceName, Readonly<Record<string, readonly FieldValue[]>>>> = {
  customers: {
    first_name: ['', 'a', 'b'],
    email: ['a', 'A ', 'b'],
    city: ['', 'a', 'b'],
    postal_code: ['', 'a', 'b'],
    status: ['active', 'lead'],
  },
  estimates: {
    title: ['', 'a', 'b'],
    customer: ['made', '1', '2', 'unsent', null],
    subtotal: [0, 1, 2],
    total_amount: [0, 1, 2],
    estimate_number: ['', 'a', 'b'],
  },
  workOrders: {
    work_order_number: ['a', 'b', 'c'],
    title: ['', 'a', 'b'],
    customer: ['made', '1', '2', 'unsent', null],
    city: ['', 'a', 'b'],
    postal_code: ['', 'a', 'b'],
  },
};

const HAPPENINGS = [
  'create',
  'edit',
  'remove',
  'release',
  'claim',
  'answer',
  'meet',
  'read',
  'gone',
  'goneFor',
  'putOff',
  'orphan',
  'refuse',
  'probe',
  'decide',
] as const;

/** The indexes of a timeout among the answers, and of 'several' among the findings. */
const TIME_OUT = 3;
const SEVERAL = 2;

/** Something that may happen to one of a few lanes. It is skipped if no lane allows it. */
export interface Act {
  readonly what: (typeof HAPPENINGS)[number];
  /** The index of the chosen mutation or lane among those that allow it, newest first. */
  readonly pick: number;
  /** If true, an earlier state of a mutation may be chosen. */
  readonly stale: boolean;
  /** Chooses the answer, finding or decision. */
  readonly how: number;
  /** The indexes of fields, each with the index of its value. */
  readonly values: readonly (readonly [number, number])[];
  /** Chooses other details, such as versions and features. */
  readonly twist: number;
  /** The number of days that pass before. */
  readonly days: number;
}

const act: fc.Arbitrary<Act> = fc.record({
  what: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...HAPPENINGS) },
    { weight: 1, arbitrary: fc.constantFrom('edit' as const, 'claim' as const, 'answer' as const) },
  ),
  pick: fc.oneof(fc.constant(0), fc.nat(5)),
  stale: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.boolean() }),
  how: fc.nat(59),
  values: fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 3 }),
  twist: fc.nat(15),
  days: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(15) }),
});

const PLAIN: Act = { what: 'create', pick: 0, stale: false, how: 1, values: [], twist: 0, days: 0 };

/** A story that chance rarely produces: a create that may be a row for which another change is waiting. */
const MAY_EXIST_TWICE: readonly Act[] = [
  PLAIN,
  { ...PLAIN, what: 'claim' },
  { ...PLAIN, what: 'answer', how: TIME_OUT },
  { ...PLAIN, what: 'meet' },
  { ...PLAIN, what: 'edit', values: [[0, 1]] },
  { ...PLAIN, what: 'probe', how: SEVERAL },
];

/** A story of events in the lanes of one kind of record. */
export const story = fc.record({
  resource: fc.constantFrom(...(Object.keys(FIELDS) as ResourceName[])),
  first: fc.constantFrom([], [], MAY_EXIST_TWICE),
  acts: fc.array(act, { minLength: 5, maxLength: 40, size: 'max' }),
});
export type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

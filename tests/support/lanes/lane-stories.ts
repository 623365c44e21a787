import fc from 'fast-check';
import type { FieldValue, ResourceName } from '../../../src/domain/resource-spec.ts';

/** Few fields and few values, so that both sides often change the same. */
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

/** Where these stand among the answers and the findings. */
const TIME_OUT = 3;
const SEVERAL = 2;

/** Something that happens to one of a few lanes, as far as anything there can have it happen. */
export interface Act {
  readonly what: (typeof HAPPENINGS)[number];
  /** Which of those that it can happen to, the newest first. */
  readonly pick: number;
  /** Whether it happens to what one of them was at some time before. */
  readonly stale: boolean;
  /** Which answer, finding or decision. */
  readonly how: number;
  /** Fields by their place, with the place of their value. */
  readonly values: readonly (readonly [number, number])[];
  /** How the fields or the features differ otherwise. */
  readonly twist: number;
  /** Days that pass before it. */
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

/** What chance alone seldom comes to: a create that may be a row of which something waits as well. */
const MAY_EXIST_TWICE: readonly Act[] = [
  PLAIN,
  { ...PLAIN, what: 'claim' },
  { ...PLAIN, what: 'answer', how: TIME_OUT },
  { ...PLAIN, what: 'meet' },
  { ...PLAIN, what: 'edit', values: [[0, 1]] },
  { ...PLAIN, what: 'probe', how: SEVERAL },
];

/** What happens to the lanes of one kind of record. */
export const story = fc.record({
  resource: fc.constantFrom(...(Object.keys(FIELDS) as ResourceName[])),
  first: fc.constantFrom([], [], MAY_EXIST_TWICE),
  acts: fc.array(act, { minLength: 5, maxLength: 40, size: 'max' }),
});
export type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

import { customerSpec } from '../../../src/domain/customer.ts';
import type { FieldChanges } from '../../../src/domain/field-changes.ts';
import type { Fields } from '../../../src/domain/resource-spec.ts';
import {
  MUTATION_SCHEMA,
  type Mutation,
  type MutationChange,
  type NewMutation,
  type ServerRefusal,
  UNSENT,
} from '../../../src/outbox/mutation.ts';

export type GivenMutation = MutationChange & { readonly seq?: number };

/** Returns a queued update of customer 'a' that was never sent, with the given differences. */
export function aMutation(given: GivenMutation = {}): Mutation {
  return {
    seq: 1,
    id: 'm-1',
    owner: 'http://api.test|1',
    schema: MUTATION_SCHEMA,
    resource: 'customers',
    localId: 'a',
    kind: 'update',
    idempotencyKey: null,
    expectedVersion: null,
    acceptedAt: 0,
    fields: {},
    deps: [],
    watched: false,
    ...UNSENT,
    ...given,
  } as Mutation;
}

/** Returns such a mutation before the database has given it a `seq`. */
export function aNewMutation(given: MutationChange = {}): NewMutation {
  const { seq: _, ...mutation } = aMutation(given);
  return mutation;
}

export function aRefusal(reason: ServerRefusal['reason'] = 'rejected'): ServerRefusal {
  return { reason, status: 400, body: { email: ['No.'] }, at: 0 };
}

/** Returns changes, given as [was, is] by field. */
export function changes(
  given: Readonly<Record<string, readonly [was: string | null, is: string | null]>>,
): FieldChanges {
  return Object.fromEntries(Object.entries(given).map(([field, [base, value]]) => [field, { base, value }]));
}

/** Returns a customer with these fields. The others have a new customer's defaults. */
export function aCustomer(fields: Fields = {}): Fields {
  return { ...customerSpec.blank({ now: 0, random: 0 }), ...fields };
}

export const ann = aCustomer({ first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' });

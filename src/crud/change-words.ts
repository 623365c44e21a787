import { fieldLabel } from '../domain/field-labels.ts';
import type { ResourceLabel } from '../domain/resource-spec.ts';
import type { Mutation, ParkReason } from '../outbox/mutation.ts';
import { listed } from '../ui/text/listed.ts';

type Change = Pick<Mutation, 'kind' | 'fields'>;

/** More are counted, not named. */
const NAMED = 4;

/** Which change it is: 'New customer', 'Change to Email and Phone', 'Deletion of this customer'. */
export function changeWords({ kind, fields }: Change, label: ResourceLabel): string {
  switch (kind) {
    case 'create':
      return `New ${label.noun}`;
    case 'update':
      return `Change to ${fieldsWords(Object.keys(fields))}`;
    case 'delete':
      return `Deletion of this ${label.noun}`;
    default:
      return kind satisfies never;
  }
}

/** 'Email, Phone and City'; of many the first ones and how many more. */
export function fieldsWords(fields: readonly string[]): string {
  const labels = fields.map(fieldLabel);
  if (labels.length <= NAMED) return listed(labels);
  return listed([...labels.slice(0, NAMED - 1), `${labels.length - NAMED + 1} more`]);
}

/** Why a change waits for a person, where the server's words alone do not say it. */
export const REASON_WORDS: Readonly<Record<ParkReason, string | null>> = {
  rejected: null,
  deletedOnServer: 'The record was deleted on the server.',
  mayExistTwice: 'The server may already have this record. Sending it again could create a duplicate.',
  conflict: 'The office changed the same fields.',
  serverErrors: 'The server failed repeatedly on this change.',
  tooOld: 'This change is older than 14 days. The record on the server may have changed since.',
};

/** Device time in ms at which a change was made: its id, a UUIDv7, begins with it. Null for any other id. */
export function changedAt({ id }: Pick<Mutation, 'id'>): number | null {
  return /^[\da-f]{8}-[\da-f]{4}-7/.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}

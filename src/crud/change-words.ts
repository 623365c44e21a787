import type { Mutation, ParkReason } from '../domain/mutation.ts';
import type { ResourceLabel } from '../domain/resource-spec.ts';
import { listed } from '../ui/listed.ts';

type Change = Pick<Mutation, 'kind' | 'fields'>;

/** Which change it is: 'New customer', 'Change of email and phone', 'Deletion'. */
export function changeWords({ kind, fields }: Change, label: ResourceLabel): string {
  switch (kind) {
    case 'create':
      return `New ${label.noun}`;
    case 'update':
      return `Change of ${listed(Object.keys(fields).map(fieldWords))}`;
    case 'delete':
      return `Deletion of this ${label.noun}`;
    default:
      return kind satisfies never;
  }
}

/** 'address_line_1' is 'address line 1'. */
function fieldWords(field: string): string {
  return field.replaceAll('_', ' ');
}

/** Why a change waits for a person, where the server's words alone do not say it. */
export const REASON_WORDS: Readonly<Record<ParkReason, string | null>> = {
  rejected: null,
  deletedOnServer: 'The record was deleted on the server.',
  mayExistTwice: 'The server may already have this record: sending it again could make it twice.',
  conflict: 'Somebody else changed the same fields meanwhile.',
  serverErrors: 'The server failed again and again with this change.',
  tooOld: 'This change is older than 14 days.',
};

/** What becomes of a change by itself. */
export const STATE_WORDS: Readonly<Record<Mutation['state'], string>> = {
  queued: 'Waiting',
  sending: 'Being sent',
  unknown: 'Sent, answer lost: the app is checking whether the server has it',
  parked: 'Needs attention',
};

/** Device time in ms at which a change was made: its id, a UUIDv7, begins with it. Null for any other id. */
export function changedAt({ id }: Pick<Mutation, 'id'>): number | null {
  return /^[\da-f]{8}-[\da-f]{4}-7/.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}

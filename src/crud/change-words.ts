import type { ResourceLabel } from '../domain/resource-spec.ts';
import { fieldLabel } from '../domain/resource-specs.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { listed } from '../ui/text/listed.ts';
import { changeNames } from '../words/common.ts';

type Change = Pick<Mutation, 'kind' | 'fields'>;

/** More are counted, not named. */
const NAMED = 4;

/** Which change it is: 'New customer', 'Change to Email and Phone', 'Delete customer'. */
export function changeWords({ kind, fields }: Change, { noun }: ResourceLabel): string {
  switch (kind) {
    case 'create':
      return changeNames.create({ noun });
    case 'update':
      return changeNames.update({ fields: fieldsWords(Object.keys(fields)) });
    case 'delete':
      return changeNames.delete({ noun });
    default:
      return kind satisfies never;
  }
}

/** 'Email, Phone and City'; of many the first ones and how many more. */
export function fieldsWords(fields: readonly string[]): string {
  const labels = fields.map(fieldLabel);
  if (labels.length <= NAMED) return listed(labels);
  return listed([...labels.slice(0, NAMED - 1), changeNames.more({ count: labels.length - NAMED + 1 })]);
}

/** Device time in ms at which a change was made: its id, a UUIDv7, begins with it. Null for any other id. */
export function changedAt({ id }: Pick<Mutation, 'id'>): number | null {
  return /^[\da-f]{8}-[\da-f]{4}-7/.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}

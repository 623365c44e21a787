import type { Fields, ResourceName } from '../resource-spec.ts';
import { withoutLaterSteps } from './job.ts';

type Follow = (record: Fields) => Fields;

/** By kind and by the field that a person changes. */
const FOLLOWING: Partial<Record<ResourceName, Readonly<Record<string, Follow>>>> = {
  workOrders: {
    status: ({ status, notes }) =>
      typeof notes === 'string' ? { notes: withoutLaterSteps({ status: String(status), notes }) } : {},
  },
};

/**
 * Returns what follows from a person's change in other fields of a record.
 * @param changed names of the fields that they changed
 * @param record as they want it
 */
export function followingFields(resource: ResourceName, changed: readonly string[], record: Fields): Fields {
  const follows = FOLLOWING[resource] ?? {};
  return Object.assign({}, ...changed.map((field) => follows[field]?.(record) ?? {})) as Fields;
}

import type { Fields } from '../domain/resource-spec.ts';
import type { FieldChanges, Mutation } from './mutation.ts';

/** What the list shows beside a record: nothing, 'waiting to sync', or 'needs attention'. */
export type SyncMark = 'synced' | 'waiting' | 'attention';

export interface FoldedView {
  /** The record as a person should see it; null when it is deleted or does not exist. */
  readonly view: Fields | null;
  readonly mark: SyncMark;
}

type Foldable = Pick<Mutation, 'kind' | 'fields' | 'state'>;

/**
 * The record as a person should see it: the server's last copy with every open mutation applied in order
 * of `seq`. A parked create or update stays in the view; a parked delete does not, so that the record is
 * listed again. An update behind a deletion, of a row that turned out to be the same record, brings nothing back. This is
 * the only place where a view is made.
 */
export function fold(server: Fields | null, mutations: readonly Foldable[]): FoldedView {
  let view = server;
  let mark: SyncMark = 'synced';
  let deleted = false;
  for (const mutation of mutations) {
    if (mutation.state === 'parked') mark = 'attention';
    else if (mark === 'synced') mark = 'waiting';
    if (mutation.kind === 'delete') deleted ||= mutation.state !== 'parked';
    else if (mutation.kind === 'create') deleted = false;
    view = deleted ? null : applied(view, mutation.fields);
  }
  return { view, mark };
}

function applied(view: Fields | null, changes: FieldChanges): Fields | null {
  const changed = Object.entries(changes);
  if (changed.length === 0) return view;
  return { ...view, ...Object.fromEntries(changed.map(([field, { value }]) => [field, value])) };
}

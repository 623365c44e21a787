import type { Mutation } from './mutation.ts';
import type { Fields } from './resource-spec.ts';

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
 * listed again. This is the only place where a view is made.
 */
export function fold(server: Fields | null, mutations: readonly Foldable[]): FoldedView {
  let view = server;
  let mark: SyncMark = 'synced';
  for (const mutation of mutations) {
    if (mutation.state === 'parked') mark = 'attention';
    else if (mark === 'synced') mark = 'waiting';
    view = applied(view, mutation);
  }
  return { view, mark };
}

function applied(view: Fields | null, mutation: Foldable): Fields | null {
  switch (mutation.kind) {
    case 'create':
    case 'update': {
      const values: Record<string, Fields[string]> = { ...view };
      for (const [field, change] of Object.entries(mutation.fields)) values[field] = change.value;
      return values;
    }
    case 'delete':
      return mutation.state === 'parked' ? view : null;
  }
}

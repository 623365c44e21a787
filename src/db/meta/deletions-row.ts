import type { ResourceName } from '../../domain/resource-spec.ts';

/** What the server was seen to do with what referred to a record of one kind that was deleted. */
export interface DeletionsRow {
  readonly key: `deletions:${ResourceName}`;
  /** It refused, the last time that it did one or the other. */
  readonly refused: boolean;
  /** Kinds of which it deleted a record together with the one that it referred to. */
  readonly gone: readonly ResourceName[];
  /** One of each kind, of which nobody knows yet. */
  readonly watched: readonly Bereft[];
}

/** A record that referred to one whose deletion the server confirmed. */
export interface Bereft {
  readonly resource: ResourceName;
  readonly localId: string;
  /** Ids under which the deleted one was known. */
  readonly referredTo: readonly string[];
}

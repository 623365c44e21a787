import type { Fields, ResourceName } from '../../../src/domain/resource-spec.ts';

/** What a row has been through, as the app reads it. */
export interface RowHistory {
  readonly resource: ResourceName;
  /** As it stands in answers. */
  readonly id: number | string;
  /** What tells the create that made it; null for one that others made. */
  readonly mark: string | null;
  /** Which account of which device made it; null for others. */
  readonly maker: string | null;
  /** Every state since it was made, oldest first. */
  readonly states: Fields[];
  /** Which account of which device made each of them; null for others. */
  readonly authors: (string | null)[];
  /** Whether others changed or deleted it: then nobody can tell any more whose it was. */
  meddled: boolean;
  /** Virtual time in ms; null while it exists. */
  deletedAt: number | null;
  /** Whether any answer has said that it is gone. */
  saidGone: boolean;
}

/** One change that the server carried out. */
export interface Deed {
  readonly at: number;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly resource: ResourceName;
  readonly id: number | string;
  readonly mark: string | null;
  readonly user: string | null;
  /** Number of the request that brought it; null for what other people did. */
  readonly request: number | null;
  /** Of the state that it made, in the row's history; of the last one for a deletion. */
  readonly place: number;
}

/** Everything that ever happened to the rows of one company. */
export class Histories {
  readonly rows = new Map<string, RowHistory>();
  readonly deeds: Deed[] = [];

  of(resource: ResourceName, id: number | string): RowHistory | undefined {
    return this.rows.get(`${resource}/${id}`);
  }

  begin(history: Omit<RowHistory, 'deletedAt' | 'saidGone' | 'meddled'>): void {
    this.rows.set(`${history.resource}/${history.id}`, {
      ...history,
      deletedAt: null,
      saidGone: false,
      meddled: false,
    });
  }

  /** The rows that creates with this mark made, deleted ones included. */
  madeBy(mark: string): RowHistory[] {
    return [...this.rows.values()].filter((row) => row.mark === mark);
  }
}

import type { Fields, RecordKind } from '../../../src/domain/resource-spec.ts';

/** All states of a row, as the app reads them. */
export interface RowHistory {
  readonly resource: RecordKind;
  /** As answers have it. */
  readonly id: number | string;
  /** Mark of the create that made the row; null if another person did. */
  readonly mark: string | null;
  /** Account and device that made it; null for other people. */
  readonly maker: string | null;
  /** Oldest first. */
  readonly states: Fields[];
  /** Account and device that made each state; null for other people. */
  readonly authors: (string | null)[];
  /** Other people changed or deleted it, so that its origin can no longer be known. */
  meddled: boolean;
  /** Virtual time in ms; null while it exists. */
  deletedAt: number | null;
  /** An answer has said that the row is gone. */
  saidGone: boolean;
}

/** One change that the server carried out. */
export interface Deed {
  readonly at: number;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly resource: RecordKind;
  readonly id: number | string;
  readonly mark: string | null;
  readonly user: string | null;
  /** Number of its request; null for other people's changes. */
  readonly request: number | null;
  /** Place of the new state in the row's history; of the last state, for a deletion. */
  readonly place: number;
}

/** All changes of one company's rows. */
export class Histories {
  readonly rows = new Map<string, RowHistory>();
  readonly deeds: Deed[] = [];

  of(resource: RecordKind, id: number | string): RowHistory | undefined {
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

  /** Returns the rows made by creates with this mark, even deleted ones. */
  madeBy(mark: string): RowHistory[] {
    return [...this.rows.values()].filter((row) => row.mark === mark);
  }
}

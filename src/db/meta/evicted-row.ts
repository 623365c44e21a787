/** The browser removed this account's data, and it was begun anew. Stands until a person has seen it. */
export interface EvictedRow {
  readonly key: 'evicted';
  /** Device time in ms at which it was noticed. */
  readonly at: number;
  /** Changes that had not been sent when it was last counted. */
  readonly lost: number;
}

/** How far the change feed has been followed. */
export interface FeedRow {
  readonly key: 'feed';
  readonly cursor: string;
  /** Device time in ms at which the cursor was asked for: it counts once every collection was read after it. */
  readonly since: number;
  /**
   * Device time in ms of each collection’s last complete pull by then, in the order of their names; absent in
   * rows of earlier builds.
   */
  readonly before?: readonly (number | null)[];
  /** Whether every collection has been read completely since. */
  readonly ready: boolean;
}

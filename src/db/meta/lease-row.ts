/** The leading tab's sign of life, renewed every few seconds. */
export interface LeaseRow {
  readonly key: 'lease';
  /** Name of the tab that leads. */
  readonly tab: string;
  /** Differs from one sign to the next. */
  readonly beat: number;
  /** Whether the leading tab is on the screen. */
  readonly visible: boolean;
  /** Whether it leads without the lock, in place of a tab that gives no sign. */
  readonly standsIn?: boolean;
  /** Device time in ms until which another tab, which led beside it or before, may have requests under way. */
  readonly spareUntil?: number;
}

/** A visible tab asks the hidden one that leads to let it lead. */
export interface HandoverRequestRow {
  readonly key: 'bid';
  readonly id: string;
  readonly tab: string;
}

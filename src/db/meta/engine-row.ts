import type { PauseReason } from '../../domain/pause-reason.ts';

/** What the leading tab's engine says of itself, for every tab to show. */
export interface EngineRow {
  readonly key: 'engine';
  readonly reasons: readonly PauseReason[];
  /** Device time in ms until which nothing is sent after a network fault; 0 when nothing backs off. */
  readonly resumeAt: number;
  /** Device time in ms until which the server asked for patience; 0 when it did not. */
  readonly throttledUntil: number;
  /** How far the device's clock is ahead of the server's, in ms; absent while it is about right, or nobody knows. */
  readonly clockAhead?: number;
}

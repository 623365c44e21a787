import type { ResourceName } from '../../domain/resource-spec.ts';

/** A screen asks for a fresh pull. */
export interface PullRequestRow {
  readonly key: `request:${ResourceName}`;
  readonly at: number;
  /** Its place among what one screen asks for, from 0, which is the list on it; absent in rows of earlier builds. */
  readonly place?: number;
}

/** The dashboard asks for the server's figures. */
export interface StatsRequestRow {
  readonly key: 'request:dashboard';
  readonly at: number;
}

/** 'Sync now': lifts back-off and reaches for the server at once. */
export interface SyncNowRow {
  readonly key: 'nudge';
  readonly at: number;
}

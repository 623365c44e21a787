import type { StatCounts } from '../../domain/dashboard-stats.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';

/** The server's figures, as they were last asked for. */
export interface StatsRow {
  readonly key: 'dashboard';
  /** `at` of the request that this answers. */
  readonly answers: number;
  /** Null where the server did not answer all of them. */
  readonly stats: Readonly<Record<ResourceName, StatCounts>> | null;
  /** Why it did not, in words for the screen. */
  readonly error: string | null;
}

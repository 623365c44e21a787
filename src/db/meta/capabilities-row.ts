import type { AnnouncedRules } from '../../domain/server-rules.ts';

/** What the server announced beyond the plain contract, last time somebody asked who is signed in. */
export interface CapabilitiesRow {
  readonly key: 'capabilities';
  readonly features: readonly string[];
  /** Only where it tells its rules. */
  readonly rules?: AnnouncedRules;
}

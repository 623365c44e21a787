import type { ResourceName } from '../../domain/resource-spec.ts';
import type { ServerRules } from '../../domain/server-rules.ts';

/** What a server that does not tell its rules has shown of them by refusals. */
export interface RulesRow {
  readonly key: `rules:${ResourceName}`;
  readonly rules: ServerRules;
}

import type { ResourceName } from '../../domain/resource-spec.ts';
import type { ServerRules } from '../../domain/server-rules.ts';

/** Keeps the rules that a server has shown by refusals, if it tells none. */
export interface RulesRow {
  readonly key: `rules:${ResourceName}`;
  readonly rules: ServerRules;
}

import type { Answer } from '../domain/answer.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { resourceSpecs } from '../domain/resource-specs.ts';
import type { AuthorizedSend } from './authorized.ts';

/** Asks for the dashboard's figures of one kind of record. */
export function requestStats(
  send: AuthorizedSend,
  resource: ResourceName,
  signal: AbortSignal,
): Promise<Answer> {
  return send({ method: 'GET', path: `${resourceSpecs[resource].path}dashboard_stats/`, signal });
}

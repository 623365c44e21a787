import { hasToldRules, readServerRules } from '../db/server-rules.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { ServerRules } from '../domain/server-rules.ts';
import { useLiveRead } from './live-read.ts';

/** The rules that this account's server has for a kind of record, live; undefined until the device has answered. */
export function useServerRules(resource: ResourceName): ServerRules | undefined {
  return useLiveRead((relaxed) => readServerRules(relaxed, resource), [resource]);
}

/** Tells if those are the server's own words; undefined until the device has answered. */
export function useHasToldRules(resource: ResourceName): boolean | undefined {
  return useLiveRead((relaxed) => hasToldRules(relaxed, resource), [resource]);
}

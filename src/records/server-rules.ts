import { type KnownRules, readServerRules } from '../db/server-rules.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { useLiveRead } from './live-read.ts';

/** The rules that this account's server has for a kind of record, live; undefined until the device has answered. */
export function useServerRules(resource: ResourceName): KnownRules | undefined {
  return useLiveRead((relaxed) => readServerRules(relaxed, resource), [resource]);
}

import type { ResourceName } from '../domain/resource-spec.ts';

/** Where the changes of a record stand in the sync centre. */
export function syncPath(resource: ResourceName, localId: string): string {
  return `/sync?record=${resource}/${encodeURIComponent(localId)}`;
}

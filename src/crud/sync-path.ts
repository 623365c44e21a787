import type { ResourceName } from '../domain/resource-spec.ts';

/** Where the changes of a record stand on the Sync screen. */
export function syncPath(resource: ResourceName, localId: string): string {
  return `/sync?record=${resource}/${encodeURIComponent(localId)}`;
}

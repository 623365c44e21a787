import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { resourceSpecs } from '../../../src/domain/resource-specs.ts';
import type { Server } from './server.ts';

export interface HeldRecord {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** Returns all records of a kind on the server, newest first. */
export async function recordsOn(server: Server, resource: ResourceName): Promise<HeldRecord[]> {
  const { body } = await server.api(`${resourceSpecs[resource].path}?page_size=500`);
  return (body as { results: HeldRecord[] }).results;
}

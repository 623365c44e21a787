import type { ResourceName, ServerId } from '../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../src/domain/resource-specs.ts';
import type { Bench } from './bench.ts';
import { Unavailable } from './check.ts';

/** A record of ours that is still on the server, or may be. */
export interface LeftBehind {
  /** 'customer 17', or 'customers named “Conformance check k3f9x2a1”' where no id is known. */
  readonly what: string;
  readonly because: string;
}

/**
 * Removes everything that was made, what refers to others first. Where an answer was lost or named no record, the lists
 * are looked through for it. Never throws: what could not be removed is told.
 */
export async function cleanUp(bench: Bench): Promise<readonly LeftBehind[]> {
  const left: LeftBehind[] = [];
  for (const { resource, id } of bench.made.newestFirst()) left.push(...(await remove(bench, resource, id)));
  // The kinds that refer to others stand behind them.
  for (const resource of [...RESOURCE_NAMES].reverse()) {
    if (bench.made.unsure.has(resource)) left.push(...(await search(bench, resource)));
  }
  return left;
}

async function remove(bench: Bench, resource: ResourceName, id: ServerId): Promise<LeftBehind[]> {
  const because = await bench.remove(resource, id).catch(reason);
  return because === null ? [] : [{ what: `${specOf(resource).label.noun} ${id}`, because }];
}

async function search(bench: Bench, resource: ResourceName): Promise<LeftBehind[]> {
  const what = `${specOf(resource).label.plural} with “${bench.run}” in their fields`;
  try {
    const { records, fault, isCut } = await bench.readAnew(resource);
    const left: LeftBehind[] = [];
    for (const { id, wire } of records) {
      if (bench.isOurs(wire)) left.push(...(await remove(bench, resource, id)));
    }
    if (fault !== null) left.push({ what, because: `the list could not be looked through: ${fault}` });
    else if (isCut) left.push({ what, because: 'the list is too long to be looked through' });
    return left;
  } catch (error) {
    return [{ what, because: reason(error) }];
  }
}

function reason(error: unknown): string {
  if (error instanceof Unavailable) return error.message;
  return error instanceof Error ? error.message : String(error);
}

import type { ResourceName, ServerId } from '../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../src/domain/resource-specs.ts';
import { Unavailable } from './check.ts';
import type { CheckContext } from './check-context.ts';

export interface LeftBehind {
  /** 'customer 17', or, without a known id, 'Customers with “k3f9x2a1” in their fields'. */
  readonly what: string;
  readonly because: string;
}

/**
 * Removes referring records first. After a lost answer, looks for the record in the lists. Never throws, and returns
 * what is left behind.
 */
export async function cleanUp(context: CheckContext): Promise<readonly LeftBehind[]> {
  const left: LeftBehind[] = [];
  const attachments = await context.attachments.removeAll().catch(reason);
  if (typeof attachments === 'string') left.push({ what: 'attachments', because: attachments });
  else left.push(...attachments);
  for (const { resource, id } of context.made.newestFirst())
    left.push(...(await remove(context, resource, id)));
  // Kinds that refer to others come later in the list.
  for (const resource of [...RESOURCE_NAMES].reverse()) {
    if (context.made.unsure.has(resource)) left.push(...(await search(context, resource)));
  }
  const because = await context.settings.putBack().catch(reason);
  if (because !== null) left.push({ what: 'a checklist or a logo in the company’s settings', because });
  return left;
}

async function remove(context: CheckContext, resource: ResourceName, id: ServerId): Promise<LeftBehind[]> {
  const because = await context.remove(resource, id).catch(reason);
  return because === null ? [] : [{ what: `${specOf(resource).label.noun} ${id}`, because }];
}

async function search(context: CheckContext, resource: ResourceName): Promise<LeftBehind[]> {
  const what = `${specOf(resource).label.plural} with “${context.run}” in their fields`;
  try {
    const { records, fault, isCut } = await context.readAnew(resource);
    const left: LeftBehind[] = [];
    for (const { id, wire } of records) {
      if (context.isOurs(wire)) left.push(...(await remove(context, resource, id)));
    }
    if (fault !== null) left.push({ what, because: `the list could not be searched: ${fault}` });
    else if (isCut) left.push({ what, because: 'the list is too long to search' });
    return left;
  } catch (error) {
    return [{ what, because: reason(error) }];
  }
}

function reason(error: unknown): string {
  if (error instanceof Unavailable) return error.message;
  return error instanceof Error ? error.message : String(error);
}

import { customerSpec } from './customer.ts';
import { estimateSpec } from './estimate.ts';
import { projectSpec } from './project.ts';
import type { FieldValue, ResourceName, ResourceRecords, ResourceSpec } from './resource-spec.ts';
import { workOrderSpec } from './work-order.ts';

type ResourceSpecs = { readonly [N in ResourceName]: ResourceSpec<ResourceRecords[N]> };

export const resourceSpecs: ResourceSpecs = {
  customers: customerSpec,
  projects: projectSpec,
  estimates: estimateSpec,
  workOrders: workOrderSpec,
};

export const RESOURCE_NAMES = Object.keys(resourceSpecs) as readonly ResourceName[];

/** A spec seen without its record type, for code that serves every kind. */
export function specOf(resource: ResourceName): ResourceSpec<Record<string, FieldValue>> {
  return resourceSpecs[resource] as unknown as ResourceSpec<Record<string, FieldValue>>;
}

/** Whether the work on a record is over, by its status: it is done, or it was called off. */
export function isOver(resource: ResourceName, status: string): boolean {
  return specOf(resource).closed?.includes(status) ?? false;
}

import { customerSpec } from './customer.ts';
import type { ResourceName, ResourceRecords, ResourceSpec } from './resource-spec.ts';

type ResourceSpecs = { readonly [N in ResourceName]: ResourceSpec<ResourceRecords[N]> };

export const resourceSpecs: ResourceSpecs = {
  customers: customerSpec,
};

export const RESOURCE_NAMES = Object.keys(resourceSpecs) as readonly ResourceName[];

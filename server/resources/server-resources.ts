import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { customers } from './customers.ts';
import { estimates } from './estimates.ts';
import { projects } from './projects.ts';
import type { ServerResource } from './server-resource.ts';
import { workOrders } from './work-orders.ts';

/** Every kind of record in the domain needs an entry here, or this does not compile. */
export const serverResources: Readonly<Record<ResourceName, ServerResource>> = {
  customers,
  projects,
  estimates,
  workOrders,
};

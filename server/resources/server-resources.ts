import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { customers } from './customers.ts';
import type { ServerResource } from './server-resource.ts';

/** Every kind of record that the domain knows has a description here, or this does not compile. */
export const serverResources: Readonly<Record<ResourceName, ServerResource>> = { customers };

import type { ResourceName } from '../../domain/resource-spec.ts';
import { EstimatesIcon, PeopleIcon, ProjectsIcon, WorkOrdersIcon } from '../../ui/icons.ts';

export const KIND_ICONS = {
  customers: PeopleIcon,
  projects: ProjectsIcon,
  estimates: EstimatesIcon,
  workOrders: WorkOrdersIcon,
} as const satisfies Record<ResourceName, unknown>;

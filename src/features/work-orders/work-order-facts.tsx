import type { FactsProps } from '../../crud/resource-view.ts';
import type { WorkOrder } from '../../domain/work-order.ts';
import { JobParts } from './day/job-parts.tsx';

export default function WorkOrderFacts(props: FactsProps<WorkOrder>) {
  return <JobParts {...props} />;
}

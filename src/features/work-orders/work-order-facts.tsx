import type { FactsProps } from '../../crud/resource-view.ts';
import { DayText, useDates } from '../../crud/time.tsx';
import { addressLines } from '../../domain/address.ts';
import { otherNotes } from '../../domain/day/job.ts';
import type { WorkOrder } from '../../domain/work-order.ts';
import { Fact, Facts, Lines } from '../../ui/text/facts.tsx';
import { MoneyText } from '../../ui/text/format-values.tsx';
import { fieldLabels } from '../../words/common.ts';
import { factWords } from '../../words/jobs.ts';
import { JobParts } from './day/job-parts.tsx';

export default function WorkOrderFacts({ record, localId }: FactsProps<WorkOrder>) {
  const site = addressLines(record);
  return (
    <>
      <JobParts localId={localId} record={record} />
      <Facts>
        <Fact name={fieldLabels.work_order_number} wide>
          {record.work_order_number.trim()}
        </Fact>
        <Fact name={fieldLabels.scheduled_date}>
          <DayText value={record.scheduled_date} dates={useDates('workOrders')} />
        </Fact>
        <Fact name={fieldLabels.estimated_cost}>
          <MoneyText amount={record.estimated_cost} />
        </Fact>
        <Fact name={factWords.address} wide>
          <Lines lines={site} />
        </Fact>
        <Fact name={fieldLabels.description} long>
          {record.description.trim()}
        </Fact>
        <Fact name={fieldLabels.notes} long>
          {otherNotes(record.notes)}
        </Fact>
      </Facts>
    </>
  );
}

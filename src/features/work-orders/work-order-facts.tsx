import { DayText } from '../../crud/day-text.tsx';
import { JobContact } from '../../crud/record/job-contact.tsx';
import { RecordLink } from '../../crud/record-name.tsx';
import { addressLines } from '../../domain/address.ts';
import type { WorkOrder } from '../../domain/work-order.ts';
import { Fact, Facts, Lines } from '../../ui/text/facts.tsx';
import { MoneyText } from '../../ui/text/money-text.tsx';
import { factWords } from '../../words/facts.ts';
import { fieldLabels } from '../../words/field-labels.ts';

/** All that is known of a work order, with ways to reach its customer and its site. */
export default function WorkOrderFacts({ record }: { readonly record: WorkOrder }) {
  const site = addressLines(record);
  return (
    <>
      <JobContact resource="customers" id={record.customer} address={site.join(', ')} />
      <Facts>
        <Fact name={fieldLabels.work_order_number} wide>
          {record.work_order_number.trim()}
        </Fact>
        <Fact name={fieldLabels.customer}>
          <RecordLink resource="customers" id={record.customer} />
        </Fact>
        <Fact name={fieldLabels.scheduled_date}>
          <DayText value={record.scheduled_date} />
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
          {record.notes.trim()}
        </Fact>
      </Facts>
    </>
  );
}

import { formatDay } from '../../crud/format-day.ts';
import { Paper } from '../../crud/paper/paper.tsx';
import { PaperFacts } from '../../crud/paper/paper-facts.tsx';
import { PaperText } from '../../crud/paper/paper-text.tsx';
import { Parties } from '../../crud/paper/parties.tsx';
import type { PaperChoice } from '../../crud/paper/print-button.tsx';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES, type WorkOrder } from '../../domain/work-order.ts';
import { choiceLabel } from '../../ui/fields/choice-label.ts';
import { formatMoney } from '../../ui/text/format-money.ts';

/** What a crew takes along: where, when, what, and whom to call. */
export default function WorkOrderPaper({ record, amounts }: { readonly record: WorkOrder } & PaperChoice) {
  const { estimated_cost: cost } = record;
  return (
    <Paper
      heading="Work Order"
      facts={[
        ['Number', record.work_order_number.trim()],
        ['Scheduled', record.scheduled_date && formatDay(record.scheduled_date)],
        ['Status', record.status && choiceLabel(record.status, WORK_ORDER_STATUSES)],
        ['Priority', record.priority && choiceLabel(record.priority, WORK_ORDER_PRIORITIES)],
      ]}
    >
      <Parties customer={record.customer} role="Customer" site={record} phone />
      {record.title.trim() !== '' && <h2>{record.title.trim()}</h2>}
      <PaperText heading="Description" text={record.description} />
      <PaperText heading="Notes" text={record.notes} />
      {amounts && typeof cost === 'number' && (
        <PaperFacts as="sums" facts={[['Estimated cost', formatMoney(cost)]]} />
      )}
    </Paper>
  );
}

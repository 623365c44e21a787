import { formatDay } from '../../crud/day-text.tsx';
import { Paper } from '../../crud/paper/paper.tsx';
import { PaperFacts } from '../../crud/paper/paper-facts.tsx';
import { PaperText } from '../../crud/paper/paper-text.tsx';
import { Parties } from '../../crud/paper/parties.tsx';
import type { PaperProps } from '../../crud/paper/print-button.tsx';
import { useDates } from '../../crud/use-dates.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES, type WorkOrder } from '../../domain/work-order.ts';
import { choiceLabel } from '../../ui/fields/choice-label.ts';
import { formatMoney } from '../../ui/text/money-text.tsx';
import { fieldLabels } from '../../words/common.ts';
import { jobWords } from '../../words/job.ts';
import { paperWords } from '../../words/record.ts';
import { PaperChecklist, PaperJob, PaperLog, paperTime } from './paper-job.tsx';

/** Draws the job as its screen shows it. The crew's own notes are on it only if the person wants them. */
export default function WorkOrderPaper({ record, wishes }: PaperProps<WorkOrder>) {
  const { estimated_cost: cost, notes } = record;
  const { amounts, crewNotes } = wishes;
  const dates = useDates('workOrders');
  return (
    <Paper
      heading={resourceSpecs.workOrders.label.title}
      facts={[
        [paperWords.number, record.work_order_number.trim()],
        [paperWords.scheduled, record.scheduled_date && formatDay(record.scheduled_date, dates)],
        [jobWords.time, paperTime(notes)],
        [fieldLabels.status, record.status && choiceLabel(record.status, WORK_ORDER_STATUSES)],
        [fieldLabels.priority, record.priority && choiceLabel(record.priority, WORK_ORDER_PRIORITIES)],
      ]}
    >
      <Parties customer={record.customer} role={fieldLabels.customer} site={record} phone />
      {record.title.trim() !== '' && <h2>{record.title.trim()}</h2>}
      <PaperJob notes={notes} warnings={crewNotes} />
      <PaperText heading={fieldLabels.description} text={record.description} />
      <PaperText heading={fieldLabels.notes} text={notes} />
      <PaperChecklist notes={notes} />
      {crewNotes && <PaperLog notes={notes} />}
      {amounts && typeof cost === 'number' && (
        <PaperFacts as="sums" facts={[[paperWords.estimatedCost, formatMoney(cost)]]} />
      )}
    </Paper>
  );
}

import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import { Button } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { readable, titleOf } from '../../../crud/readable.ts';
import { JobContact } from '../../../crud/record/job-contact.tsx';
import { RecordMark } from '../../../crud/record-mark.tsx';
import { useRecordName } from '../../../crud/record-name.tsx';
import { recordPath } from '../../../crud/record-path.ts';
import { useResourceView } from '../../../crud/resource-views.ts';
import { useDates } from '../../../crud/use-dates.ts';
import { addressLines, cityAndState } from '../../../domain/address.ts';
import { readJob, STEPS, stepTaken } from '../../../domain/day/job.ts';
import { startOf } from '../../../domain/day/plan-day.ts';
import { localOffset } from '../../../domain/day/stamp.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES, type WorkOrder } from '../../../domain/work-order.ts';
import type { RecordRow } from '../../../records/use-records.ts';
import { ChoiceChip } from '../../../ui/fields/choice-chip.tsx';
import { formatClock } from '../../../ui/text/format-date.ts';
import { dayWords } from '../../../words/job.ts';
import { NextStep } from './next-step.tsx';
import { StepsTaken } from './steps-taken.tsx';
import css from './today.module.css';

type Row = RecordRow<WorkOrder>;

interface ListProps {
  readonly title: string;
  readonly rows: readonly Row[];
  /** False while there may be more. */
  readonly complete: boolean;
  /** How many are shown before somebody asks for more. */
  readonly first?: number;
}

/** So many jobs are added to a list at a time: a company may have thousands. */
const PAGE = 20;
/** As many as a phone's screen holds. They are painted before the others are drawn. */
const AT_FIRST = 3;

/** Jobs as cards, each with its next step; nothing where there are none. */
export function JobList({ title, rows, complete, first = PAGE }: ListProps) {
  const [shown, setShown] = useState(first);
  const drawn = useDeferredValue(shown, AT_FIRST);
  if (rows.length === 0) return null;
  const more = Math.min(PAGE, rows.length - shown);
  return (
    <section aria-label={title}>
      <h2 className={css['section']}>{title}</h2>
      <ol className={css['jobs']}>
        {rows.slice(0, drawn).map((row) => (
          <li key={row.localId}>
            <JobCard row={row} />
          </li>
        ))}
      </ol>
      {more > 0 && (
        <Button
          variant="default"
          size="md"
          fullWidth
          loading={!complete}
          className={css['more'] ?? ''}
          onClick={() => setShown(shown + PAGE)}
        >
          {dayWords.more({ count: more, all: rows.length })}
        </Button>
      )}
    </section>
  );
}

function JobCard({ row }: { readonly row: Row }) {
  const { path } = useResourceView('workOrders');
  const record = readable('workOrders', row.view) as WorkOrder;
  const customer = useRecordName('customers', record.customer);
  const start = startOf(record, useDates('workOrders'));
  const { flags, time } = readJob(record.notes);
  const last = STEPS.filter((step) => stepTaken(record.notes, step, localOffset)).at(-1);
  const place = [record.address_line_1.trim(), cityAndState(record)].filter(Boolean).join(', ');
  return (
    <article className={css['job']}>
      <p className={css['chips']}>
        {/* A time that is none is for a person to read. */}
        {(start || time) && <strong>{start ? formatClock(start) : time}</strong>}
        <ChoiceChip value={record.status} choices={WORK_ORDER_STATUSES} />
        <ChoiceChip value={record.priority} choices={WORK_ORDER_PRIORITIES} />
        <RecordMark resource="workOrders" row={row} />
      </p>
      <h3 className={css['what']}>
        <Link to={recordPath(path, row)}>{titleOf('workOrders', record)}</Link>
      </h3>
      <p className={css['where']}>{[customer, place].filter(Boolean).join(' · ')}</p>
      {flags.length > 0 && <p className={css['flags']}>{flags.join(' · ')}</p>}
      <StepsTaken notes={record.notes} steps={last ? [last] : []} />
      <NextStep localId={row.localId} record={record} />
      <JobContact
        resource="customers"
        id={record.customer}
        address={addressLines(record).join(', ')}
        without="email"
      />
    </article>
  );
}

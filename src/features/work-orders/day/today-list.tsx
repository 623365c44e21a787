import { Button } from '@mantine/core';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { readable, titleOf } from '../../../crud/readable.ts';
import { JobContact } from '../../../crud/record/contact-facts.tsx';
import { RecordMark, recordPath, useRecordName } from '../../../crud/record-link.tsx';
import { useResourceView } from '../../../crud/resource-view.ts';
import { useDates, useToday } from '../../../crud/time.tsx';
import { useLateness } from '../../../crud/use-lateness.ts';
import { addressLines, cityAndState } from '../../../domain/address.ts';
import { localOffset } from '../../../domain/day/entries.ts';
import { readJob, STEPS, stepTaken } from '../../../domain/day/job.ts';
import { startOf } from '../../../domain/day/plan-day.ts';
import { scheduledDay } from '../../../domain/schedule.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES, type WorkOrder } from '../../../domain/work-order.ts';
import type { RecordRow } from '../../../records/use-records.ts';
import { Avatars } from '../../../ui/avatar.tsx';
import { ChoiceChip } from '../../../ui/fields/choice-chip.tsx';
import { formatClock, formatWeekdayAndDate } from '../../../ui/text/format-date.ts';
import { dayWords } from '../../../words/jobs.ts';
import { NextStep, StepsTaken } from './job-steps.tsx';
import css from './today.module.css';

export type Row = RecordRow<WorkOrder>;

interface ListProps {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly complete: boolean;
  readonly first?: number;
  /** Always drawn, because the Tab key stops there. */
  readonly chosen: Row | undefined;
  /** True to draw lines instead of cards. */
  readonly desk: boolean;
  readonly draw: (row: Row) => ReactNode;
}

/** How many jobs each press adds. A company may have thousands. */
const PAGE = 20;
/** Jobs painted before the others: as many as fit on a phone. */
const AT_FIRST = 3;

export function JobList({ title, rows, complete, first = PAGE, chosen, desk, draw }: ListProps) {
  const [added, setAdded] = useState(0);
  const shown = Math.max(first + added, chosen ? rows.indexOf(chosen) + 1 : 0);
  const drawn = useDeferredValue(shown, Math.min(AT_FIRST, shown));
  if (rows.length === 0) return null;
  const more = Math.min(PAGE, rows.length - shown);
  return (
    <section aria-label={title}>
      <h2 className={css.section}>{title}</h2>
      <ol className={desk ? css.lines : css.jobs}>
        {rows.slice(0, drawn).map((row) => (
          <li key={row.localId}>{draw(row)}</li>
        ))}
      </ol>
      {more > 0 && (
        <Button
          variant="default"
          size="md"
          fullWidth
          loading={!complete}
          className={css.more}
          onClick={() => setAdded(shown + PAGE - first)}
        >
          {dayWords.more({ count: more, all: rows.length })}
        </Button>
      )}
    </section>
  );
}

interface When {
  /**
   * The day of a late or running job of another day, because its time alone would read as today's. For a job of today
   * whose time has passed, says so.
   */
  readonly note: string;
  readonly isLate: boolean;
  /** '' if the note tells it. */
  readonly time: string;
}

export function useWhen(record: WorkOrder): When {
  const today = useToday();
  const dates = useDates('workOrders');
  const lateness = useLateness(record);
  const isLate = lateness !== null;
  if (lateness?.reason === 'time') {
    return { note: dayWords.lateToday({ time: formatClock(lateness.due) }), isLate, time: '' };
  }
  const start = startOf(record, dates);
  // A time that cannot be read is shown as written.
  const time = start ? formatClock(start) : readJob(record.notes).time;
  const day = record.scheduled_date ? scheduledDay(record.scheduled_date, dates) : today;
  // The heading of the list tells the day of other jobs.
  const isElsewhere = isLate || (record.status === 'in_progress' && day !== today);
  return { note: isElsewhere ? formatWeekdayAndDate(day, today) : '', isLate, time };
}

export function JobCard({ row }: { readonly row: Row }) {
  const { path } = useResourceView('workOrders');
  const record = readable('workOrders', row.view) as WorkOrder;
  const customer = useRecordName('customers', record.customer);
  const { note, isLate, time } = useWhen(record);
  const { crew, flags } = readJob(record.notes);
  const last = STEPS.filter((step) => stepTaken(record.notes, step, localOffset)).at(-1);
  const place = [record.address_line_1.trim(), cityAndState(record)].filter(Boolean).join(', ');
  return (
    <article className={css.job}>
      <p className={css.chips}>
        {note && <strong className={isLate ? css.late : undefined}>{note}</strong>}
        {time && <strong>{time}</strong>}
        <ChoiceChip value={record.status} choices={WORK_ORDER_STATUSES} />
        <ChoiceChip value={record.priority} choices={WORK_ORDER_PRIORITIES} />
        <RecordMark resource="workOrders" row={row} />
      </p>
      <h3 className={css.what}>
        <Link to={recordPath(path, row)}>{titleOf('workOrders', record)}</Link>
      </h3>
      <p className={css.where}>{[record.customer && customer, place].filter(Boolean).join(' · ')}</p>
      {crew.length > 0 && (
        <p className={css.crew}>
          <Avatars names={crew} />
          <span>{crew.join(', ')}</span>
        </p>
      )}
      {flags.length > 0 && <p className={css.flags}>{flags.join(' · ')}</p>}
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

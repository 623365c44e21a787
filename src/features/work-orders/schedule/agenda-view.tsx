import { Button } from '@mantine/core';
import { memo, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { readable, titleOf } from '../../../crud/readable.ts';
import { RecordMark, recordPath, useRecordName } from '../../../crud/record-link.tsx';
import { useResourceView } from '../../../crud/resource-view.ts';
import { cityAndState } from '../../../domain/address.ts';
import { weekOf } from '../../../domain/plain-date.ts';
import { isOver } from '../../../domain/resource-specs.ts';
import { isCounted, minutesOf } from '../../../domain/schedule/plan-days.ts';
import { type Agenda, planAgenda, planMonth } from '../../../domain/schedule/plan-lists.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES, type WorkOrder } from '../../../domain/work-order.ts';
import { NOTES_WEIGHT, useInSteps } from '../../../records/use-in-steps.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ChoiceChip } from '../../../ui/fields/choice-chip.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { VerticalMoreIcon } from '../../../ui/icons.ts';
import { formatDate, formatDateOfYear } from '../../../ui/text/format-date.ts';
import { useMoreFocus } from '../../../ui/use-more-focus.ts';
import { dayWords } from '../../../words/jobs.ts';
import { scheduleWords } from '../../../words/schedule.ts';
import { agendaWords } from '../../../words/schedule-more.ts';
import { dayName } from '../day/day-name.ts';
import { WeekDays } from '../day/week-days.tsx';
import css from './agenda-view.module.css';
import { hoursSaid, timeSaid } from './schedule-said.ts';
import type { Board, JobSlot, Row, ScheduleData, ShownSchedule, ViewProps } from './schedule-types.ts';

/** How many jobs are listed at first, and more with each press. Whole days. */
const PAGE = 20;

/** The jobs of the chosen day and of all later ones. */
export default function AgendaView({ data, address, board }: ViewProps) {
  const { day, who, status, go } = address;
  const counts = useCounts(data, address);
  return (
    <>
      <nav aria-label={dayWords.days} className={css.strip}>
        <WeekDays
          days={weekOf(day)}
          day={day}
          today={data.today}
          counts={data.isWhole ? counts : undefined}
          onChoose={(next) => go({ day: next })}
        />
      </nav>
      <Days key={`${day} ${who} ${status}`} {...{ data, address, board }} />
    </>
  );
}

function useCounts(
  data: ScheduleData,
  { day, who, status }: ShownSchedule,
): ReadonlyMap<string, number> | undefined {
  const { index, slots, settings } = data;
  const work = useMemo(
    () =>
      function* () {
        const days = yield* planMonth(index, slots, { days: weekOf(day), who, status, settings });
        return new Map(days.map((one) => [one.day, one.count]));
      },
    [index, slots, day, who, status, settings],
  );
  return useInSteps({
    work,
    size: sizeOf(data, weekOf(day)) * NOTES_WEIGHT,
    about: `${day} ${who} ${status}`,
  });
}

function sizeOf({ index }: ScheduleData, days: readonly string[]): number {
  return days.reduce((sum, one) => sum + (index.byDay.get(one)?.length ?? 0), 0);
}

function Days({ data, address, board }: ViewProps) {
  const { day, who, status } = address;
  const [wanted, setWanted] = useState(PAGE);
  const agenda = useAgenda(data, { ...address, wanted });
  const { list, expectMore } = useMoreFocus<HTMLDivElement>('li');
  if (!agenda) return <p role="status">{scheduleWords.reading}</p>;
  if (agenda.days.length === 0) {
    // The screen says that jobs may be missing.
    return (
      data.isWhole && (
        <EmptyState picture="dry" title={agendaWords.none({ day: formatDateOfYear(day) })}>
          {(who !== null || status !== null) && agendaWords.noneHint}
        </EmptyState>
      )
    );
  }
  return (
    <div ref={list}>
      {agenda.days.map(({ day: one, slots }) => (
        <AgendaDay
          key={one}
          day={one}
          slots={slots}
          status={status}
          today={data.today}
          isWhole={data.isWhole}
          board={board}
        />
      ))}
      {agenda.next !== null && (
        <Button
          variant="default"
          fullWidth
          className={css.later}
          onClick={() => {
            expectMore(listed(agenda));
            setWanted(listed(agenda) + PAGE);
          }}
        >
          {agendaWords.later}
        </Button>
      )}
    </div>
  );
}

function listed({ days }: Agenda<Row>): number {
  return days.reduce((sum, { slots }) => sum + slots.length, 0);
}

function useAgenda(
  data: ScheduleData,
  { day, who, status, wanted }: ShownSchedule & { readonly wanted: number },
): Agenda<Row> | undefined {
  const { index, slots, settings } = data;
  const work = useMemo(
    () => () => planAgenda(index, slots, { from: day, atLeast: wanted, who, status, settings }),
    [index, slots, day, wanted, who, status, settings],
  );
  // To find one person's jobs, all notes may have to be read.
  const isShort = who === null && status === null;
  return useInSteps({ work, size: isShort ? wanted * NOTES_WEIGHT : Number.POSITIVE_INFINITY, about: day });
}

interface DayProps {
  readonly day: string;
  readonly slots: readonly JobSlot[];
  readonly status: string | null;
  readonly today: string;
  readonly isWhole: boolean;
  readonly board: Board;
}

function AgendaDay({ day, slots, status, today, isWhole, board }: DayProps) {
  const id = useId();
  const planned = slots.filter(({ row }) => isCounted(row, { status }));
  const minutes = minutesOf(planned);
  const hours = minutes === 0 ? 'none' : hoursSaid(minutes);
  const sum = isWhole ? agendaWords.daySum : agendaWords.daySumAtLeast;
  return (
    <section aria-labelledby={id} className={css.day}>
      <h2 id={id} className={css.head}>
        {dayName(day, today)}
      </h2>
      <p className={css.sum}>{[formatDate(day), sum({ count: planned.length, hours })].join(' · ')}</p>
      <ul className={css.jobs}>
        {slots.map((slot) => (
          <AgendaJob key={slot.row.localId} slot={slot} board={board} />
        ))}
      </ul>
    </section>
  );
}

interface JobProps {
  readonly slot: JobSlot;
  readonly board: Board;
}

const AgendaJob = memo(function AgendaJob({ slot, board }: JobProps) {
  const { row, crew } = slot;
  const { path } = useResourceView('workOrders');
  const record = readable('workOrders', row.view) as unknown as WorkOrder;
  const customer = useRecordName('customers', record.customer);
  const opener = useRef<HTMLButtonElement>(null);
  const title = titleOf('workOrders', record);
  const isClosed = isOver('workOrders', record.status);
  return (
    <li className={css.job} data-over={isClosed || undefined}>
      <p className={css.when}>{timeSaid(slot) || scheduleWords.anyTime}</p>
      <div className={css.what}>
        <p className={css.title}>
          <Link to={recordPath(path, row)}>{title}</Link>
        </p>
        <p className={css.who}>
          {[record.customer === null ? '' : customer, cityAndState(record)].filter(Boolean).join(' · ')}
        </p>
        <p className={css.who}>{crew.length > 0 ? crew.join(', ') : dayWords.noCrew}</p>
        <p className={css.chips}>
          <ChoiceChip value={record.status} choices={WORK_ORDER_STATUSES} />
          <ChoiceChip value={record.priority} choices={WORK_ORDER_PRIORITIES} quiet={isClosed} />
          <RecordMark resource="workOrders" row={row} />
        </p>
      </div>
      <IconButton
        ref={opener}
        label={scheduleWords.moreFor({ title })}
        onClick={() => opener.current && board.menu(slot, opener.current)}
      >
        <VerticalMoreIcon size={20} aria-hidden />
      </IconButton>
    </li>
  );
});

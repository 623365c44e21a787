import type { KeyboardEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { readable, titleOf } from '../../../crud/readable.ts';
import { JobContact } from '../../../crud/record/contact-facts.tsx';
import { RecordMark, recordPath, SyncMark, useRecordName } from '../../../crud/record-link.tsx';
import { useResourceView } from '../../../crud/resource-view.ts';
import { useLateness } from '../../../crud/use-lateness.ts';
import { addressLines } from '../../../domain/address.ts';
import { readJob, STEPS } from '../../../domain/day/job.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES, type WorkOrder } from '../../../domain/work-order.ts';
import { Avatars } from '../../../ui/avatar.tsx';
import { ChoiceChip } from '../../../ui/fields/choice-chip.tsx';
import { dayWords } from '../../../words/jobs.ts';
import { Hazards } from './hazards.tsx';
import { JobCrew } from './job-people.tsx';
import { NextStep, StepsTaken } from './job-steps.tsx';
import css from './today-desk.module.css';
import { type Row, useWhen } from './today-list.tsx';

interface DeskProps {
  readonly chosen: Row | undefined;
  readonly children: ReactNode;
}

export function JobDesk({ chosen, children }: DeskProps) {
  return (
    <div className={css.desk}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move the focus between its buttons */}
      <div onKeyDown={moveFocus}>{children}</div>
      {chosen && (
        <aside aria-label={dayWords.chosen} className={css.side}>
          <JobDetail key={chosen.localId} row={chosen} />
        </aside>
      )}
    </div>
  );
}

const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-job]')];
  const at = lines.findIndex((line) => line === document.activeElement);
  const next = at < 0 ? undefined : lines[MOVES[event.key]?.(at, lines.length) ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface LineProps {
  readonly row: Row;
  readonly chosen: boolean;
  readonly onChoose: (localId: string) => void;
}

export function JobLine({ row, chosen, onChoose }: LineProps) {
  const { path } = useResourceView('workOrders');
  const navigate = useNavigate();
  const record = readable('workOrders', row.view) as WorkOrder;
  const { note, isLate, time } = useWhen(record);
  const { crew } = readJob(record.notes);
  const choose = (): void => onChoose(row.localId);
  return (
    <button
      type="button"
      data-job
      className={css.line}
      aria-current={chosen}
      // Tab stops only at the chosen line. Arrow keys move between the lines.
      tabIndex={chosen ? 0 : -1}
      onFocus={choose}
      onClick={choose}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        void navigate(recordPath(path, row));
      }}
    >
      <span className={css.time}>
        {note && <strong className={isLate ? css.late : undefined}>{note}</strong>}
        <span>{time}</span>
      </span>
      <span className={css.what}>{titleOf('workOrders', record)}</span>
      <span className={css.status}>
        <ChoiceChip value={record.status} choices={WORK_ORDER_STATUSES} />
        <SyncMark mark={row.mark} />
      </span>
      <span className={css.who}>
        <Avatars names={crew} />
        <span>{crew.length > 0 ? crew.join(', ') : dayWords.noCrew}</span>
      </span>
      <span className={css.city}>{record.city}</span>
    </button>
  );
}

function JobDetail({ row }: { readonly row: Row }) {
  const { path } = useResourceView('workOrders');
  const record = readable('workOrders', row.view) as WorkOrder;
  const customer = useRecordName('customers', record.customer);
  const address = addressLines(record).join(', ');
  const { note, isLate } = useWhen(record);
  const isOverdue = useLateness(record)?.reason === 'day';
  return (
    <article className={css.detail}>
      <p className={css.chips}>
        {note && (
          <strong className={isLate ? css.late : undefined}>
            {isOverdue ? dayWords.lateSince({ day: note }) : note}
          </strong>
        )}
        <ChoiceChip value={record.status} choices={WORK_ORDER_STATUSES} />
        <ChoiceChip value={record.priority} choices={WORK_ORDER_PRIORITIES} />
        <RecordMark resource="workOrders" row={row} />
      </p>
      <Hazards flags={readJob(record.notes).flags} />
      <h2 className={css.title}>
        <Link to={recordPath(path, row)}>{titleOf('workOrders', record)}</Link>
      </h2>
      <p className={css.where}>{[record.customer && customer, address].filter(Boolean).join(' · ')}</p>
      <JobContact resource="customers" id={record.customer} address={address} without="email" />
      <JobCrew localId={row.localId} record={record} />
      {record.description !== '' && <p className={css.about}>{record.description}</p>}
      <StepsTaken notes={record.notes} steps={STEPS} />
      <NextStep localId={row.localId} record={record} />
    </article>
  );
}

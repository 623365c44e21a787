import { Fragment } from 'react';
import { Paper, PaperFacts, PaperSection, PaperText, Parties } from '../../crud/paper/paper.tsx';
import type { PaperProps } from '../../crud/paper/print-button.tsx';
import { formatDay, useDates } from '../../crud/time.tsx';
import { linesBesideItems, readChecklist } from '../../domain/day/checklist.ts';
import { readClockTime } from '../../domain/day/clock-time.ts';
import {
  LOG,
  linesBesideEntries,
  localOffset,
  readEntries,
  readSigned,
  type SignedStamp,
} from '../../domain/day/entries.ts';
import { linesBesideJob, readJob, STEPS, stepTaken } from '../../domain/day/job.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES, type WorkOrder } from '../../domain/work-order.ts';
import { choiceLabel } from '../../ui/fields/choice-chip.tsx';
import { formatClock, formatFull } from '../../ui/text/format-date.ts';
import { formatMoney } from '../../ui/text/format-values.tsx';
import { fieldLabels } from '../../words/common.ts';
import { jobWords } from '../../words/jobs.ts';
import { paperWords } from '../../words/record.ts';
import css from './work-order-paper.module.css';

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

interface Props {
  readonly notes: string;
}

export function paperTime(notes: string): string {
  const { time } = readJob(notes);
  const read = readClockTime(time);
  return read === null ? time : formatClock(read);
}

export function PaperJob({ notes, warnings }: Props & { readonly warnings: boolean }) {
  const { crew, flags, project } = readJob(notes);
  return (
    <PaperFacts
      as="wide"
      facts={[
        [jobWords.flags, warnings ? flags.join(', ') : ''],
        [jobWords.crew, crew.join(', ')],
        [jobWords.project, project],
        ...STEPS.map(
          (step) => [paperWords[step], signedOnPaper(stepTaken(notes, step, localOffset))] as const,
        ),
        [paperWords.moreOfJob, warnings ? linesBesideJob(notes).join('\n') : ''],
      ]}
    />
  );
}

export function PaperChecklist({ notes }: Props) {
  const items = readChecklist(notes);
  const others = linesBesideItems(notes);
  if (items.length + others.length === 0) return null;
  return (
    <PaperSection heading={jobWords.checklist}>
      <table className={css.checklist}>
        <tbody>
          {items.map(({ text, done, by, line }) => (
            <tr key={line}>
              <td>
                <span className={css.box}>{done && '✓'}</span>
              </td>
              <td>{text}</td>
              <td>{done ? signedOnPaper(readSigned(by, localOffset)) || by || paperWords.done : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {others.length > 0 && <p>{others.join('\n')}</p>}
    </PaperSection>
  );
}

export function PaperLog({ notes }: Props) {
  const entries = readEntries(notes, LOG, localOffset);
  const others = linesBesideEntries(notes, LOG);
  if (entries.length + others.length === 0) return null;
  return (
    <PaperSection heading={jobWords.log}>
      <dl className={css.log}>
        {entries.map((entry) => (
          <Fragment key={entry.lines[0]}>
            <dt>{signedOnPaper(entry)}</dt>
            <dd>{entry.text}</dd>
          </Fragment>
        ))}
      </dl>
      {others.length > 0 && <p>{others.join('\n')}</p>}
    </PaperSection>
  );
}

/** Includes the year, which a printed page needs. */
function signedOnPaper(stamp: SignedStamp | null): string {
  return stamp ? [formatFull(stamp.at), stamp.who].filter((part) => part !== '').join(' · ') : '';
}

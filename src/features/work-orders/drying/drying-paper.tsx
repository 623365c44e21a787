import type { Claimed } from '../../../crud/job-claims.ts';
import { Paper, PaperFacts, PaperText, Parties } from '../../../crud/paper/paper.tsx';
import { formatDay, useNow } from '../../../crud/time.tsx';
import { CLAIM, claimLines } from '../../../domain/day/claim.ts';
import { readJob } from '../../../domain/day/job.ts';
import { jobStatus } from '../../../domain/drying/chamber-status.ts';
import { dryingDays } from '../../../domain/drying/day-table.ts';
import type { DryingEntry } from '../../../domain/drying/drying-entries.ts';
import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import { jobValue, standardsText } from '../../../domain/drying/job-facts.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { fieldLabels } from '../../../words/common.ts';
import { dryingPaperWords } from '../../../words/drying.ts';
import { claimWords, jobWords } from '../../../words/jobs.ts';
import { paperWords } from '../../../words/record.ts';
import { ChamberTable, VerificationTable } from './chambers-paper.tsx';
import { GrainsChart } from './drying-charts.tsx';
import css from './drying-paper.module.css';
import { EquipmentTable, GapsOnPaper, NotesOnPaper } from './evidence-paper.tsx';
import { AirTable, PointTable } from './tables-paper.tsx';
import { verdictText } from './verdict-text.ts';

interface Props {
  readonly record: WorkOrder;
  readonly log: DryingLog;
  /** All of the job. */
  readonly entries: readonly DryingEntry[];
  /** Claims that surely belong to the job. */
  readonly claims: readonly Claimed[];
}

/** Prints what an adjuster asks for: each day's air, each point and its goal, each unit's dates, and what is missing. */
export default function DryingPaper({ record, log, entries, claims }: Props) {
  const now = useNow();
  const days = dryingDays(log);
  const read = days.filter(({ who }) => who.length > 0);
  const { chambers, verdict } = jobStatus(log);
  const { project } = readJob(record.notes);
  const who = [...new Set(read.flatMap((day) => day.who))].join(', ');
  return (
    <Paper
      heading={dryingPaperWords.title}
      facts={[
        [paperWords.number, record.work_order_number.trim()],
        [jobWords.project, project],
        [dryingPaperWords.firstDay, dayText(days[0]?.day)],
        [dryingPaperWords.lastDay, dayText(days.at(-1)?.day)],
        [
          dryingPaperWords.altitude,
          log.altitude === 0 ? null : dryingPaperWords.feet({ count: log.altitude }),
        ],
      ]}
    >
      <Parties customer={record.customer} role={fieldLabels.customer} site={record} phone />
      {record.title.trim() !== '' && <h2>{record.title.trim()}</h2>}
      {claims.map(({ key, description }) => (
        <PaperText key={key} heading={claimWords.title} text={claimBlock(description)} />
      ))}
      <PaperFacts
        as="wide"
        facts={[
          [dryingPaperWords.verdict, verdictText(verdict)],
          [dryingPaperWords.takenByWhom, who],
          [dryingPaperWords.meter, jobValue(log, 'meter')],
          [dryingPaperWords.standards, standardsText(log, ', ')],
        ]}
      />
      <ChamberTable chambers={chambers} />
      {read.length > 0 && (
        <div className={css.chart}>
          <GrainsChart log={log} days={days} />
        </div>
      )}
      <AirTable log={log} days={days} />
      <PointTable log={log} days={read} />
      <EquipmentTable log={log} now={now} />
      <VerificationTable chambers={chambers} />
      <GapsOnPaper log={log} entries={entries} days={days} now={now} />
      <NotesOnPaper log={log} />
    </Paper>
  );
}

/** Without the rest of the project's description. */
function claimBlock(description: string): string {
  return [`--- ${CLAIM} ---`, ...claimLines(description)].join('\n');
}

function dayText(day: string | undefined): string | null {
  return day === undefined ? null : formatDay(day);
}

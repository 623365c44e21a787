import { Paper, PaperFacts, PaperSection, Parties } from '../../../crud/paper/paper.tsx';
import { formatDay, useNow } from '../../../crud/time.tsx';
import { readJob } from '../../../domain/day/job.ts';
import { jobStatus } from '../../../domain/drying/chamber-status.ts';
import { dryingDays } from '../../../domain/drying/day-table.ts';
import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { fieldLabels } from '../../../words/common.ts';
import { dryingPaperWords, dryingWords } from '../../../words/drying.ts';
import { jobWords } from '../../../words/jobs.ts';
import { paperWords } from '../../../words/record.ts';
import { GrainsChart } from './drying-charts.tsx';
import { momentThere } from './drying-names.ts';
import css from './drying-paper.module.css';
import { EquipmentTable, GapsOnPaper, NotesOnPaper } from './evidence-paper.tsx';
import { AirTable, PointTable } from './tables-paper.tsx';
import { verdictText } from './verdict-text.ts';

interface Props {
  readonly record: WorkOrder;
  readonly log: DryingLog;
}

/** What an adjuster asks for: each day's air, each point against its goal, each unit's dates, and what is missing. */
export default function DryingPaper({ record, log }: Props) {
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
          log.altitude === 0 ? null : dryingWords.altitudeIs({ feet: log.altitude }),
        ],
      ]}
    >
      <Parties customer={record.customer} role={fieldLabels.customer} site={record} phone />
      {record.title.trim() !== '' && <h2>{record.title.trim()}</h2>}
      <PaperFacts
        as="wide"
        facts={[
          [dryingPaperWords.verdict, verdictText(verdict)],
          [dryingPaperWords.takenByWhom, who],
        ]}
      />
      <PaperSection heading={dryingPaperWords.chambers}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{dryingPaperWords.chamber}</th>
              <th scope="col">{dryingPaperWords.rooms}</th>
              <th scope="col">{dryingPaperWords.lossClass}</th>
              <th scope="col">{dryingPaperWords.volume}</th>
              <th scope="col">{dryingPaperWords.verdict}</th>
              <th scope="col">{dryingPaperWords.dry}</th>
            </tr>
          </thead>
          <tbody>
            {chambers.map(({ chamber, verdict: result }) => {
              const { name, fact, dry } = chamber;
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{fact.rooms.join(' + ')}</td>
                  <td>{fact.lossClass ?? '-'}</td>
                  <td>
                    {fact.cubicFeet === null ? '-' : dryingPaperWords.cubicFeet({ count: fact.cubicFeet })}
                  </td>
                  <td>{verdictText(result)}</td>
                  <td>{dry ? [momentThere(dry), dry.who, dry.remark].filter(Boolean).join(' · ') : '-'}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </PaperSection>
      {read.length > 0 && (
        <div className={css.chart}>
          <GrainsChart log={log} days={days} />
        </div>
      )}
      <AirTable days={read} />
      <PointTable log={log} days={read} />
      <EquipmentTable log={log} now={now} />
      <GapsOnPaper log={log} days={days} now={now} />
      <NotesOnPaper log={log} />
    </Paper>
  );
}

function dayText(day: string | undefined): string | null {
  return day === undefined ? null : formatDay(day);
}

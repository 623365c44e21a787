import { Button } from '@mantine/core';
import { useId } from 'react';
import type { Report } from '../../domain/report.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { type RecordList, useRecordList } from '../../records/use-records.ts';
import { ExportButton } from './export-button.tsx';
import { ExportOutcome } from './export-outcome.tsx';
import css from './report-card.module.css';
import { figureText } from './report-text.ts';
import { useReportExport } from './use-report-export.ts';

interface Props {
  readonly report: Report;
  readonly onView: () => void;
}

/** What a report is about, and the two things to do with it. */
export function ReportCard({ report, onView }: Props) {
  const title = useId();
  const list: RecordList<Fields> = useRecordList(report.resource);
  const exported = useReportExport(report);
  const { label } = resourceSpecs[report.resource];
  const noun = list.total === 1 ? label.noun : label.plural.toLowerCase();
  return (
    <section aria-labelledby={title} className={css['card']}>
      <h2 id={title} className={css['title']}>
        {report.title}
      </h2>
      <p className={css['about']}>{report.about}</p>
      <p className={css['held']}>
        {list.complete ? `${figureText(list.total, 'count')} ${noun}` : 'Loading…'}
      </p>
      <div className={css['buttons']}>
        <Button onClick={onView} aria-describedby={title}>
          View Report
        </Button>
        <ExportButton
          variant="default"
          state={exported}
          disabled={!list.complete}
          onClick={() => void exported.run(list.rows.map(({ view }) => view))}
          describedBy={title}
        >
          Export
        </ExportButton>
      </div>
      <ExportOutcome state={exported} />
    </section>
  );
}

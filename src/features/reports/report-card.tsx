import { Button } from '@mantine/core';
import { useId } from 'react';
import { counted } from '../../crud/list/counted.ts';
import { ExportButtons, ExportOutcome, useExport } from '../../crud/list/export-buttons.tsx';
import { exportOf, type Report } from '../../domain/reports.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { reportsScreenWords } from '../../words/reports.ts';
import css from './report-card.module.css';
import { useReportRecords } from './use-report-records.ts';

interface Props {
  readonly report: Report;
  readonly onView: () => void;
}

/** What a report is about, and the two things to do with it. */
export function ReportCard({ report, onView }: Props) {
  const title = useId();
  const { list, readable, fetched } = useReportRecords(report);
  const exported = useExport(exportOf(report));
  const count = counted(list.total, resourceSpecs[report.resource].label);
  const partly =
    list.total === 0 ? reportsScreenWords.notFetched : reportsScreenWords.partlyFetched({ records: count });
  const held = fetched ? count : partly;
  return (
    <section aria-labelledby={title} className={css['card']}>
      <h2 id={title} className={css['title']}>
        {report.title}
      </h2>
      <p className={css['about']}>{report.about}</p>
      <p className={css['held']}>{list.complete ? held : reportsScreenWords.loading}</p>
      <div className={css['buttons']}>
        <Button onClick={onView} aria-describedby={title}>
          {reportsScreenWords.view}
        </Button>
        <ExportButtons
          variant="default"
          state={exported}
          disabled={!readable}
          onExport={(format) => void exported.run(format, list.rows, fetched)}
          describedBy={title}
        >
          {reportsScreenWords.export}
        </ExportButtons>
      </div>
      <ExportOutcome state={exported} />
    </section>
  );
}

import { useMemo } from 'react';
import type { Report } from '../../domain/report.ts';
import { type ReportSums, sumInSteps } from '../../domain/report-sums.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { useInSteps } from '../../records/use-in-steps.ts';
import type { RecordList } from '../../records/use-records.ts';

/** A report's records added up, live; undefined until that has been done for the first time. */
export function useReportSums(
  { chart }: Report,
  { rows, complete }: RecordList<Fields>,
): ReportSums | undefined {
  const work = useMemo(() => (complete ? () => sumInSteps(chart, rows) : null), [complete, chart, rows]);
  return useInSteps({ work, size: rows.length, about: chart });
}

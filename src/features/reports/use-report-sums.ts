import { useMemo } from 'react';
import { type ReportSums, sumRecords } from '../../domain/report-sums.ts';
import type { Report } from '../../domain/reports.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import type { RecordList } from '../../records/use-records.ts';

/** A report's records added up, live; undefined until all of them have been read. */
export function useReportSums(
  { chart }: Report,
  { rows, complete }: RecordList<Fields>,
): ReportSums | undefined {
  return useMemo(() => (complete ? sumRecords(chart, rows) : undefined), [complete, chart, rows]);
}

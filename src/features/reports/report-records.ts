import { useMemo } from 'react';
import { type ReportSums, sumRecords } from '../../domain/report-sums.ts';
import type { Report, ReportUnit } from '../../domain/reports.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { useInSteps } from '../../records/use-in-steps.ts';
import { type RecordList, useCompleteness, useRecordList } from '../../records/use-records.ts';
import { usePullStatus } from '../../records/use-sync-status.ts';
import { formatWholeMoney } from '../../ui/text/format-values.tsx';
import { formatCount } from '../../words/formats.ts';

export interface ReportRecords {
  readonly list: RecordList<Fields>;
  /** True once the records, their references and `fetched` have been read. */
  readonly readable: boolean;
  /** True if the whole list has been fetched at least once. */
  readonly fetched: boolean;
}

export function useReportRecords({ resource }: Report): ReportRecords {
  const list: RecordList<Fields> = useRecordList(resource);
  const complete = useCompleteness([resource, ...specOf(resource).references.map(({ to }) => to)]);
  const pull = usePullStatus(resource);
  return { list, readable: complete && pull !== undefined, fetched: pull?.pulledAt !== null };
}

export function useReportSums(
  { id, chart }: Report,
  { rows, complete }: RecordList<Fields>,
): ReportSums | undefined {
  const work = useMemo(() => (complete ? () => sumRecords(chart, rows) : null), [complete, chart, rows]);
  return useInSteps({ work, size: rows.length, about: id });
}

const SHORT = { notation: 'compact', maximumFractionDigits: 1 } as const;
const SHORT_COUNT = new Intl.NumberFormat('en-US', SHORT);
const SHORT_DOLLARS = new Intl.NumberFormat('en-US', { ...SHORT, style: 'currency', currency: 'USD' });
const PERCENT = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

export function figureText(value: number | null, unit: ReportUnit): string {
  if (value === null) return '-';
  switch (unit) {
    case 'count':
      return formatCount(value);
    case 'dollars':
      return formatWholeMoney(value);
    case 'percent':
      return PERCENT.format(value);
    default:
      return unit satisfies never;
  }
}

export function axisText(value: number, unit: 'count' | 'dollars'): string {
  return (unit === 'dollars' ? SHORT_DOLLARS : SHORT_COUNT).format(value);
}

import { useMemo } from 'react';
import { type ReportSums, sumRecords } from '../../domain/report-sums.ts';
import type { Report, ReportUnit } from '../../domain/reports.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { type RecordList, useCompleteness, useRecordList } from '../../records/use-records.ts';
import { usePullStatus } from '../../records/use-sync-status.ts';

export interface ReportRecords {
  readonly list: RecordList<Fields>;
  /** The records, their references and `fetched` have been read. */
  readonly readable: boolean;
  /** The list was once fetched completely. */
  readonly fetched: boolean;
}

export function useReportRecords({ resource }: Report): ReportRecords {
  const list: RecordList<Fields> = useRecordList(resource);
  const complete = useCompleteness([resource, ...specOf(resource).references.map(({ to }) => to)]);
  const pull = usePullStatus(resource);
  return { list, readable: complete && pull !== undefined, fetched: pull?.pulledAt !== null };
}

export function useReportSums(
  { chart }: Report,
  { rows, complete }: RecordList<Fields>,
): ReportSums | undefined {
  return useMemo(() => (complete ? sumRecords(chart, rows) : undefined), [complete, chart, rows]);
}

const COUNT = new Intl.NumberFormat('en-US');
const DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
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
      return COUNT.format(value);
    case 'dollars':
      return DOLLARS.format(value);
    case 'percent':
      return PERCENT.format(value);
    default:
      return unit satisfies never;
  }
}

export function axisText(value: number, unit: 'count' | 'dollars'): string {
  return (unit === 'dollars' ? SHORT_DOLLARS : SHORT_COUNT).format(value);
}

import type { Report } from '../../domain/reports.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { type RecordList, useCompleteness, useRecordList } from '../../records/use-records.ts';
import { usePullStatus } from '../../records/use-sync-status.ts';

export interface ReportRecords {
  readonly list: RecordList<Fields>;
  /** True as soon as they, what they refer to, and `fetched` have been read from the device. */
  readonly readable: boolean;
  /** False while the server's records have never been fetched whole. */
  readonly fetched: boolean;
}

/** The records that a report is about, live. */
export function useReportRecords({ resource }: Report): ReportRecords {
  const list: RecordList<Fields> = useRecordList(resource);
  const complete = useCompleteness([resource, ...specOf(resource).references.map(({ to }) => to)]);
  const pull = usePullStatus(resource);
  return { list, readable: complete && pull !== undefined, fetched: pull?.pulledAt !== null };
}

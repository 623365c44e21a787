import { exportOf } from '../../domain/report.ts';
import { REPORTS } from '../../domain/reports.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { useCompleteness } from '../../records/use-completeness.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { usePullStatus } from '../../records/use-sync-status.ts';
import { exportWords } from '../../words/list.ts';
import type { ResourceView } from '../resource-view.ts';
import { ExportButtons } from './export-buttons.tsx';
import { type FileExport, useExport } from './use-export.ts';

/** The export of a list: every fact that the reports tell of its kind. */
export function useListExport({ resource, path }: ResourceView): FileExport {
  const report = REPORTS.find((one) => one.resource === resource);
  const columns = report ? exportOf(report).columns : [];
  return useExport({ name: path.slice(1), resource, columns });
}

interface Props {
  readonly view: ResourceView;
  /** What the list shows, in its order. */
  readonly rows: readonly RecordRow<Fields>[];
  readonly state: FileExport;
}

export function ListExport({ view, rows, state }: Props) {
  const { resource } = view;
  const isRead = useCompleteness([resource, ...specOf(resource).references.map(({ to }) => to)]);
  const pull = usePullStatus(resource);
  return (
    <ExportButtons
      variant="default"
      state={state}
      disabled={!isRead || pull === undefined || rows.length === 0}
      onExport={(format) => void state.run(format, rows, pull?.pulledAt !== null)}
    >
      {exportWords.export}
    </ExportButtons>
  );
}

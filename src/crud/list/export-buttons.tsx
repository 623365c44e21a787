import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { dayAt } from '../../domain/plain-date.ts';
import { exportOf, REPORTS } from '../../domain/reports.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs, specOf } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { type RecordRow, useCompleteness } from '../../records/use-records.ts';
import { usePullStatus } from '../../records/use-sync-status.ts';
import { MenuButton } from '../../ui/feedback/menu-button.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { ChevronDownIcon, DownloadIcon } from '../../ui/icons.ts';
import { counted } from '../../ui/text/format-values.tsx';
import { exportWords } from '../../words/list.ts';
import type { ResourceView } from '../resource-view.ts';
import { saveFile } from '../save-file.ts';
import css from './export-buttons.module.css';
import { csvOf, type ExportedFacts } from './exported-rows.ts';

interface ExportButtonsProps extends Pick<ButtonProps, 'variant'> {
  readonly children: string;
  readonly disabled: boolean;
  readonly onExport: (format: ExportFormat) => void;
  readonly describedBy?: string;
}

/** Exports CSV. The menu also offers Excel, which keeps leading zeros of ZIP codes. */
export function ExportButtons({ children, disabled, onExport, describedBy, variant }: ExportButtonsProps) {
  const common = { ...(variant && { variant }), disabled, 'aria-describedby': describedBy };
  return (
    <span className={css.place}>
      <Button
        {...common}
        className={css.first}
        leftSection={<DownloadIcon size={18} aria-hidden />}
        onClick={() => onExport('csv')}
      >
        {children}
      </Button>
      <MenuButton
        label={exportWords.formats}
        position="bottom-end"
        entries={[
          { key: 'csv', label: exportWords.csv, onChoose: () => onExport('csv') },
          { key: 'xlsx', label: exportWords.excel, onChoose: () => onExport('xlsx') },
        ]}
      >
        {(opener) => (
          <Button
            {...common}
            {...opener}
            className={css.second}
            aria-label={exportWords.formats}
            title={exportWords.formats}
          >
            <ChevronDownIcon size={18} aria-hidden />
          </Button>
        )}
      </MenuButton>
    </span>
  );
}

export function ExportOutcome({ failed, words }: Pick<FileExport, 'failed' | 'words'>) {
  return (
    <>
      <p role="status" className={css.outcome}>
        {!failed && words}
      </p>
      <ErrorAlert lines={failed ? [words] : []} />
    </>
  );
}

type ExportFormat = 'csv' | 'xlsx';

interface FileExport {
  readonly working: boolean;
  readonly words: string;
  readonly failed: boolean;
  /** `whole`: the device has every record of the server. */
  readonly run: (format: ExportFormat, rows: readonly RecordRow<Fields>[], whole: boolean) => Promise<void>;
}

interface ExportRequest extends ExportedFacts {
  readonly name: string;
}

export function useExport(wanted: ExportRequest): FileExport {
  const services = useRecordServices();
  const [state, setState] = useState<Omit<FileExport, 'run'>>({ working: false, failed: false, words: '' });
  const fail = (words: string): void => setState({ working: false, failed: true, words });

  async function run(
    format: ExportFormat,
    rows: readonly RecordRow<Fields>[],
    whole: boolean,
  ): Promise<void> {
    setState({ working: true, failed: false, words: exportWords.exporting });
    const write = await writerOf(format).catch(() => null);
    if (!write) return fail(exportWords.notLoaded);
    try {
      const content = await write(
        wanted,
        rows.map(({ view }) => view),
        services,
      );
      saveFile(`${wanted.name}-${dayAt(services.clock.now())}.${format}`, content, services.clock);
      const records = counted(rows.length, resourceSpecs[wanted.resource].label);
      const words = whole ? exportWords.exported({ records }) : exportWords.exportedSome({ records });
      setState({ working: false, failed: false, words });
    } catch {
      fail(exportWords.failed);
    }
  }

  return { ...state, run };
}

async function writerOf(format: ExportFormat): Promise<typeof csvOf> {
  return format === 'csv' ? csvOf : (await import('./export-xlsx.ts')).xlsxOf;
}

export interface ListFiles extends Pick<FileExport, 'failed' | 'words'> {
  readonly disabled: boolean;
  readonly save: (format: ExportFormat) => void;
}

/** Exports the rows that a list shows. */
export function useListExport(
  { resource, path }: ResourceView,
  rows: readonly RecordRow<Fields>[],
): ListFiles {
  const report = REPORTS.find((one) => one.resource === resource);
  const columns = report ? exportOf(report).columns : [];
  const { run, working, ...outcome } = useExport({ name: path.slice(1), resource, columns });
  const isRead = useCompleteness([resource, ...specOf(resource).references.map(({ to }) => to)]);
  const pull = usePullStatus(resource);
  return {
    ...outcome,
    disabled: working || !isRead || pull === undefined || rows.length === 0,
    save: (format) => void run(format, rows, pull?.pulledAt !== null),
  };
}

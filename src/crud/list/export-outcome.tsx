import { ErrorAlert } from '../../ui/feedback/error-alert.tsx';
import css from './export-outcome.module.css';
import type { CsvExport } from './use-csv-export.ts';

/** What became of an export; nothing before the first. */
export function ExportOutcome({ state: { failed, words } }: { readonly state: CsvExport }) {
  return (
    <>
      <p role="status" className={css['words']}>
        {!failed && words}
      </p>
      {failed && <ErrorAlert lines={[words]} />}
    </>
  );
}

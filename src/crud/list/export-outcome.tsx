import { ErrorAlert } from '../../ui/feedback/error-alert.tsx';
import css from './export-outcome.module.css';
import type { FileExport } from './use-export.ts';

/** What became of an export; nothing before the first. */
export function ExportOutcome({ state: { failed, words } }: { readonly state: FileExport }) {
  return (
    <>
      <p role="status" className={css['words']}>
        {!failed && words}
      </p>
      {failed && <ErrorAlert lines={[words]} />}
    </>
  );
}

import { useState } from 'react';
import { DiscardQuestion } from '../../../crud/form/discard-question.tsx';
import { notSavedWords } from '../../../crud/refusal-words.ts';
import type { ImportDialogProps } from '../../../crud/resource-view.ts';
import { type ColumnMatch, matchColumns } from '../../../domain/customer-columns.ts';
import { beginImport, stopImport } from '../../../records/imports.ts';
import { useRecordServices } from '../../../records/records-context.ts';
import { Dialog } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx';
import { useUnsavedInput } from '../../../ui/fields/unsaved-input.ts';
import { importWords } from '../../../words/import.ts';
import { CheckRows, type RowsToImport } from './check-rows.tsx';
import { ChooseFile } from './choose-file.tsx';
import { MatchColumns } from './match-columns.tsx';
import type { CsvTable } from './read-csv.ts';
import { RunImport } from './run-import.tsx';
import { EarlierImport } from './undo-import.tsx';

type Stage =
  | { readonly at: 'file' }
  | { readonly at: 'columns'; readonly table: CsvTable; readonly match: ColumnMatch }
  | { readonly at: 'rows'; readonly table: CsvTable; readonly match: ColumnMatch }
  | { readonly at: 'storing' }
  | { readonly at: 'running'; readonly id: string };

/** Imports customers from a CSV file: the file, its columns, its rows, and how far it has come. A lazy chunk. */
export default function ImportDialog({ going, onClose }: ImportDialogProps) {
  const services = useRecordServices();
  const [stage, setStage] = useState<Stage>(going === null ? { at: 'file' } : { at: 'running', id: going });
  const [touched, setTouched] = useState(false);
  const [asking, setAsking] = useState<'leave' | 'back' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const unsaved = stage.at === 'rows' && touched;
  useUnsavedInput(unsaved);

  function leave(): void {
    if (stage.at === 'storing') return;
    if (unsaved) setAsking('leave');
    else if (stage.at === 'running') void stopImport(services, stage.id).then(onClose);
    else onClose();
  }

  async function begin({ table, match }: Extract<Stage, { at: 'rows' }>, rows: RowsToImport): Promise<void> {
    setProblem(null);
    setStage({ at: 'storing' });
    try {
      const { file, header } = table;
      setStage({ at: 'running', id: await beginImport(services, { file, header, ...rows }) });
    } catch (error) {
      setProblem(notSavedWords(error, importWords.importThis, importWords.notStored));
      setStage({ at: 'rows', table, match });
    }
  }

  function backToColumns({ table, match }: Extract<Stage, { at: 'rows' }>): void {
    setAsking(null);
    setTouched(false);
    setStage({ at: 'columns', table, match });
  }

  return (
    <Dialog title={importWords.title} size="large" onClose={leave}>
      {stage.at === 'rows' && <ErrorAlert lines={problem === null ? [] : [problem]} />}
      {stage.at === 'file' && (
        <>
          <ChooseFile
            onRead={(table) => setStage({ at: 'columns', table, match: matchColumns(table.header) })}
          />
          <EarlierImport onUndo={(id) => setStage({ at: 'running', id })} />
        </>
      )}
      {stage.at === 'columns' && (
        <MatchColumns
          table={stage.table}
          match={stage.match}
          onMatch={(match) => setStage({ ...stage, match })}
          onBack={() => setStage({ at: 'file' })}
          onNext={() => setStage({ ...stage, at: 'rows' })}
        />
      )}
      {stage.at === 'rows' && (
        <CheckRows
          table={stage.table}
          match={stage.match}
          onTouched={() => setTouched(true)}
          onBack={() => (touched ? setAsking('back') : setStage({ ...stage, at: 'columns' }))}
          onImport={(rows) => void begin(stage, rows)}
        />
      )}
      {stage.at === 'storing' && <p role="status">{importWords.storing}</p>}
      {stage.at === 'running' && <RunImport id={stage.id} onClose={onClose} />}
      {asking && stage.at === 'rows' && (
        <DiscardQuestion
          words={importWords.unsaved}
          onKeep={() => setAsking(null)}
          onDiscard={asking === 'leave' ? onClose : () => backToColumns(stage)}
        />
      )}
    </Dialog>
  );
}

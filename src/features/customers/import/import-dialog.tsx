import { Button } from '@mantine/core';
import { type DragEvent, useReducer, useState } from 'react';
import { notSavedWords } from '../../../crud/change-words.ts';
import { DiscardQuestion } from '../../../crud/form/kept-draft.tsx';
import type { ImportDialogProps } from '../../../crud/resource-view.ts';
import type { Encoding } from '../../../domain/import/encodings.ts';
import { beginImport, discardImport, stopImport } from '../../../records/imports/customer-imports.ts';
import { useImports } from '../../../records/imports/use-imports.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { Dialog } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { FileChooser } from '../../../ui/fields/file-chooser.tsx';
import { useUnsavedInput } from '../../../ui/fields/unsaved-input.ts';
import { importWords } from '../../../words/import.ts';
import type { RowsToImport } from './check-rows.ts';
import css from './import-dialog.module.css';
import { firstState, isTouched, reduceImport } from './import-state.ts';
import { Preview } from './preview.tsx';
import { FileError, readFile } from './read-file.ts';
import { RunImport } from './run-import.tsx';
import { EarlierImports } from './undone-import.tsx';

export default function ImportDialog({ going, onClose, onBusy }: ImportDialogProps) {
  const services = useRecordServices();
  const [state, dispatch] = useReducer(reduceImport, going, firstState);
  const [isAsking, setAsking] = useState(false);
  const [reading, setReading] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { step, source, read } = state;
  const unsaved = isTouched(state);
  useUnsavedInput(unsaved);
  const head = useImports()?.find(({ id }) => step.at === 'running' && id === step.id);

  function leave(): void {
    if (step.at === 'storing') return;
    if (unsaved) setAsking(true);
    else if (head) void (head.waiting === 0 ? discardImport : stopImport)(services, head.id).then(onClose);
    else onClose();
  }

  async function take(file: File, encoding?: Encoding): Promise<void> {
    if (reading !== null) return;
    setProblem(null);
    setReading(file.name);
    try {
      dispatch({ type: 'read', source: file, read: await readFile(file, services.clock, encoding) });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      setProblem(error.message);
    } finally {
      setReading(null);
    }
  }

  async function begin(file: string, rows: RowsToImport): Promise<void> {
    setProblem(null);
    dispatch({ type: 'went', to: { at: 'storing' } });
    try {
      const id = await beginImport(services, { file, ...rows });
      dispatch({ type: 'went', to: { at: 'running', id } });
    } catch (error) {
      setProblem(notSavedWords(error, importWords.importThis, importWords.notStored));
      dispatch({ type: 'went', to: { at: 'preview' } });
    }
  }

  return (
    <Dialog title={importWords.title} size={step.at === 'preview' ? 'wide' : 'large'} onClose={leave}>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      {step.at === 'file' && (
        <>
          <ChooseFile
            reading={reading}
            isAgain={problem !== null || read !== null}
            onTake={(file) => void take(file)}
            before={read?.file}
            onBefore={() => dispatch({ type: 'went', to: { at: 'preview' } })}
          />
          <EarlierImports onUndo={(id) => dispatch({ type: 'went', to: { at: 'running', id } })} />
        </>
      )}
      {step.at === 'preview' && read && source && (
        <Preview
          state={state}
          read={read}
          dispatch={dispatch}
          isReading={reading !== null}
          onEncoding={(encoding) => void take(source, encoding)}
          onImport={(rows) => void begin(read.file, rows)}
        />
      )}
      {step.at === 'storing' && <p role="status">{importWords.storing}</p>}
      {step.at === 'running' && <RunImport head={head} onClose={onClose} onBusy={onBusy} />}
      {isAsking && (
        <DiscardQuestion words={importWords.unsaved} onKeep={() => setAsking(false)} onDiscard={onClose} />
      )}
    </Dialog>
  );
}

/** Some systems have no MIME type for CSV, so the file extensions are listed too. */
const ACCEPTED =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Props {
  readonly reading: string | null;
  readonly isAgain: boolean;
  readonly onTake: (file: File) => void;
  /** Name of the file whose preview the user left. */
  readonly before: string | undefined;
  readonly onBefore: () => void;
}

function ChooseFile({ reading, isAgain, onTake, before, onBefore }: Props) {
  const [over, setOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onTake(file);
  }

  function drag(event: DragEvent): void {
    // Otherwise the browser would open the file.
    event.preventDefault();
    setOver(true);
  }

  return (
    <>
      <div
        className={css.drop}
        data-over={over || undefined}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileChooser
          label={importWords.choose}
          accept={ACCEPTED}
          data-autofocus
          loading={reading !== null}
          onTake={onTake}
        >
          {isAgain ? importWords.chooseAnother : importWords.choose}
        </FileChooser>
        {before !== undefined && (
          <Button variant="default" onClick={onBefore}>
            {importWords.backTo({ file: before })}
          </Button>
        )}
        <p className={css.byMouse}>{importWords.drop}</p>
        <p role="status" className={css.note}>
          {reading !== null && importWords.reading({ file: reading })}
        </p>
      </div>
      <p className={css.note}>{importWords.aboutFile}</p>
      <p className={css.note}>{importWords.aboutExcel}</p>
    </>
  );
}

import { Button } from '@mantine/core';
import { type DragEvent, type RefObject, useRef, useState } from 'react';
import { useRecordServices } from '../../../records/records-context.ts';
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx';
import { importWords } from '../../../words/import.ts';
import css from './import-dialog.module.css';
import { CsvError, type CsvTable, readCsv } from './read-csv.ts';

/** Some systems know no type for CSV: the ending does. */
const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain';

interface Props {
  readonly onRead: (table: CsvTable) => void;
}

/** Takes a file by its button, or dropped. */
export function ChooseFile({ onRead }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { problem, reading, take } = useCsvFile(onRead);
  const [over, setOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void take(file);
  }

  function drag(event: DragEvent): void {
    // Else the browser opens the file in the app's place.
    event.preventDefault();
    setOver(true);
  }

  return (
    <>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <div
        className={css['drop']}
        data-over={over || undefined}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileInput field={input} onChoose={(file) => void take(file)} />
        <Button data-autofocus loading={reading !== null} onClick={() => input.current?.click()}>
          {problem === null ? importWords.choose : importWords.chooseAnother}
        </Button>
        <p className={css['byMouse']}>{importWords.drop}</p>
        <p role="status" className={css['note']}>
          {reading !== null && importWords.reading({ file: reading })}
        </p>
      </div>
      <p className={css['note']}>{importWords.aboutFile}</p>
      <p className={css['note']}>{importWords.aboutExcel}</p>
    </>
  );
}

interface FileInputProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onChoose: (file: File) => void;
}

function FileInput({ field, onChoose }: FileInputProps) {
  return (
    <input
      ref={field}
      type="file"
      hidden
      aria-label={importWords.choose}
      accept={ACCEPTED}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (file) onChoose(file);
        // The same file can be chosen again.
        currentTarget.value = '';
      }}
    />
  );
}

interface CsvFile {
  readonly problem: string | null;
  /** Name of the file that is being read; null where none is. */
  readonly reading: string | null;
  readonly take: (file: File) => Promise<void>;
}

function useCsvFile(onRead: Props['onRead']): CsvFile {
  const { clock } = useRecordServices();
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState<string | null>(null);

  async function take(file: File): Promise<void> {
    if (reading !== null) return;
    setProblem(null);
    setReading(file.name);
    try {
      onRead(await readCsv(file, clock));
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      setProblem(error.message);
    } finally {
      setReading(null);
    }
  }

  return { problem, reading, take };
}

import { Button } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { importWords } from '../../../words/import.ts';
import css from './import-dialog.module.css';

/** Some systems know no type for CSV: the ending does. */
const ACCEPTED =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Props {
  /** Name of the file that is being read; null where none is. */
  readonly reading: string | null;
  /** Another file was chosen before. */
  readonly isAgain: boolean;
  readonly onTake: (file: File) => void;
  /** Name of the file whose preview was left. */
  readonly before: string | undefined;
  readonly onBefore: () => void;
}

/** Takes a file by its button, or dropped. */
export function ChooseFile({ reading, isAgain, onTake, before, onBefore }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onTake(file);
  }

  function drag(event: DragEvent): void {
    // Else the browser opens the file in the app's place.
    event.preventDefault();
    setOver(true);
  }

  return (
    <>
      <div
        className={css['drop']}
        data-over={over || undefined}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          hidden
          aria-label={importWords.choose}
          accept={ACCEPTED}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) onTake(file);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <Button data-autofocus loading={reading !== null} onClick={() => input.current?.click()}>
          {isAgain ? importWords.chooseAnother : importWords.choose}
        </Button>
        {before !== undefined && (
          <Button variant="default" onClick={onBefore}>
            {importWords.backTo({ file: before })}
          </Button>
        )}
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

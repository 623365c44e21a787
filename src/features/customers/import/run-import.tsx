import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { notSavedWords } from '../../../crud/refusal-words.ts';
import { type ImportHead, runImport, stopImport } from '../../../records/imports.ts';
import type { RecordServices } from '../../../records/record-services.ts';
import { useRecordServices } from '../../../records/records-context.ts';
import { useImports } from '../../../records/use-imports.ts';
import { DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx';
import { importWords } from '../../../words/import.ts';
import { FinishedImport } from './finished-import.tsx';
import css from './import-dialog.module.css';

interface Props {
  readonly id: string;
  /** It was stopped, discarded elsewhere, or finished and read. */
  readonly onClose: () => void;
}

/** Makes the customers of an import, and says how far it has come and what came of it. */
export function RunImport({ id, onClose }: Props) {
  const services = useRecordServices();
  const head = useImports()?.find((one) => one.id === id);
  const problem = useRun(services, id, onClose);
  if (!head) return null;
  if (head.waiting === 0) return <FinishedImport head={head} onClose={onClose} />;
  return (
    <>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <Progress head={head} />
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={() => void stopImport(services, id).then(onClose)}>
          {problem === null ? importWords.stop : importWords.close}
        </Button>
      </DialogButtons>
    </>
  );
}

/** Runs for as long as it is shown. Returns why it could not go on, in words; null where it does. */
function useRun(services: RecordServices, id: string, onClose: () => void): string | null {
  const [problem, setProblem] = useState<string | null>(null);
  const end = useEffectEvent(onClose);
  useEffect(() => {
    const leave = new AbortController();
    runImport(services, id, leave.signal).then(
      (head) => {
        // Stopped or discarded in another tab.
        if (!leave.signal.aborted && (head?.waiting ?? 1) > 0) end();
      },
      (error: unknown) => {
        if (!leave.signal.aborted) setProblem(notSavedWords(error, importWords.goOn, importWords.failed));
      },
    );
    return () => leave.abort();
  }, [services, id]);
  return problem;
}

function Progress({ head: { done, total } }: { readonly head: ImportHead }) {
  return (
    <div className={css['progress']}>
      <p>{importWords.progress({ done, total })}</p>
      <progress max={total} value={done} aria-label={importWords.progressLabel} />
      <p className={css['note']}>{importWords.safe}</p>
    </div>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { notSavedWords } from '../../../crud/change-words.ts';
import { RecordLink } from '../../../crud/record-link.tsx';
import { discardImport } from '../../../records/imports/customer-imports.ts';
import { type ImportHead, useImports } from '../../../records/imports/use-imports.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { beginImportUndo } from '../../../records/undo/import-undo.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { formatFull } from '../../../ui/text/format-date.ts';
import { importUndoWords } from '../../../words/import.ts';
import css from './import-dialog.module.css';
import { DownloadLeftOut, ImportProgress } from './import-work.tsx';

interface ButtonProps {
  readonly head: ImportHead;
  readonly onBegun: () => void;
}

export function UndoImportButton({ head: { id, done, undo }, onBegun }: ButtonProps) {
  const services = useRecordServices();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (done === 0 || undo) return null;

  async function begin(): Promise<void> {
    try {
      await beginImportUndo(services, id);
      setAsking(false);
      onBegun();
    } catch (error) {
      setProblem(notSavedWords(error, importUndoWords.undo, importUndoWords.failed));
    }
  }

  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {importUndoWords.undo}
      </Button>
      {asking && (
        <Dialog title={importUndoWords.title} size="small" onClose={() => setAsking(false)}>
          <ErrorAlert lines={problem === null ? [] : [problem]} />
          <p>{importUndoWords.question({ done })}</p>
          <DialogButtons>
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              {importUndoWords.keep}
            </Button>
            <Button color="red.9" onClick={() => void begin()}>
              {importUndoWords.undo}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}

export function EarlierImports({ onUndo }: { readonly onUndo: (id: string) => void }) {
  const closed = (useImports() ?? []).filter(({ isRead }) => isRead);
  if (closed.length === 0) return null;
  const newestFirst = closed.sort((one, other) => other.startedAt - one.startedAt);
  return (
    <section aria-label={importUndoWords.earlier} className={css.earlier}>
      {newestFirst.map((head) => (
        <div key={head.id}>
          <p>
            {importUndoWords.last({
              file: head.file,
              done: head.done,
              when: formatFull(head.startedAt),
            })}
          </p>
          <div className={css.choices}>
            <DownloadLeftOut head={head} />
            <UndoImportButton head={head} onBegun={() => onUndo(head.id)} />
          </div>
        </div>
      ))}
    </section>
  );
}

interface Props {
  readonly head: ImportHead;
  readonly onClose: () => void;
}

export function UndoImport({ head, onClose }: Props) {
  const { waiting, total, undo } = head;
  if (waiting === 0) return <UndoneImport head={head} onClose={onClose} />;
  const seen = undo?.seen ?? 0;
  const words = { ...importUndoWords, progress: importUndoWords.progress({ seen, total }) };
  return <ImportProgress head={head} value={seen} words={words} onClose={onClose} />;
}

function UndoneImport({ head, onClose }: Props) {
  const services = useRecordServices();
  return (
    <>
      <div role="status">
        <Outcome head={head} />
      </div>
      <DialogButtons>
        <Button data-autofocus onClick={() => void discardImport(services, head.id).then(onClose)}>
          {importUndoWords.done}
        </Button>
      </DialogButtons>
    </>
  );
}

export function Outcome({ head: { file, undo } }: Pick<Props, 'head'>) {
  if (!undo) return null;
  const { removed, kept, keptFirst } = undo;
  const more = kept.changed + kept.referred + kept.asked - keptFirst.length;
  return (
    <>
      <p className={css.outcome}>{importUndoWords.outcome({ removed, file })}</p>
      {kept.changed > 0 && <p>{importUndoWords.changed({ count: kept.changed })}</p>}
      {kept.referred > 0 && <p>{importUndoWords.referred({ count: kept.referred })}</p>}
      {kept.asked > 0 && <p>{importUndoWords.asked({ count: kept.asked })}</p>}
      {keptFirst.length > 0 && (
        <ul className={css.kept}>
          {keptFirst.map((localId) => (
            <li key={localId}>
              <RecordLink resource="customers" id={localId} />
            </li>
          ))}
          {more > 0 && <li>{importUndoWords.more({ count: more })}</li>}
        </ul>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ImportNoticeProps } from '../../../crud/resource-view.ts';
import { discardImport } from '../../../records/imports/customer-imports.ts';
import type { ImportHead } from '../../../records/imports/use-imports.ts';
import { useImports, useIsRunning } from '../../../records/imports/use-imports.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { importUndoWords, importWords } from '../../../words/import.ts';
import css from './import-dialog.module.css';
import { DownloadLeftOut } from './import-work.tsx';
import { ContinueImport } from './rows-again.tsx';
import { finishedWords } from './run-import.tsx';
import { Outcome, UndoImportButton } from './undone-import.tsx';

export default function ImportNotice({ onGoOn }: ImportNoticeProps) {
  const imports = useImports() ?? [];
  const unread = imports.filter(({ isRead }) => !isRead);
  return unread.map((head) => <OneImport key={head.id} head={head} onGoOn={onGoOn} />);
}

function OneImport({ head, onGoOn }: { readonly head: ImportHead } & ImportNoticeProps) {
  const services = useRecordServices();
  const running = useIsRunning(head);
  const [asking, setAsking] = useState(false);
  const discard = (): void => void discardImport(services, head.id);
  const { id, file, done, total, waiting } = head;
  if (running === undefined) return null;
  if (head.undo) return <OneUndo head={head} running={running} onGoOn={() => onGoOn(id)} onClose={discard} />;
  const undo = <UndoImportButton head={head} onBegun={() => onGoOn(id)} />;
  if (waiting === 0) {
    return (
      <Told words={finishedWords(head)}>
        <DownloadLeftOut head={head} />
        {undo}
        <Button variant="default" onClick={discard}>
          {importWords.close}
        </Button>
      </Told>
    );
  }
  if (running) return <Told words={importWords.isRunning({ file, done, total })} />;
  return (
    <>
      <Told words={importWords.wasStopped({ file, done, total })}>
        {undo}
        <Button variant="default" onClick={() => setAsking(true)}>
          {importWords.discardRest}
        </Button>
        <ContinueImport head={head} onGoOn={() => onGoOn(id)} />
      </Told>
      {asking && (
        <Dialog title={importWords.discardTitle} size="small" onClose={() => setAsking(false)}>
          <span>{importWords.discardQuestion({ waiting })}</span>
          <DialogButtons>
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              {importWords.keep}
            </Button>
            <Button color="red.9" onClick={discard}>
              {importWords.discardRest}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}

interface UndoProps {
  readonly head: ImportHead;
  readonly running: boolean;
  readonly onGoOn: () => void;
  readonly onClose: () => void;
}

function OneUndo({ head, running, onGoOn, onClose }: UndoProps) {
  const { file, total, waiting, undo } = head;
  const seen = undo?.seen ?? 0;
  if (waiting === 0) {
    return (
      <Told words={<Outcome head={head} />}>
        <Button variant="default" onClick={onClose}>
          {importUndoWords.close}
        </Button>
      </Told>
    );
  }
  if (running) return <Told words={importUndoWords.isRunning({ file, seen, total })} />;
  return (
    <Told words={importUndoWords.wasStopped({ file, seen, total })}>
      <Button variant="default" onClick={onGoOn}>
        {importUndoWords.goOn}
      </Button>
    </Told>
  );
}

function Told({ words, children }: { readonly words: ReactNode; readonly children?: ReactNode }) {
  return (
    <section aria-label={importWords.title} data-no-print className={css.told}>
      <Notice tone="info" action={children}>
        {words}
      </Notice>
    </section>
  );
}

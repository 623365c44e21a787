import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ImportNoticeProps } from '../../../crud/resource-view.ts';
import { discardImport, type ImportHead } from '../../../records/imports.ts';
import { useRecordServices } from '../../../records/records-context.ts';
import { useImports, useIsRunning } from '../../../records/use-imports.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { importWords } from '../../../words/import.ts';
import { DownloadLeftOut, finishedWords } from './finished-import.tsx';
import css from './import-dialog.module.css';

/** Tells of imports that were stopped, and of those that were finished and nobody has read it. A lazy chunk. */
export default function ImportNotice({ onGoOn }: ImportNoticeProps) {
  const imports = useImports() ?? [];
  return imports.map((head) => <OneImport key={head.id} head={head} onGoOn={onGoOn} />);
}

function OneImport({ head, onGoOn }: { readonly head: ImportHead } & ImportNoticeProps) {
  const services = useRecordServices();
  const running = useIsRunning(head);
  const [asking, setAsking] = useState(false);
  const discard = (): void => void discardImport(services, head.id);
  const { id, file, done, total, waiting } = head;
  if (running === undefined) return null;
  if (waiting === 0) {
    return (
      <Told words={finishedWords(head)}>
        <DownloadLeftOut head={head} />
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
        <Button variant="default" onClick={() => setAsking(true)}>
          {importWords.discardRest}
        </Button>
        <Button variant="default" onClick={() => onGoOn(id)}>
          {importWords.goOn}
        </Button>
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

function Told({ words, children }: { readonly words: string; readonly children?: ReactNode }) {
  return (
    <section aria-label={importWords.title} data-no-print className={css['told']}>
      <Notice tone="info" action={children}>
        {words}
      </Notice>
    </section>
  );
}

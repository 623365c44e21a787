import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { PdfActions } from '../../crud/pdf-actions.tsx';
import { saveFile } from '../../crud/save-file.ts';
import { SavedElsewhere } from '../../crud/saved-elsewhere.tsx';
import { useNow } from '../../crud/time.tsx';
import { type RecordServices, useRecordServices } from '../../records/record-services.ts';
import { readSigned } from '../../records/signed-documents.ts';
import { useBytes, useWantedFile } from '../../records/use-photo-files.ts';
import type { Photo } from '../../records/use-photos.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { ErrorAlert, Notice } from '../../ui/feedback/notice.tsx';
import { commonWords } from '../../words/common.ts';
import { onlyHereWords, signedFileWords as words } from '../../words/documents.ts';
import { AboutDocument } from './about-document.tsx';
import css from './documents.module.css';

interface Props {
  readonly document: Photo;
  readonly isOnlyHere: boolean;
  readonly onClose: () => void;
}

/** Opens a signed document once its bytes have proved to be those that were signed. A lazy chunk. */
export default function SignedDialog({ document, isOnlyHere, onClose }: Props) {
  const { sha256, size, mediaType, problem, localId, name } = document;
  const bytes = useBytes(sha256);
  useWantedFile({ sha256, size, type: mediaType }, bytes === null && problem !== 'lost');
  const now = useNow();
  return (
    <Dialog title={name} size="medium" onClose={onClose}>
      <div className={css.signed}>
        <AboutDocument document={document} now={now} />
        {bytes === null && <Notice tone="warning">{problem === 'lost' ? words.lost : words.notHere}</Notice>}
        {bytes && <Checked key={sha256} sha256={sha256} name={name} />}
        {isOnlyHere && (
          <>
            <Notice tone="warning">{onlyHereWords.why}</Notice>
            <SavedElsewhere localId={localId} name={name} onRemoved={onClose} />
          </>
        )}
      </div>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {commonWords.close}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

type Check = Awaited<ReturnType<typeof readSigned>> | 'failed' | undefined;

function Checked({ sha256, name }: Pick<Photo, 'sha256' | 'name'>) {
  const services = useRecordServices();
  const check = useCheck(services, sha256);
  if (check === 'failed') return <ErrorAlert lines={[words.unreadable]} />;
  if (!check) return <p role="status">{words.checking}</p>;
  if (!check.isChanged)
    return (
      <>
        <p role="status">{words.unchanged}</p>
        <PdfActions name={name} bytes={check.bytes} />
      </>
    );
  return (
    <>
      <ErrorAlert lines={[words.changed]} />
      <Button
        variant="default"
        onClick={() =>
          saveFile(name, new Blob([check.bytes], { type: 'application/octet-stream' }), services.clock)
        }
      >
        {words.asItIs}
      </Button>
    </>
  );
}

function useCheck(services: RecordServices, sha256: string): Check {
  const [check, setCheck] = useState<Check>();
  useEffect(() => {
    let isOver = false;
    const end = (found: Check): void => {
      if (!isOver) setCheck(found);
    };
    readSigned(services, sha256).then(end, (error: unknown) => {
      services.log.error('a signed document was not read', error);
      end('failed');
    });
    return () => {
      isOver = true;
    };
  }, [services, sha256]);
  return check;
}

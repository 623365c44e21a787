import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Attachment } from '../domain/attachment.ts';
import { readChecked } from '../records/photos.ts';
import { type RecordServices, useRecordServices } from '../records/record-services.ts';
import { useIsWanted } from '../records/use-photo-files.ts';
import { ErrorAlert } from '../ui/feedback/notice.tsx';
import { signedFileWords as words } from '../words/documents.ts';
import { PdfActions } from './pdf-actions.tsx';
import { saveFile } from './save-file.ts';

type Check = Awaited<ReturnType<typeof readChecked>> | 'failed' | undefined;

/** Gives out a signed document once its bytes have proved to be those that were signed. */
export function CheckedDocument({ sha256, name }: Pick<Attachment, 'sha256' | 'name'>) {
  const services = useRecordServices();
  const isWanted = useIsWanted(sha256);
  const check = useCheck(services, sha256, isWanted);
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
      <ErrorAlert lines={[words.changed, ...(isWanted ? [words.fetchedAgain] : [])]} />
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

/** @param isWanted checks again once the server's copy is here */
function useCheck(services: RecordServices, sha256: string, isWanted: boolean): Check {
  const [check, setCheck] = useState<Check>();
  useEffect(() => {
    let isOver = false;
    const end = (found: Check): void => {
      if (!isOver) setCheck(found);
    };
    readChecked(services, sha256).then(end, (error: unknown) => {
      services.log.error('a signed document was not read', error);
      end('failed');
    });
    return () => {
      isOver = true;
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  }, [services, sha256, isWanted]);
  return check;
}

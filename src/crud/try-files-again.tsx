import { Button } from '@mantine/core';
import { useState } from 'react';
import { tryFilesAgain } from '../records/photos.ts';
import { useRecordServices } from '../records/record-services.ts';
import { ErrorAlert } from '../ui/feedback/notice.tsx';
import { filesWords } from '../words/photo-sending.ts';

/** Sends again, or fetches again, what the server refused or did not give out. */
export function TryFilesAgain({ hashes }: { readonly hashes: readonly string[] }) {
  const services = useRecordServices();
  const [problem, setProblem] = useState(false);

  function send(): void {
    setProblem(false);
    tryFilesAgain(services, hashes).catch((error: unknown) => {
      services.log.error('files could not be sent again', error);
      setProblem(true);
    });
  }

  return (
    <>
      <Button variant="default" onClick={send}>
        {filesWords.tryAgain}
      </Button>
      <ErrorAlert lines={problem ? [filesWords.notTriedAgain] : []} />
    </>
  );
}

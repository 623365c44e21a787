import { Button } from '@mantine/core';
import { useState } from 'react';
import { DamagedList } from '../../crud/damaged-list.tsx';
import { useNow } from '../../crud/time.tsx';
import { giveUpFiles } from '../../records/photos.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import type { DamagedFile } from '../../records/use-files-status.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { damagedFilesWords as words } from '../../words/photo-sending.ts';

interface Props {
  /** As they were when the dialog opened: one that is found damaged later is not given up. */
  readonly files: readonly DamagedFile[];
  readonly onClose: () => void;
}

/** Lets the user save what is left of damaged files, keep it or give it up. */
export default function DamagedDialog({ files, onClose }: Props) {
  const services = useRecordServices();
  const now = useNow();
  const [problem, setProblem] = useState<string | null>(null);
  const count = files.length;

  async function remove(): Promise<void> {
    setProblem(null);
    try {
      await giveUpFiles(
        services,
        files.flatMap(({ hashes }) => hashes),
      );
      onClose();
    } catch (error) {
      services.log.error('damaged files could not be removed', error);
      setProblem(error instanceof NotSavedError ? error.message : words.stayed);
    }
  }

  return (
    <Dialog title={words.heading} size="small" onClose={onClose}>
      <p>{words.what({ count })}</p>
      <DamagedList files={files} now={now}>
        <p>{words.forGood({ count })}</p>
      </DamagedList>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {words.keep({ count })}
        </Button>
        <Button color="red.9" onClick={() => void remove()}>
          {words.remove({ count })}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

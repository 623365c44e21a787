import { Button } from '@mantine/core';
import { useState } from 'react';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { storageNoticeWords } from '../../../words/frame.ts';

const SaveDialog = lazyPart(() => import('./save-dialog.tsx'));

/** Offers to save all unsent work as a file. Needs a `RecordsContext`. */
export function SaveWork({ above = false }: { readonly above?: boolean }) {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {storageNoticeWords.saveWork}
      </Button>
      <LazySlot onClose={close}>{open && <SaveDialog above={above} onClose={close} />}</LazySlot>
    </>
  );
}

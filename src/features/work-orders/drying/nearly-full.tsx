import { Button } from '@mantine/core';
import { useState } from 'react';
import { ResourceFormDialog } from '../../../crud/form/lazy-dialogs.ts';
import { useResourceView } from '../../../crud/resource-view.ts';
import { readJob } from '../../../domain/day/job.ts';
import { notesShare } from '../../../domain/day/notes-share.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { dryingWords } from '../../../words/drying.ts';
import { continuedOrder } from './continued-order.ts';

export function NearlyFull({ record }: { readonly record: WorkOrder }) {
  const view = useResourceView('workOrders');
  const [adding, setAdding] = useState(false);
  const share = notesShare(record.notes);
  if (share === null) return null;
  const { project } = readJob(record.notes);
  const close = (): void => setAdding(false);
  return (
    <>
      <Notice
        tone="warning"
        action={
          project !== '' && (
            <Button variant="default" onClick={() => setAdding(true)}>
              {dryingWords.goOnElsewhere}
            </Button>
          )
        }
      >
        <span>{dryingWords.nearlyFull({ share })}</span>{' '}
        {project === '' && <span>{dryingWords.nameProject}</span>}
      </Notice>
      <LazySlot onClose={close}>
        {adding && (
          <ResourceFormDialog view={view} row={null} initial={continuedOrder(record)} onClose={close} />
        )}
      </LazySlot>
    </>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { type FoundDraft, findDraft, useOfferedDrafts } from '../../records/drafts/offered-drafts.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { commonWords } from '../../words/common.ts';
import { useNow } from '../use-now.ts';
import { draftWords } from './draft-words.ts';
import GoneOnForm from './gone-on-form.tsx';
import ResourceFormDialog, { type ResourceFormDialogProps } from './resource-form-dialog.tsx';

/**
 * Adds or edits one record. Where the same was begun before and not saved, the last of it is offered in the form: it lies
 * over the notice on the screen. A lazy chunk.
 */
export default function OfferingFormDialog(props: ResourceFormDialogProps) {
  const { view, row, above = false, note, onClose } = props;
  const services = useRecordServices();
  const now = useNow();
  const [found, setFound] = useState<FoundDraft | null>(null);
  const localId = row?.localId ?? null;
  const offered = useOfferedDrafts()
    .filter((draft) => draft.resource === view.resource && draft.localId === localId)
    .at(-1);
  if (found) return <GoneOnForm view={view} found={found} above={above} onClose={onClose} />;

  async function goOn(id: string): Promise<void> {
    setFound(await findDraft(services, id));
  }

  const offer = offered && (
    <Notice
      tone="info"
      action={
        <Button variant="default" onClick={() => void goOn(offered.id)}>
          {commonWords.goOn}
        </Button>
      }
    >
      {draftWords(offered, now)}
    </Notice>
  );
  return (
    <ResourceFormDialog
      {...props}
      note={
        offer ? (
          <>
            {note}
            {offer}
          </>
        ) : (
          note
        )
      }
    />
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { writeFacts } from '../../../domain/drying/write-facts.ts';
import { discardDraft, type FoundDraft } from '../../../records/drafts/offered-drafts.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { commonWords } from '../../../words/common.ts';
import { dryingWords } from '../../../words/drying.ts';
import { saidIn } from './said-in.ts';

interface Props {
  readonly found: FoundDraft;
  readonly onLeave: () => void;
}

/** Shown if the item of a form is no longer in the log, for example because its work order was deleted. */
export function GoneEdit({ found, onLeave }: Props) {
  const services = useRecordServices();
  const [problem, setProblem] = useState<string | null>(null);

  function discard(): void {
    discardDraft(services, found.draft.id).then(onLeave, (error: unknown) => {
      services.log.error('a draft was not discarded', error);
      setProblem(dryingWords.notDiscarded);
    });
  }

  return (
    <Dialog title={dryingWords.goneTitle} size="small" onClose={onLeave}>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <p>{dryingWords.goneAbout}</p>
      {writeFacts(saidIn(found.draft).map(({ fact }) => fact)).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <DialogButtons>
        <Button variant="default" onClick={onLeave} data-autofocus>
          {dryingWords.keepEdit}
        </Button>
        <Button color="red.9" onClick={discard}>
          {commonWords.discard}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRecordServices } from '../records/record-services.ts';
import { NotSavedError } from '../records/save-transaction.ts';
import { releaseSigned } from '../records/signed-documents.ts';
import { Dialog, DialogButtons } from '../ui/feedback/dialog.tsx';
import { LazySlot } from '../ui/feedback/lazy-slot.tsx';
import { ErrorAlert } from '../ui/feedback/notice.tsx';
import { onlyHereWords as words } from '../words/documents.ts';

interface Props {
  readonly localId: string;
  /** Names the document. */
  readonly name: string;
  readonly onRemoved?: () => void;
}

/** Removes a signed document that is on this device only, once a person has said that it is saved elsewhere. */
export function SavedElsewhere({ localId, name, onRemoved }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" aria-label={words.savedOf({ name })} onClick={() => setAsking(true)}>
        {words.saved}
      </Button>
      <LazySlot onClose={() => setAsking(false)}>
        {asking && (
          <Question
            localId={localId}
            name={name}
            onClose={() => setAsking(false)}
            onRemoved={() => onRemoved?.()}
          />
        )}
      </LazySlot>
    </>
  );
}

interface QuestionProps extends Required<Props> {
  readonly onClose: () => void;
}

function Question({ localId, name, onRemoved, onClose }: QuestionProps) {
  const services = useRecordServices();
  const [problem, setProblem] = useState<string | null>(null);

  async function remove(): Promise<void> {
    try {
      await releaseSigned(services, localId);
      onClose();
      onRemoved();
    } catch (error) {
      if (!(error instanceof NotSavedError)) services.log.error('a signed document was not removed', error);
      setProblem(error instanceof NotSavedError ? error.message : words.notRemoved);
    }
  }

  return (
    <Dialog title={words.title} size="small" above onClose={onClose}>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <p>{name}</p>
      <p>{words.question}</p>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {words.keep}
        </Button>
        <Button color="red.9" onClick={() => void remove()}>
          {words.remove}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

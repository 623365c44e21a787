import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { localOffset } from '../../domain/day/entries.ts';
import { momentText } from '../../domain/papers/paper-texts.ts';
import { isVoid } from '../../domain/papers/signed-texts.ts';
import { voidedNotes } from '../../domain/papers/signing.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import { markVoid, type Voiding } from '../../records/signed-documents.ts';
import type { Photo } from '../../records/use-photos.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { commonWords } from '../../words/common.ts';
import { voidWords as words } from '../../words/documents.ts';
import { usePresenter } from './presenter.ts';

type Marked = Pick<Photo, 'localId' | 'name' | 'caption'>;

/** Says that a signed document no longer counts. The file stays, because a signature cannot be taken back. */
export function MarkVoid({ document }: { readonly document: Marked }) {
  const [asking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  if (isVoid(document.caption)) return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {words.mark}
      </Button>
      <LazySlot onClose={close}>{asking && <Question document={document} onClose={close} />}</LazySlot>
    </>
  );
}

interface QuestionProps {
  readonly document: Marked;
  readonly onClose: () => void;
}

function Question({ document: { localId, name }, onClose }: QuestionProps) {
  const services = useRecordServices();
  const who = usePresenter();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  async function mark(): Promise<void> {
    if (reason.trim() === '') return setProblem(words.noReason);
    const at = services.clock.now();
    const stamp = { at, offset: localOffset(at), who };
    const said = reason.trim();
    const line = words.line({ when: momentText(stamp), who, reason: said });
    const note: Voiding['note'] = (notes, about) => voidedNotes(notes, { ...about, reason: said }, stamp);
    try {
      await markVoid(services, localId, { line, note });
      onClose();
    } catch (error) {
      if (!(error instanceof NotSavedError)) services.log.error('a document was not marked', error);
      setProblem(error instanceof NotSavedError ? error.message : words.notMarked);
    }
  }

  return (
    <Dialog title={words.mark} size="small" above onClose={onClose}>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <p>{name}</p>
      <p>{words.stays}</p>
      <TextInput
        label={words.reason}
        value={reason}
        maxLength={300}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {commonWords.cancel}
        </Button>
        <Button onClick={() => void mark()}>{words.mark}</Button>
      </DialogButtons>
    </Dialog>
  );
}

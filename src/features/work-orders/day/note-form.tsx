import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DiscardQuestion } from '../../../crud/form/discard-question.tsx';
import { useKeptDraft } from '../../../crud/form/use-kept-draft.ts';
import { addEntry, LOG } from '../../../domain/day/entries.ts';
import type { Fields } from '../../../domain/resource-spec.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../../ui/fields/unsaved-input.ts';
import { notKeptWords } from '../../../words/form.ts';
import { jobWords } from '../../../words/job.ts';
import css from './job.module.css';
import { useJobEdit } from './use-job-edit.ts';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
  readonly onClose: () => void;
}

/**
 * The second tap of a note saves what was typed or said into it. What is typed is kept on the device as a draft of the
 * record with the note in its log, so that whoever leaves the page is offered it as any other form.
 */
export function NoteForm({ localId, record, onClose }: Props) {
  const { busy, problem, stamp, addNote } = useJobEdit(localId);
  const [text, setText] = useState('');
  const [asking, setAsking] = useState(false);
  // Notes that come in while somebody types are no part of what they began with.
  const [begun] = useState(record);
  const saved = { localId, fields: begun as unknown as Fields };
  const kept = useKeptDraft({ resource: 'workOrders', saved, begun: undefined, decides: false });
  const isBlank = text.trim() === '';
  useUnsavedInput(!isBlank);

  function type(typed: string): void {
    setText(typed);
    const { notes } = begun;
    kept.change({ notes: typed.trim() === '' ? notes : addEntry(notes, LOG, { ...stamp(), text: typed }) });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isBlank && (await addNote(text, kept.store))) onClose();
  }

  function discard(): void {
    kept.drop();
    onClose();
  }

  return (
    <form onSubmit={(event) => void submit(event)} className={css['form']}>
      {problem !== null && <ErrorAlert lines={[problem]} />}
      {kept.trouble && <Notice tone="warning">{notKeptWords[kept.trouble]}</Notice>}
      <Textarea
        label={jobWords.note}
        placeholder={jobWords.notePlace}
        rows={3}
        autoFocus
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <NoteButtons busy={busy} isBlank={isBlank} onCancel={() => (isBlank ? onClose() : setAsking(true))} />
      {asking && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={discard} />}
    </form>
  );
}

interface NoteButtonsProps {
  readonly busy: boolean;
  readonly isBlank: boolean;
  readonly onCancel: () => void;
}

function NoteButtons({ busy, isBlank, onCancel }: NoteButtonsProps) {
  return (
    <div className={css['buttons']}>
      <Button variant="default" size="md" disabled={busy} onClick={onCancel}>
        {jobWords.cancel}
      </Button>
      <Button type="submit" size="md" disabled={busy || isBlank}>
        {jobWords.saveNote}
      </Button>
    </div>
  );
}

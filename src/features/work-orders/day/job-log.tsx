import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DiscardQuestion, useKeptDraft } from '../../../crud/form/kept-draft.tsx';
import { useNow } from '../../../crud/time.tsx';
import { useQuery } from '../../../crud/use-query.ts';
import { addEntry, LOG, linesBesideEntries, localOffset, readEntries } from '../../../domain/day/entries.ts';
import type { Fields } from '../../../domain/resource-spec.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { ErrorAlert, Notice } from '../../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../../ui/fields/unsaved-input.ts';
import { OtherLines } from '../../../ui/text/facts.tsx';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { notKeptWords } from '../../../words/form.ts';
import { jobWords } from '../../../words/jobs.ts';
import css from './job.module.css';
import { useJobEdit } from './use-job-edit.ts';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
}

const SHOWN = 5;

export function JobLog({ localId, record }: Props) {
  const now = useNow();
  const [whole, setWhole] = useState(false);
  // 'Needs a push' opens the form.
  const [query, setQuery] = useQuery();
  const [noting, setNoting] = useState(query.has('note'));
  const close = (): void => {
    setNoting(false);
    // Otherwise a reload would open it again.
    if (query.has('note')) setQuery({ note: '' });
  };
  const entries = readEntries(record.notes, LOG, localOffset).reverse();
  const others = linesBesideEntries(record.notes, LOG);
  const shown = whole ? entries : entries.slice(0, SHOWN);
  return (
    <section aria-labelledby="job-log" className={css.part}>
      <h2 id="job-log" className={css.title}>
        {jobWords.log}
      </h2>
      {noting ? (
        <NoteForm localId={localId} record={record} onClose={close} />
      ) : (
        <Button variant="default" size="md" fullWidth onClick={() => setNoting(true)}>
          {jobWords.addNote}
        </Button>
      )}
      {entries.length === 0 && others.length === 0 && <p className={css.none}>{jobWords.noNotes}</p>}
      <ol className={css.entries}>
        {shown.map(({ at, who, text }, place) => (
          <li key={place} className={css.entry}>
            <p className={css.by}>
              <time dateTime={new Date(at).toISOString()}>{formatMoment(at, now)}</time> · <span>{who}</span>
            </p>
            <p className={css.said}>{text}</p>
          </li>
        ))}
      </ol>
      <OtherLines lines={others} />
      {shown.length < entries.length && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {jobWords.olderNotes({ count: entries.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

interface NoteFormProps {
  readonly localId: string;
  readonly record: WorkOrder;
  readonly onClose: () => void;
}

function NoteForm({ localId, record, onClose }: NoteFormProps) {
  const { busy, problem, stamp, addNote } = useJobEdit(localId);
  const [text, setText] = useState('');
  const [asking, setAsking] = useState(false);
  // The draft's base must not include notes that arrive while the user types.
  const [begun] = useState(record);
  const saved = { localId, fields: begun as unknown as Fields };
  const kept = useKeptDraft({ resource: 'workOrders', saved, resumed: undefined, decides: false });
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
    <form onSubmit={(event) => void submit(event)} className={css.form}>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
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
    <div className={css.buttons}>
      <Button variant="default" size="md" disabled={busy} onClick={onCancel}>
        {jobWords.cancel}
      </Button>
      <Button type="submit" size="md" disabled={busy || isBlank}>
        {jobWords.saveNote}
      </Button>
    </div>
  );
}

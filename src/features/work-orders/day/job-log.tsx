import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { LOG, readEntries } from '../../../domain/day/entries.ts';
import { localOffset } from '../../../domain/day/stamp.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { useRecordServices } from '../../../records/records-context.ts';
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx';
import { useUnsavedInput } from '../../../ui/fields/unsaved-input.ts';
import { formatMoment } from '../../../ui/text/format-time.ts';
import { jobWords } from '../../../words/job.ts';
import css from './job.module.css';
import { useJobEdit } from './use-job-edit.ts';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
}

/** So many notes are shown at first. */
const SHOWN = 5;

/** What was noted about a job, the newest first, with a way to add to it. */
export function JobLog({ localId, record }: Props) {
  const { clock } = useRecordServices();
  const [whole, setWhole] = useState(false);
  const entries = readEntries(record.notes, LOG, localOffset).reverse();
  const shown = whole ? entries : entries.slice(0, SHOWN);
  return (
    <section aria-labelledby="job-log" className={css['part']}>
      <h2 id="job-log" className={css['title']}>
        {jobWords.log}
      </h2>
      <AddNote localId={localId} />
      {entries.length === 0 && <p className={css['none']}>{jobWords.noNotes}</p>}
      <ol className={css['entries']}>
        {shown.map(({ at, who, text }, place) => (
          <li key={place} className={css['entry']}>
            <p className={css['by']}>
              <time dateTime={new Date(at).toISOString()}>{formatMoment(at, clock.now())}</time> · {who}
            </p>
            <p className={css['said']}>{text}</p>
          </li>
        ))}
      </ol>
      {shown.length < entries.length && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {jobWords.olderNotes({ count: entries.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

/** A note in two taps: one opens the field, one saves what was typed or said into it. */
function AddNote({ localId }: Pick<Props, 'localId'>) {
  const { busy, problem, addNote } = useJobEdit(localId);
  const [text, setText] = useState<string | null>(null);
  useUnsavedInput(text !== null && text.trim() !== '');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (text === null || text.trim() === '') return;
    if (await addNote(text)) setText(null);
  }

  if (text === null) {
    return (
      <Button variant="default" size="md" fullWidth onClick={() => setText('')}>
        {jobWords.addNote}
      </Button>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} className={css['form']}>
      {problem !== null && <ErrorAlert lines={[problem]} />}
      <Textarea
        label={jobWords.note}
        placeholder={jobWords.notePlace}
        rows={3}
        autoFocus
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className={css['buttons']}>
        <Button variant="default" size="md" disabled={busy} onClick={() => setText(null)}>
          {jobWords.cancel}
        </Button>
        <Button type="submit" size="md" disabled={busy || text.trim() === ''}>
          {jobWords.saveNote}
        </Button>
      </div>
    </form>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../../crud/use-now.ts';
import { LOG, linesBesideEntries, readEntries } from '../../../domain/day/entries.ts';
import { localOffset } from '../../../domain/day/stamp.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { OtherLines } from '../../../ui/text/facts.tsx';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { jobWords } from '../../../words/job.ts';
import css from './job.module.css';
import { NoteForm } from './note-form.tsx';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
}

/** So many notes are shown at first. */
const SHOWN = 5;

/** What was noted about a job, the newest first, with a way to add to it. */
export function JobLog({ localId, record }: Props) {
  const now = useNow();
  const [whole, setWhole] = useState(false);
  const [noting, setNoting] = useState(false);
  const entries = readEntries(record.notes, LOG, localOffset).reverse();
  const others = linesBesideEntries(record.notes, LOG);
  const shown = whole ? entries : entries.slice(0, SHOWN);
  return (
    <section aria-labelledby="job-log" className={css['part']}>
      <h2 id="job-log" className={css['title']}>
        {jobWords.log}
      </h2>
      {noting ? (
        <NoteForm localId={localId} record={record} onClose={() => setNoting(false)} />
      ) : (
        <Button variant="default" size="md" fullWidth onClick={() => setNoting(true)}>
          {jobWords.addNote}
        </Button>
      )}
      {entries.length === 0 && others.length === 0 && <p className={css['none']}>{jobWords.noNotes}</p>}
      <ol className={css['entries']}>
        {shown.map(({ at, who, text }, place) => (
          <li key={place} className={css['entry']}>
            <p className={css['by']}>
              <time dateTime={new Date(at).toISOString()}>{formatMoment(at, now)}</time> · <span>{who}</span>
            </p>
            <p className={css['said']}>{text}</p>
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

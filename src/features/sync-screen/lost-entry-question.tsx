import { Button } from '@mantine/core';
import { useState } from 'react';
import { titleOf } from '../../crud/readable.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import type { LostEntry } from '../../outbox/history.ts';
import { addLostEntry, dropLostEntry } from '../../records/answer-questions.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import { type RecordRow, useRecord } from '../../records/use-records.ts';
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { OtherLines } from '../../ui/text/facts.tsx';
import { formatFull } from '../../ui/text/format-date.ts';
import { lostEntryWords } from '../../words/record.ts';
import { ChangeHead } from './change-head.tsx';
import css from './sync-screen.module.css';
import { Ways } from './ways.tsx';

/** A log entry that this device sent and the server's copy no longer has: a person says whether it belongs there. */
export function LostEntryQuestion({ entry }: { readonly entry: LostEntry }) {
  const services = useRecordServices();
  const [problem, setProblem] = useState<string | null>(null);
  const row: RecordRow<Fields> | null | undefined = useRecord(entry.resource, entry.localId);
  if (row === undefined) return null;
  const title = row ? titleOf(entry.resource, row.view) : lostEntryWords.title;

  async function add(): Promise<void> {
    try {
      await addLostEntry(services, entry);
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error;
      setProblem(error.message);
    }
  }

  return (
    <li className={css['change']}>
      <ChangeHead resource={entry.resource} localId={entry.localId} title={title} linked={row !== null}>
        {lostEntryWords.title}
      </ChangeHead>
      <p className={css['what']}>{lostEntryWords.noticed({ time: formatFull(entry.at) })}</p>
      {problem !== null && <ErrorAlert lines={[problem]} />}
      <div className={css['said']}>
        <Notice tone="warning">
          <OtherLines lines={entry.lines} />
          <p>{lostEntryWords.why}</p>
        </Notice>
      </div>
      <Ways title={title}>
        {row && (
          <Button variant="default" onClick={() => void add()}>
            {lostEntryWords.add}
          </Button>
        )}
        <Button variant="default" onClick={() => void dropLostEntry(services, entry)}>
          {lostEntryWords.drop}
        </Button>
      </Ways>
    </li>
  );
}

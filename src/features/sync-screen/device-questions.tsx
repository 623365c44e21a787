import { Button } from '@mantine/core';
import { useState } from 'react';
import { titleOf } from '../../crud/readable.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { answerQuestion } from '../../records/answer-questions.ts';
import { retryAllParked } from '../../records/parked.ts';
import type { Questions } from '../../records/questions.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import { useTooOldCount } from '../../records/use-outbox.ts';
import { type RecordRow, useRecord } from '../../records/use-records.ts';
import { ErrorAlert, Notice } from '../../ui/feedback/notice.tsx';
import { OtherLines } from '../../ui/text/facts.tsx';
import { formatFull } from '../../ui/text/format-date.ts';
import { counted, listed } from '../../ui/text/format-values.tsx';
import { absenceWords, evictionWords, lostEntryWords } from '../../words/record.ts';
import { parkedChangeWords } from '../../words/sync.ts';
import { CardHead, QuestionCard, RecordHead, Ways } from './change-card.tsx';
import css from './sync-screen.module.css';

const NAMED = 3;

/** Asks what to do if more than half of a list is missing on the server. */
export function AbsenceQuestion({
  question: { resource, missing, held, at },
}: {
  readonly question: Questions['absences'][number];
}) {
  const services = useRecordServices();
  const { label } = resourceSpecs[resource];
  const names = missing
    .map((id) => services.collections[resource].find(String(id)))
    .flatMap((found) => (found ? [titleOf(resource, found.view)] : []))
    .slice(0, NAMED);
  const more = missing.length - names.length;
  const title = absenceWords.missingRecords({ records: label.plural.toLowerCase() });
  return (
    <QuestionCard
      head={
        <CardHead title={absenceWords.missing({ count: missing.length, held: counted(held, label) })}>
          {absenceWords.noticed({ time: formatFull(at) })}
        </CardHead>
      }
      notice={
        <>
          {names.length > 0 && (
            <p>{listed(more > 0 ? [...names, absenceWords.more({ count: more })] : names)}</p>
          )}
          <p>{absenceWords.why}</p>
        </>
      }
      hint={absenceWords.ways}
    >
      <Ways label={parkedChangeWords.choices({ title })}>
        <Button
          variant="default"
          onClick={() => void answerQuestion(services, { to: 'absence', resource, choice: 'remove' })}
        >
          {absenceWords.remove}
        </Button>
        <Button
          variant="default"
          onClick={() => void answerQuestion(services, { to: 'absence', resource, choice: 'keep' })}
        >
          {absenceWords.keep}
        </Button>
      </Ways>
    </QuestionCard>
  );
}

export function EvictionNotice({
  eviction: { at, lost, drafts, rows },
}: {
  readonly eviction: NonNullable<Questions['eviction']>;
}) {
  const services = useRecordServices();
  return (
    <QuestionCard
      head={
        <CardHead title={evictionWords.title}>{evictionWords.noticed({ time: formatFull(at) })}</CardHead>
      }
      tone={lost + drafts + rows > 0 ? 'error' : 'warning'}
      notice={
        <>
          <p>{evictionWords.lost({ count: lost })}</p>
          {drafts > 0 && <p>{evictionWords.drafts({ count: drafts })}</p>}
          {rows > 0 && <p>{evictionWords.rows({ count: rows })}</p>}
        </>
      }
      hint={evictionWords.why}
    >
      <div className={css.ways}>
        <Button variant="default" onClick={() => void answerQuestion(services, { to: 'eviction' })}>
          {evictionWords.read}
        </Button>
      </div>
    </QuestionCard>
  );
}

/** Asks about a log entry that this device sent and the server's copy lacks. */
export function LostEntryQuestion({ entry }: { readonly entry: Questions['lostEntries'][number] }) {
  const services = useRecordServices();
  const [problem, setProblem] = useState<string | null>(null);
  const row: RecordRow<Fields> | null | undefined = useRecord(entry.resource, entry.localId);
  if (row === undefined) return null;
  const title = row ? titleOf(entry.resource, row.view) : lostEntryWords.title;

  async function add(): Promise<void> {
    try {
      await answerQuestion(services, { to: 'lostEntry', entry, choice: 'add' });
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error;
      setProblem(error.message);
    }
  }

  return (
    <QuestionCard
      head={
        <>
          <RecordHead resource={entry.resource} localId={entry.localId} title={title} linked={row !== null}>
            {lostEntryWords.title}
          </RecordHead>
          <p className={css.what}>{lostEntryWords.noticed({ time: formatFull(entry.at) })}</p>
          <ErrorAlert lines={problem === null ? [] : [problem]} />
        </>
      }
      notice={
        <>
          <OtherLines lines={entry.lines} />
          <p>{lostEntryWords.why}</p>
        </>
      }
    >
      <Ways label={parkedChangeWords.choices({ title })}>
        {row && (
          <Button variant="default" onClick={() => void add()}>
            {lostEntryWords.add}
          </Button>
        )}
        <Button
          variant="default"
          onClick={() => void answerQuestion(services, { to: 'lostEntry', entry, choice: 'drop' })}
        >
          {lostEntryWords.drop}
        </Button>
      </Ways>
    </QuestionCard>
  );
}

export function TooOldAll() {
  const services = useRecordServices();
  const count = useTooOldCount() ?? 0;
  const [sending, setSending] = useState(false);
  if (count < 2) return null;

  async function sendAll(): Promise<void> {
    setSending(true);
    await retryAllParked(services, 'tooOld').finally(() => setSending(false));
  }

  return (
    <div className={css.notice}>
      <Notice
        tone="warning"
        action={
          <Button variant="default" loading={sending} onClick={() => void sendAll()}>
            {parkedChangeWords.sendAll({ count })}
          </Button>
        }
      >
        {parkedChangeWords.tooOld({ count })}
      </Notice>
    </div>
  );
}

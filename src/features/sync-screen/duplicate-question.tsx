import { Button } from '@mantine/core';
import { useState } from 'react';
import { DeleteConfirm } from '../../crud/form/lazy-dialogs.ts';
import { titleOf } from '../../crud/readable.ts';
import { useResourceView } from '../../crud/resource-views.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import type { Fields, ServerId } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { dismissDuplicate } from '../../records/answer-questions.ts';
import type { DuplicateQuestion as Question } from '../../records/questions.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { type RecordRow, useRecord } from '../../records/use-records.ts';
import { type Absent, useServerRows } from '../../records/use-server-rows.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { duplicateWords } from '../../words/sync-screen.ts';
import { ChangeHead } from './change-head.tsx';
import { NotFetched } from './not-fetched.tsx';
import { RecordCompare } from './record-compare.tsx';
import css from './sync-screen.module.css';
import { Ways } from './ways.tsx';

const SHOWN = 5;
type Row = RecordRow<Fields>;

/** A record that was sent once and may be on the server twice. */
export function DuplicateQuestion({ question }: { readonly question: Question }) {
  const { resource, localId, serverId, marks, possibleDuplicates, seenAt } = question;
  const { noun } = resourceSpecs[resource].label;
  const own: Row | null | undefined = useRecord(resource, localId);
  // It may have left the device and come back from the server since, under the server's id.
  const back: Row | null | undefined = useRecord(resource, String(serverId));
  const row = own === null ? back : own;
  const shown = possibleDuplicates.slice(0, SHOWN);
  const rows = useServerRows(resource, shown, seenAt ?? 0);
  if (row === undefined || !rows) return null;
  const title = titleOf(resource, row?.view ?? valuesOf(marks));
  return (
    <li className={css['change']}>
      <ChangeHead resource={resource} localId={row?.localId ?? localId} title={title} linked={row !== null}>
        {duplicateWords.question({ noun })}
      </ChangeHead>
      <div className={css['said']}>
        <Notice tone="warning">{duplicateWords.why({ title, noun })}</Notice>
      </div>
      {shown.map((duplicate) => (
        <Duplicate
          key={duplicate}
          question={question}
          title={title}
          duplicate={duplicate}
          row={row}
          other={rows.get(duplicate) ?? 'notFetched'}
        />
      ))}
      {possibleDuplicates.length > SHOWN && (
        <p className={css['more']}>
          {duplicateWords.moreLikeIt({ count: possibleDuplicates.length - SHOWN })}
        </p>
      )}
    </li>
  );
}

interface DuplicateProps {
  readonly question: Question;
  readonly title: string;
  readonly duplicate: ServerId;
  /** Null where the record is on this device no longer. */
  readonly row: Row | null;
  readonly other: Row | Absent;
}

function Duplicate({ question: { id, resource }, title, duplicate, row, other }: DuplicateProps) {
  const services = useRecordServices();
  const view = useResourceView(resource);
  const [deleting, setDeleting] = useState<Row | null>(null);
  const { noun } = resourceSpecs[resource].label;
  const dismiss = (): void => void dismissDuplicate(services, id, duplicate);
  return (
    <section aria-label={duplicateWords.pair({ title })} className={css['candidate']}>
      {other === 'notFetched' ? (
        <NotFetched resource={resource} />
      ) : row && typeof other !== 'string' ? (
        <>
          <RecordCompare
            resource={resource}
            columns={[duplicateWords.first, duplicateWords.second]}
            one={row.view}
            other={other.view}
          />
          <Ways title={title}>
            <Button variant="default" onClick={() => setDeleting(row)}>
              {duplicateWords.deleteFirst}
            </Button>
            <Button variant="default" onClick={() => setDeleting(other)}>
              {duplicateWords.deleteSecond}
            </Button>
            <Button variant="default" onClick={dismiss}>
              {duplicateWords.bothRight}
            </Button>
          </Ways>
        </>
      ) : (
        <>
          <p className={css['hint']}>{leftWords(row, other, noun)}</p>
          <Ways title={title}>
            <Button variant="default" onClick={dismiss}>
              {duplicateWords.read}
            </Button>
          </Ways>
        </>
      )}
      <LazySlot onClose={() => setDeleting(null)}>
        {deleting && (
          <DeleteConfirm view={view} row={deleting} onClose={() => setDeleting(null)} onDeleted={dismiss} />
        )}
      </LazySlot>
    </section>
  );
}

/** Tells which of two records are left after one, or both, were removed. */
function leftWords(first: Row | null, second: Row | Absent, noun: string): string {
  if (first === null && typeof second === 'string') return duplicateWords.noneLeft;
  if (first === null) return duplicateWords.firstGone({ noun });
  return second === 'gone' ? duplicateWords.secondGone({ noun }) : duplicateWords.secondDeleted({ noun });
}

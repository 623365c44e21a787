import { Button } from '@mantine/core';
import { useState } from 'react';
import { DeleteConfirm } from '../../crud/form/lazy-dialogs.ts';
import { titleOf } from '../../crud/readable.ts';
import { useResourceView } from '../../crud/resource-view.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import type { Fields, ServerId } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { answerQuestion } from '../../records/answer-questions.ts';
import { decideParked } from '../../records/parked.ts';
import type { Questions } from '../../records/questions.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { type RecordRow, useRecord } from '../../records/use-records.ts';
import type { ServerRow } from '../../records/use-server-rows.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { mayExistTwiceWords, parkedChangeWords, secondRowWords } from '../../words/sync.ts';
import { QuestionCard, RecordHead, Ways } from './change-card.tsx';
import { Candidates, type Gone, useCandidates } from './compare.tsx';
import css from './sync-screen.module.css';
import { LastWay, type ParkedProps, Retry } from './ways.tsx';

type Row = RecordRow<Fields>;

/** Asks about a second row, found after a create was confirmed. */
export function SecondRowQuestion({ question }: { readonly question: Questions['duplicates'][number] }) {
  const { id, resource, localId, serverId, marks, possibleDuplicates, seenAt } = question;
  const services = useRecordServices();
  const view = useResourceView(resource);
  const [deletion, setDeletion] = useState<{ readonly row: Row; readonly duplicate: ServerId } | null>(null);
  const own: Row | null | undefined = useRecord(resource, localId);
  // The record may have been removed and fetched again, under its server id.
  const back: Row | null | undefined = useRecord(resource, String(serverId));
  const row = own === null ? back : own;
  const found = useCandidates(resource, possibleDuplicates, seenAt ?? 0);
  if (row === undefined || !found) return null;
  const { noun } = specOf(resource).label;
  const title = titleOf(resource, row?.view ?? valuesOf(marks));
  const dismiss = (duplicate: ServerId): void =>
    void answerQuestion(services, { to: 'secondRow', watchId: id, distinct: duplicate });
  const close = (): void => setDeletion(null);
  return (
    <QuestionCard
      head={
        <RecordHead resource={resource} localId={row?.localId ?? localId} title={title} linked={row !== null}>
          {secondRowWords.question({ noun })}
        </RecordHead>
      }
      notice={secondRowWords.why({ title, noun })}
    >
      <Candidates
        resource={resource}
        mine={row}
        found={found}
        label={secondRowWords.pair({ title })}
        columns={[secondRowWords.first, secondRowWords.second]}
      >
        {(other, duplicate) => (
          <>
            {(row === null || typeof other === 'string') && (
              <p className={css.hint}>{leftWords(row, other, noun)}</p>
            )}
            <Ways label={parkedChangeWords.choices({ title })}>
              {row && typeof other !== 'string' ? (
                <>
                  <Button variant="default" onClick={() => setDeletion({ row, duplicate })}>
                    {secondRowWords.deleteFirst}
                  </Button>
                  <Button variant="default" onClick={() => setDeletion({ row: other, duplicate })}>
                    {secondRowWords.deleteSecond}
                  </Button>
                  <Button variant="default" onClick={() => dismiss(duplicate)}>
                    {secondRowWords.bothRight}
                  </Button>
                </>
              ) : (
                <Button variant="default" onClick={() => dismiss(duplicate)}>
                  {secondRowWords.read}
                </Button>
              )}
            </Ways>
          </>
        )}
      </Candidates>
      <LazySlot onClose={close}>
        {deletion && view && (
          <DeleteConfirm
            view={view}
            row={deletion.row}
            onClose={close}
            onDeleted={() => dismiss(deletion.duplicate)}
          />
        )}
      </LazySlot>
    </QuestionCard>
  );
}

function leftWords(first: Row | null, second: Row | Gone, noun: string): string {
  if (first === null && typeof second === 'string') return secondRowWords.noneLeft;
  if (first === null) return secondRowWords.firstGone({ noun });
  return second === 'gone' ? secondRowWords.secondGone({ noun }) : secondRowWords.secondDeleted({ noun });
}

/** Asks about a parked create that may be one of the server's rows. */
export function MayExistTwiceQuestion({ change, row, title }: ParkedProps) {
  const services = useRecordServices();
  const [problem, setProblem] = useState<readonly string[]>([]);
  const { resource, refusal } = change;
  const { noun } = specOf(resource).label;
  const candidates = refusal?.candidates ?? [];
  const found = useCandidates(resource, candidates, refusal?.at ?? 0);
  /** True if the server answered, perhaps to a second copy of the request. */
  const refused = (refusal?.status ?? 0) > 0;
  /** True if the app found no row to compare. Looking again may settle the question. */
  const foundNone = change.kind === 'create' && candidates.length === 0;

  async function keep(serverId: ServerId): Promise<void> {
    const kept = await decideParked(services, change.id, { what: 'keepOne', serverId });
    setProblem(kept ? [] : [mayExistTwiceWords.changed({ noun })]);
  }

  return (
    <>
      <p className={css.hint}>
        <span>{refused ? mayExistTwiceWords.refused : mayExistTwiceWords.answerLost}</span>
        {foundNone && <span>{` ${mayExistTwiceWords.looked}`}</span>}
      </p>
      <ErrorAlert lines={problem} />
      {found && (
        <Candidates
          resource={resource}
          mine={row}
          found={found}
          label={mayExistTwiceWords.onServer}
          columns={[mayExistTwiceWords.mine, mayExistTwiceWords.onServer]}
        >
          {(other, serverId) =>
            typeof other !== 'string' && other.foreign ? (
              <div className={css.ways}>
                <Button onClick={() => void keep(serverId)}>{mayExistTwiceWords.isThis}</Button>
              </div>
            ) : (
              <p className={css.hint}>{whyNotThis(other, noun)}</p>
            )
          }
        </Candidates>
      )}
      <Ways label={parkedChangeWords.choices({ title })}>
        {foundNone && (
          <Button onClick={() => void decideParked(services, change.id, { what: 'recheck' })}>
            {mayExistTwiceWords.lookAgain}
          </Button>
        )}
        <Retry change={change}>{mayExistTwiceWords.sendMine}</Retry>
        <LastWay change={change} row={row} title={title} />
      </Ways>
    </>
  );
}

function whyNotThis(other: ServerRow | Gone, noun: string): string {
  if (other === 'gone') return mayExistTwiceWords.gone({ noun });
  return other === 'deletedHere'
    ? mayExistTwiceWords.deleted({ noun })
    : mayExistTwiceWords.addedHere({ noun });
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ResourceName, ServerId } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { decideParked } from '../../records/parked.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { type Absent, type ServerRow, useServerRows } from '../../records/use-server-rows.ts';
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx';
import { duplicateWords, possibleDuplicateWords } from '../../words/sync-screen.ts';
import { NotFetched } from './not-fetched.tsx';
import { RecordCompare } from './record-compare.tsx';
import css from './sync-screen.module.css';
import { Discard, Retry, Ways, type WaysProps } from './ways.tsx';

/** More look-alikes than this are not told apart by looking. */
const SHOWN = 5;
const NONE: readonly ServerId[] = [];

/** A new record that the server may have already: which of its rows it is, or whether it is another one. */
export function PossibleDuplicateQuestion({ change, row, title }: WaysProps) {
  const services = useRecordServices();
  const { resource } = change;
  const { noun } = resourceSpecs[resource].label;
  const candidates = change.refusal?.candidates ?? NONE;
  /** The server did answer: to the second copy of a request, perhaps. */
  const refused = (change.refusal?.status ?? 0) > 0;
  /** Nothing was found that could be compared: looking again may settle it. */
  const looked = change.kind === 'create' && candidates.length === 0;
  const shown = candidates.slice(0, SHOWN);
  const rows = useServerRows(resource, shown, change.refusal?.at ?? 0);
  const { problem, keep } = useKeep(change.id, noun);
  return (
    <>
      <p className={css['hint']}>
        <span>{refused ? possibleDuplicateWords.refused : possibleDuplicateWords.answerLost}</span>
        {looked && <span>{` ${possibleDuplicateWords.looked}`}</span>}
      </p>
      <ErrorAlert lines={problem} />
      {rows &&
        shown.map((serverId) => (
          <section key={serverId} aria-label={possibleDuplicateWords.onServer} className={css['candidate']}>
            <Candidate
              resource={resource}
              mine={row}
              theirs={rows.get(serverId) ?? 'notFetched'}
              onKeep={() => void keep(serverId)}
            />
          </section>
        ))}
      {candidates.length > SHOWN && (
        <p className={css['more']}>{duplicateWords.moreLikeIt({ count: candidates.length - SHOWN })}</p>
      )}
      <Ways title={title}>
        {looked && (
          <Button onClick={() => void decideParked(services, change.id, { what: 'recheck' })}>
            {possibleDuplicateWords.lookAgain}
          </Button>
        )}
        <Retry change={change}>{possibleDuplicateWords.sendMine}</Retry>
        <Discard change={change} title={title} />
      </Ways>
    </>
  );
}

/** Takes a row of the server for the new record, and says where that came too late. */
function useKeep(change: string, noun: string) {
  const services = useRecordServices();
  const [problem, setProblem] = useState<readonly string[]>([]);

  async function keep(serverId: ServerId): Promise<void> {
    const kept = await decideParked(services, change, { what: 'keepOne', serverId });
    setProblem(kept ? [] : [possibleDuplicateWords.changed({ noun })]);
  }

  return { problem, keep };
}

interface CandidateProps {
  readonly resource: ResourceName;
  readonly mine: WaysProps['row'];
  readonly theirs: ServerRow | Absent;
  readonly onKeep: () => void;
}

function Candidate({ resource, mine, theirs, onKeep }: CandidateProps) {
  if (typeof theirs === 'string') return <Missing resource={resource} why={theirs} />;
  return (
    <>
      {mine && (
        <RecordCompare
          resource={resource}
          columns={[possibleDuplicateWords.mine, possibleDuplicateWords.onServer]}
          one={mine.view}
          other={theirs.view}
        />
      )}
      {theirs.foreign ? (
        <div className={css['ways']}>
          <Button onClick={onKeep}>{possibleDuplicateWords.isThis}</Button>
        </div>
      ) : (
        <p className={css['hint']}>
          {possibleDuplicateWords.addedHere({ noun: resourceSpecs[resource].label.noun })}
        </p>
      )}
    </>
  );
}

function Missing({ resource, why }: { readonly resource: ResourceName; readonly why: Absent }) {
  if (why === 'notFetched') return <NotFetched resource={resource} />;
  const { noun } = resourceSpecs[resource].label;
  return (
    <p className={css['hint']}>
      {why === 'gone' ? possibleDuplicateWords.gone({ noun }) : possibleDuplicateWords.deleted({ noun })}
    </p>
  );
}

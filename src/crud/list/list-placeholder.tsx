import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Fields, ResourceLabel, ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/record-services.ts';
import type { RecordList } from '../../records/use-records.ts';
import { requestPull, type SyncStatus, usePullStatus, useSyncStatus } from '../../records/use-sync-status.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { formatMoment } from '../../ui/text/format-date.ts';
import { counted } from '../../ui/text/format-values.tsx';
import { commonWords, countWords, failedToWords } from '../../words/common.ts';
import { copyAgeWords } from '../../words/frame.ts';
import { listWords } from '../../words/list.ts';
import { useNow } from '../time.tsx';
import { useDownloadWords } from './device-copy.tsx';
import css from './list-placeholder.module.css';

/** If a list's copy is older than this, the list shows its age. */
const FRESH_MS = 15 * 60_000;
/** Pauses during which no newer copy arrives. */
const CUT_OFF: SyncStatus['reasons'] = ['offline', 'unreachable', 'captivePortal', 'serverProblem'];

interface ListNoteProps {
  readonly resource: ResourceName;
  readonly list: RecordList<Fields>;
}

export function useListNote({ resource, list }: ListNoteProps): string | null {
  const now = useNow();
  const pull = usePullStatus(resource);
  const sync = useSyncStatus();
  const download = useDownloadWords(resource);
  if (download !== null && list.rows.length === list.total) return download;
  if (list.total === 0) return null;
  const { label } = resourceSpecs[resource];
  const words = list.complete ? countedOf(list, label) : commonWords.loading;
  const cutOff = sync?.reasons.some((reason) => CUT_OFF.includes(reason)) ?? false;
  const age = ageOf(pull, { now, cutOff });
  return age === null ? words : copyAgeWords.asOf({ what: words, moment: age });
}

function countedOf({ rows, total }: RecordList<Fields>, label: ResourceLabel): string {
  const records = counted(total, label);
  return rows.length < total ? countWords.matching({ matching: rows.length, records }) : records;
}

function ageOf(
  pull: ReturnType<typeof usePullStatus>,
  { now, cutOff }: { readonly now: number; readonly cutOff: boolean },
): string | null {
  if (!pull || pull.pulledAt === null) return null;
  const old = cutOff || pull.error !== null || now - pull.pulledAt > FRESH_MS;
  return old ? formatMoment(pull.pulledAt, now) : null;
}

interface PlaceholderProps extends ListNoteProps {
  /** Absent for a list that is never filtered. */
  readonly search?: string;
  readonly onWiden?: (() => void) | undefined;
  readonly add?: ReactNode;
}

export function ListPlaceholder({ resource, list, search = '', add, onWiden }: PlaceholderProps) {
  const services = useRecordServices();
  const pull = usePullStatus(resource);
  const sync = useSyncStatus();
  const { label } = resourceSpecs[resource];
  const nouns = label.plural.toLowerCase();

  if (list.total > 0 && list.complete) {
    return <NoMatch nouns={nouns} search={search.trim()} onWiden={onWiden} />;
  }
  if (!list.complete || !pull || !sync) return <ResourceSkeleton name={nouns} />;
  if (pull.error !== null) {
    const failed = failedToWords.fetch({ what: nouns });
    return (
      <ErrorAlert
        lines={pull.error.startsWith(failed) ? [pull.error] : [failed, pull.error]}
        action={
          <Button variant="default" onClick={() => void requestPull(services, resource)}>
            {commonWords.retry}
          </Button>
        }
      />
    );
  }
  if (pull.pulledAt === null && sync.reasons.length === 0) return <ResourceSkeleton name={nouns} />;
  if (pull.pulledAt === null) {
    return (
      <EmptyState title={listWords.noneHere({ nouns })} action={add}>
        {listWords.loadLater}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={listWords.none({ nouns })} action={add}>
      {listWords.addFirst({ noun: label.noun })}
    </EmptyState>
  );
}

interface NoMatchProps extends Pick<PlaceholderProps, 'onWiden'> {
  readonly nouns: string;
  readonly search: string;
}

function NoMatch({ nouns, search, onWiden }: NoMatchProps) {
  return (
    <EmptyState
      picture="none"
      title={search === '' ? listWords.noMatchOfFilter({ nouns }) : listWords.noMatch({ nouns, search })}
      action={
        <Button variant="default" onClick={onWiden}>
          {listWords.showAll({ nouns })}
        </Button>
      }
    >
      {listWords.changeSearch}
    </EmptyState>
  );
}

/** Widths of two bars in each row, in percent. */
const ROWS = [
  [70, 90],
  [55, 62],
  [80, 75],
  [62, 84],
  [74, 58],
  [50, 80],
  [66, 70],
  [58, 66],
] as const;

function ResourceSkeleton({ name }: { readonly name: string }) {
  return (
    <div className={css.rows} role="status" aria-label={listWords.loading({ nouns: name })}>
      {ROWS.map(([first, second]) => (
        <div key={first} className={css.row}>
          <Skeleton circle height="2.25rem" />
          <div className={css.bars}>
            <Skeleton height="0.75rem" width={`${first}%`} />
            <Skeleton height="0.75rem" width={`${second}%`} />
          </div>
        </div>
      ))}
    </div>
  );
}

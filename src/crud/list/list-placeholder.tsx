import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { failedTo } from '../../domain/error-catalogue.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { requestPull } from '../../records/requests.ts';
import type { RecordList } from '../../records/use-records.ts';
import {
  type PullStatus,
  type SyncStatus,
  usePullStatus,
  useSyncStatus,
} from '../../records/use-sync-status.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx';
import { formatMoment } from '../../ui/text/format-time.ts';
import { ResourceSkeleton } from './resource-skeleton.tsx';

/** A copy that is older than this, or whose last pull failed, says how old it is. */
const FRESH_MS = 15 * 60_000;
/** While one of these holds the engine no newer copy comes. */
const CUT_OFF: SyncStatus['reasons'] = ['offline', 'unreachable', 'serverProblem'];

interface Props {
  readonly resource: ResourceName;
  readonly list: RecordList<Fields>;
}

/** How many records there are, how many match, and how old they are when they are old. */
export function ListNote({ resource, list }: Props) {
  const { clock } = useRecordServices();
  const pull = usePullStatus(resource);
  const sync = useSyncStatus();
  if (list.total === 0) return null;
  const { label } = resourceSpecs[resource];
  const noun = list.total === 1 ? label.noun : label.plural.toLowerCase();
  const total = list.complete ? `${format(list.total)} ${noun}` : 'Loading…';
  const matching = list.rows.length < list.total ? `${format(list.rows.length)} of ${total}` : total;
  const cutOff = sync?.reasons.some((reason) => CUT_OFF.includes(reason)) ?? false;
  const age = ageOf(pull, { now: clock.now(), cutOff });
  return age === null ? matching : `${matching} · as of ${age}`;
}

function ageOf(
  pull: PullStatus | undefined,
  { now, cutOff }: { readonly now: number; readonly cutOff: boolean },
): string | null {
  if (!pull || pull.pulledAt === null) return null;
  const old = cutOff || pull.error !== null || now - pull.pulledAt > FRESH_MS;
  return old ? formatMoment(pull.pulledAt, now) : null;
}

function format(count: number): string {
  return count.toLocaleString();
}

interface PlaceholderProps extends Props {
  /** What the list is narrowed to, and what lifts that and the filters. Absent where it is never narrowed. */
  readonly search?: string;
  readonly onWiden?: (() => void) | undefined;
  /** The button that adds the first one. */
  readonly add?: ReactNode;
}

/** What stands where no row is: nothing matches, nothing yet, nothing to be had, or not known yet. */
export function ListPlaceholder({ resource, list, search = '', add, onWiden }: PlaceholderProps) {
  const services = useRecordServices();
  const pull = usePullStatus(resource);
  const sync = useSyncStatus();
  const { label } = resourceSpecs[resource];
  const plural = label.plural.toLowerCase();

  if (list.total > 0 && list.complete) {
    return <NoMatch plural={plural} search={search.trim()} onWiden={onWiden} />;
  }
  if (!list.complete || !pull || !sync) return <ResourceSkeleton name={plural} />;
  if (pull.error !== null) {
    const failed = failedTo('fetch', plural);
    return (
      <ErrorAlert
        lines={pull.error.startsWith(failed) ? [pull.error] : [failed, pull.error]}
        action={
          <Button variant="default" onClick={() => void requestPull(services, resource)}>
            Retry
          </Button>
        }
      />
    );
  }
  if (pull.pulledAt === null && sync.reasons.length === 0) return <ResourceSkeleton name={plural} />;
  if (pull.pulledAt === null) {
    return (
      <EmptyState title={`No ${plural} on this device yet`} action={add}>
        They load as soon as the server can be reached. What you add until then is kept here and sent later.
      </EmptyState>
    );
  }
  return (
    <EmptyState title={`No ${plural} yet`} action={add}>
      Add the first {label.noun}: it is saved on this device at once, with or without a connection.
    </EmptyState>
  );
}

interface NoMatchProps extends Pick<PlaceholderProps, 'onWiden'> {
  readonly plural: string;
  readonly search: string;
}

function NoMatch({ plural, search, onWiden }: NoMatchProps) {
  return (
    <EmptyState
      icon="noMatch"
      title={search === '' ? `No ${plural} match this filter` : `No ${plural} match “${search}”`}
      action={
        <Button variant="default" onClick={onWiden}>
          Show all {plural}
        </Button>
      }
    >
      Check the spelling or clear the filters.
    </EmptyState>
  );
}

import { useMemo } from 'react';
import { useSessionState } from '../../../auth/use-session.ts';
import { crewNames, isOnCrew } from '../../../domain/day/job.ts';
import { firstNameFirst } from '../../../domain/day/person-names.ts';
import { useSettings } from '../../../records/company-settings.ts';
import { NOTES_WEIGHT, useInSteps } from '../../../records/use-in-steps.ts';
import { useRecordList } from '../../../records/use-records.ts';

export function useKnownCrew(others: readonly string[]): readonly string[] {
  const found = useNamesOnJobs() ?? [];
  const { set: me } = useMyName();
  const names = [...others, ...found, ...(me === '' ? [] : [firstNameFirst(me)])];
  return sorted(names.filter((name, place) => !isOnCrew({ crew: names.slice(0, place) }, name)));
}

export function useNamesOnJobs(): readonly string[] | undefined {
  const { rows, complete } = useRecordList('workOrders');
  const work = useMemo(() => () => crewNames(rows), [rows]);
  const found = useInSteps({ work, size: rows.length * NOTES_WEIGHT, about: 'crew' });
  return complete ? found : undefined;
}

export function sorted(names: readonly string[]): string[] {
  return [...names].sort((one, other) => one.localeCompare(other, 'en'));
}

interface MyName {
  readonly set: string;
  readonly username: string;
  /** The name that signs entries: from the settings, or else the username. */
  readonly signed: string;
  readonly isRead: boolean;
}

export function useMyName(): MyName {
  const settings = useSettings();
  const session = useSessionState();
  const set = settings?.myName.trim() ?? '';
  const username = session.status === 'signedOut' ? '' : session.account.username;
  return { set, username, signed: set || username, isRead: settings !== undefined };
}

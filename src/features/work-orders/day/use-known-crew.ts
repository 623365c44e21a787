import { useMemo } from 'react';
import { crewNames } from '../../../domain/day/crew-names.ts';
import { isOnCrew } from '../../../domain/day/job.ts';
import { firstNameFirst } from '../../../domain/day/person-names.ts';
import { useInSteps } from '../../../records/use-in-steps.ts';
import { useRecordList } from '../../../records/use-records.ts';
import { useMyName } from './use-my-name.ts';

/** The names that may be on a crew, in the order of the alphabet: those in the records, mine, and `others`. */
export function useKnownCrew(others: readonly string[]): readonly string[] {
  const found = useNamesOnJobs() ?? [];
  const { set: me } = useMyName();
  const names = [...others, ...found, ...(me === '' ? [] : [firstNameFirst(me)])];
  return sorted(names.filter((name, place) => !isOnCrew({ crew: names.slice(0, place) }, name)));
}

/** Every name that a work order on this device has in its crew; undefined until all of them have been looked at. */
export function useNamesOnJobs(): readonly string[] | undefined {
  const { rows, complete } = useRecordList('workOrders');
  const work = useMemo(() => () => crewNames(rows), [rows]);
  const found = useInSteps({ work, size: rows.length, about: 'crew' });
  return complete ? found : undefined;
}

export function sorted(names: readonly string[]): string[] {
  return [...names].sort((one, other) => one.localeCompare(other, 'en'));
}

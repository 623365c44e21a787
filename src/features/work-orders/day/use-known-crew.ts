import { useMemo } from 'react';
import { crewNames } from '../../../domain/day/crew-names.ts';
import { isOnCrew } from '../../../domain/day/job.ts';
import { useInSteps } from '../../../records/use-in-steps.ts';
import { useRecordList } from '../../../records/use-records.ts';
import { useMyName } from './use-my-name.ts';

/** The names that may be on a crew, in the order of the alphabet: those in the records, mine, and `others`. */
export function useKnownCrew(others: readonly string[]): readonly string[] {
  const { rows } = useRecordList('workOrders');
  const { set: me } = useMyName();
  const work = useMemo(() => () => crewNames(rows), [rows]);
  const found = useInSteps({ work, size: rows.length, about: 'crew' }) ?? [];
  const names = [...others, ...found, ...(me === '' ? [] : [me])];
  return names
    .filter((name, place) => !isOnCrew({ crew: names.slice(0, place) }, name))
    .sort((one, other) => one.localeCompare(other, 'en'));
}

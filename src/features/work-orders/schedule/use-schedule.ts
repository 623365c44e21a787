import { useMemo, useState } from 'react';
import { useDates, useToday } from '../../../crud/time.tsx';
import type { DateForms } from '../../../domain/plain-date.ts';
import { DayIndexer } from '../../../domain/schedule/index-days.ts';
import { crewPeople, type Person, samePeople } from '../../../domain/schedule/people.ts';
import { planDays, withKept } from '../../../domain/schedule/plan-days.ts';
import { Slots } from '../../../domain/schedule/slots.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { useScheduleSettings } from '../../../records/schedule-settings.ts';
import { NOTES_WEIGHT, useInSteps } from '../../../records/use-in-steps.ts';
import { useRecordList } from '../../../records/use-records.ts';
import { useFetched } from '../../../records/use-sync-status.ts';
import type { Plan, Row, ScheduleData, ShownSchedule } from './schedule-types.ts';

const NOBODY: readonly Person[] = [];

interface Reader {
  readonly slots: Slots<Row>;
  readonly indexer: DayIndexer<Row>;
  readonly people: LastResult<readonly Person[]>;
}

/** Keeps the last result, because with the same objects only what has changed is drawn again. */
class LastResult<T> {
  #last: T | undefined;
  readonly #reuse: (last: T | undefined, next: T) => T;

  /** @param reuse puts unchanged parts of the last result into the next */
  constructor(reuse: (last: T | undefined, next: T) => T) {
    this.#reuse = reuse;
  }

  reusedIn(next: T): T {
    this.#last = this.#reuse(this.#last, next);
    return this.#last;
  }
}

/** By the collections of an account: who comes back to the schedule has only new jobs read, and waits for nothing else. */
const readers = new WeakMap<object, Reader>();

function readerFor(collections: object, dates: DateForms): Reader {
  const known = readers.get(collections);
  if (known?.slots.dates === dates) return known;
  const people = new LastResult<readonly Person[]>((last, next) =>
    last && samePeople(last, next) ? last : next,
  );
  const reader = { slots: new Slots<Row>(dates), indexer: new DayIndexer<Row>(dates), people };
  readers.set(collections, reader);
  return reader;
}

/**
 * Undefined until the work orders have been sorted by day, and until it is known whether some may be missing.
 * @param wishes `readsPeople`: reads the notes of all open work orders, which takes longer
 */
export function useSchedule({ readsPeople }: { readonly readsPeople: boolean }): ScheduleData | undefined {
  const { rows, complete } = useRecordList('workOrders');
  const fetched = useFetched('workOrders');
  const dates = useDates('workOrders');
  const today = useToday();
  const { rows: settings, hours } = useScheduleSettings();
  const { collections } = useRecordServices();
  const reader = useMemo(() => readerFor(collections, dates), [collections, dates]);
  const sort = useMemo(
    () =>
      function* () {
        const index = yield* reader.indexer.index(rows, today);
        return { index, slots: reader.slots, complete };
      },
    [reader, rows, today, complete],
  );
  const left = useMemo(() => (reader.indexer.known(rows, today) ? 0 : rows.length), [reader, rows, today]);
  // At midnight, or in another time zone, the earlier result stays until the next one: dialogs hold what was typed.
  const sorted = useInSteps({ work: sort, size: left, about: collections });
  const find = useMemo(
    () =>
      sorted && readsPeople
        ? function* () {
            const people = yield* crewPeople(sorted.index, sorted.slots, { today, settings });
            return reader.people.reusedIn(people);
          }
        : null,
    [reader, sorted, readsPeople, today, settings],
  );
  const found = useInSteps({ work: find, size: rows.length * NOTES_WEIGHT, about: settings });
  const rules = useMemo(() => ({ settings, hours, today }), [settings, hours, today]);
  return useMemo(() => {
    if (!sorted || fetched === undefined) return undefined;
    const { index, slots } = sorted;
    const isWhole = sorted.complete && fetched === 'yes';
    const people = found ?? NOBODY;
    return { index, slots, people, arePeopleRead: found !== undefined, ...rules, rules, isWhole };
  }, [sorted, found, rules, fetched]);
}

type Question = Pick<ShownSchedule, 'who' | 'status'> & { readonly days: readonly string[] };

/** Plans the rows of these days. */
export function usePlan(data: ScheduleData, { days, who, status }: Question): Plan | undefined {
  const { index, slots, people, settings } = data;
  const asked = days.join();
  const [last] = useState(() => new LastResult<Plan>(withKept));
  const work = useMemo(
    () =>
      function* () {
        // A view without rows asks for no days.
        const question = { days: asked === '' ? [] : asked.split(','), people, settings, who, status };
        return last.reusedIn(yield* planDays(index, slots, question));
      },
    [index, slots, asked, people, settings, who, status, last],
  );
  const size = days.reduce((sum, day) => sum + (index.byDay.get(day)?.length ?? 0), 0);
  return useInSteps({ work, size: size * NOTES_WEIGHT, about: `${asked} ${status} ${who}` });
}

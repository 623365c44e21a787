import type { SignedStamp } from '../day/entries.ts';
import { labelKey } from '../day/text-blocks.ts';
import {
  AIR_PLACES,
  type AirPlace,
  type ChamberFact,
  type JobFact,
  NOT_SAID,
  type PointFact,
} from './drying-facts.ts';
import type {
  Chamber,
  DryingLog,
  DryStatement,
  JobSaid,
  Placement,
  Point,
  Reading,
  Recount,
  Unit,
} from './drying-log.ts';
import type { Air } from './psychrometrics.ts';

type Said<Value> = Pick<Reading<Value>, 'value' | 'skip'>;
type AnyReading = Reading<Air> | Reading<number>;

/** An entry that a later one changed. Nothing is rewritten, so both can be shown. */
export type Change = { readonly by: SignedStamp } & (
  | {
      readonly about: 'reading';
      readonly of: AirPlace | Chamber | Point | Unit;
      readonly read: SignedStamp;
      readonly from: Said<Air | number>;
      readonly to: Said<Air | number>;
    }
  | {
      readonly about: 'chamber';
      readonly of: Chamber;
      readonly from: ChamberFact;
      readonly to: ChamberFact;
    }
  | { readonly about: 'point'; readonly of: Point; readonly from: PointFact; readonly to: PointFact }
  | { readonly about: 'unit'; readonly of: Unit; readonly from: string; readonly to: string }
  /** It was moved, or there are more or fewer of it. */
  | { readonly about: 'placement'; readonly of: Unit; readonly from: Placement; readonly to: Placement }
  | { readonly about: 'recount'; readonly of: Unit; readonly recount: Recount }
  | { readonly about: 'removal'; readonly of: Point | Unit; readonly removed: SignedStamp }
  /** `dry` is null if nobody had said that it is dry. */
  | { readonly about: 'reopened'; readonly of: Chamber; readonly dry: SignedStamp | null }
  | { readonly about: 'altitude'; readonly from: number; readonly to: number }
  | {
      readonly about: 'job';
      readonly name: JobFact['name'];
      readonly from: string;
      readonly to: string;
    }
);

/** @returns oldest first */
export function changesIn({ places, chambers, points, units, altitudes, jobFacts }: DryingLog): Change[] {
  return [
    ...AIR_PLACES.flatMap((place) => readingChanges(place, places[place])),
    ...chambers.flatMap((chamber) => [
      ...readingChanges(chamber, chamber.readings),
      ...chamber.changes.map((change): Change => ({ about: 'chamber', of: chamber, ...change })),
      ...reopenings(chamber),
    ]),
    ...points.flatMap((point) => [
      ...readingChanges(point, point.readings),
      ...point.changes.map((change): Change => ({ about: 'point', of: point, ...change })),
      ...removalChanges(point),
    ]),
    ...units.flatMap((unit) => [
      ...readingChanges(unit, unit.readings),
      ...unit.changes.flatMap(({ from, to, by }): Change[] =>
        from.kind === to.kind ? [] : [{ about: 'unit', of: unit, from: from.kind, to: to.kind, by }],
      ),
      ...placementChanges(unit),
      ...unit.recounts.map((recount): Change => ({ about: 'recount', of: unit, recount, by: recount })),
      ...removalChanges(unit),
    ]),
    ...altitudes.flatMap((by, n): Change[] => {
      const [from, to] = [altitudes[n - 1]?.feet ?? by.feet, by.feet];
      return from === to ? [] : [{ about: 'altitude', from, to, by }];
    }),
    ...jobFacts.flatMap((by, n): Change[] => {
      const before = jobFacts
        .slice(0, n)
        .filter(({ name }) => labelKey(name) === labelKey(by.name))
        .at(-1);
      const isSame = before === undefined || before.value === by.value;
      return isSame ? [] : [{ about: 'job', name: by.name, from: said(before), to: said(by), by }];
    }),
  ].sort((one, other) => one.by.at - other.by.at);
}

/** '' if it was taken away. */
function said({ value }: JobSaid): string {
  return value === NOT_SAID ? '' : value;
}

function readingChanges(of: AirPlace | Chamber | Point | Unit, readings: readonly AnyReading[]): Change[] {
  return readings.flatMap((read) =>
    read.corrections.map(
      (by, n): Change => ({
        about: 'reading',
        of,
        read,
        from: by.was,
        to: read.corrections[n + 1]?.was ?? read,
        by,
      }),
    ),
  );
}

/** Equipment that is placed again has a new stay. The equipment's own card shows it. */
function placementChanges(of: Unit): Change[] {
  return of.placements.flatMap((to, n): Change[] => {
    const from = of.placements[n - 1];
    return from?.until?.at === to.from.at ? [{ about: 'placement', of, from, to, by: to.from }] : [];
  });
}

function removalChanges(of: Point | Unit): Change[] {
  return of.revoked.map(({ removed, by }) => ({ about: 'removal', of, removed, by }));
}

function reopenings(of: Chamber): Change[] {
  let dry: DryStatement | null = null;
  const changes: Change[] = [];
  for (const statement of of.statements) {
    if (!statement.isDry) changes.push({ about: 'reopened', of, dry, by: statement });
    dry = statement.isDry ? statement : null;
  }
  return changes;
}

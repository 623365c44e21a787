import { AIR_PLACES, type AirPlace, type Ref, setterKey } from './drying-facts.ts';
import {
  type Chamber,
  type DryingLog,
  isDehumidifier,
  type Point,
  runningPlacement,
  type Unit,
} from './drying-log.ts';
import { type Named, refTo } from './labels.ts';
import type { Air } from './psychrometrics.ts';
import { type DayValue, latestOf } from './readings.ts';

/** A number that a visit asks for. */
export type VisitStep =
  | {
      readonly asks: 'air';
      readonly of: AirPlace | Chamber | Unit;
      /** How the writer writes it. */
      readonly ref: Ref;
      readonly last: DayValue<Air> | null;
    }
  | {
      readonly asks: 'point';
      readonly of: Point;
      readonly ref: Ref;
      readonly last: DayValue<number> | null;
    };

/**
 * Tells visits that are not saved yet apart by what they walk. A chamber has its setter's name, because another
 * chamber of its label may arrive.
 * @param chamber null for all of them
 */
export function walkOf(chamber: Pick<Named, 'label' | 'by'> | null): string {
  return chamber ? `${chamber.label}/${setterKey(chamber.by)}` : 'all';
}

/**
 * The order of a walk: outside, unaffected, HVAC, then each chamber that nobody called dry with its air, its running
 * dehumidifiers and its open points, then what belongs to no chamber.
 */
export function visitSteps(log: DryingLog, who: string): VisitStep[] {
  const places = AIR_PLACES.map(
    (place): VisitStep => ({
      asks: 'air',
      of: place,
      ref: { label: place, by: '' },
      last: latestOf(log.places[place]),
    }),
  );
  const air = (items: readonly Named[], of: Chamber | Unit): VisitStep => ({
    asks: 'air',
    of,
    ref: refTo(items, of, who),
    last: latestOf(of.readings),
  });
  const within = (chamber: string | null): VisitStep[] => [
    ...log.units
      .filter((unit) => isDehumidifier(unit) && runningPlacement(unit)?.chamber === chamber)
      .map((unit) => air(log.units, unit)),
    ...log.points
      .filter((point) => point.chamber === chamber && point.removed === null)
      .map(
        (point): VisitStep => ({
          asks: 'point',
          of: point,
          ref: refTo(log.points, point, who),
          last: latestOf(point.readings),
        }),
      ),
  ];
  const wet = log.chambers.filter(({ dry }) => dry === null);
  return [
    ...places,
    ...wet.flatMap((chamber) => [air(log.chambers, chamber), ...within(chamber.name)]),
    ...within(null),
  ];
}

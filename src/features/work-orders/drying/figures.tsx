import { dayOf } from '../../../domain/drying/drying-entries.ts';
import {
  type Chamber,
  type DryingLog,
  type Reading,
  runningPlacement,
  type Unit,
} from '../../../domain/drying/drying-log.ts';
import { round, valueText } from '../../../domain/drying/names.ts';
import type { Air } from '../../../domain/drying/psychrometrics.ts';
import { type AirFigures, airFigures, dayValues } from '../../../domain/drying/readings.ts';
import { type Given, givenFor } from '../../../domain/drying/visit-draft.ts';
import type { VisitStep } from '../../../domain/drying/visit-steps.ts';
import { formatDate } from '../../../ui/text/format-date.ts';
import { questionWords, visitWords } from '../../../words/drying.ts';
import { stepName } from './drying-names.ts';
import css from './visit.module.css';

interface Props {
  readonly step: VisitStep;
  readonly value: Air | number;
  readonly steps: readonly VisitStep[];
  readonly given: readonly Given[];
  readonly log: DryingLog;
}

/** Shows at once what the last number means. */
export function Figures(props: Props) {
  const { step, value } = props;
  const { title } = stepName(step);
  const facts = typeof value === 'number' ? pointFacts(props) : airFacts(value, props);
  return (
    <p className={css.figures}>
      <b>{`${title}: ${valueText(value)}`}</b>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

function airFacts(value: Air, { step, ...visit }: Props): string[] {
  const { log, given } = visit;
  const { grains, dewPoint } = airFigures(value, log.altitude);
  const last = step.asks === 'air' && step.last;
  const { of } = step;
  const stamp = givenFor(given, step)?.stamp;
  const day = stamp ? dayOf(stamp) : null;
  const around = isUnit(of) ? chamberAir(of, day, visit) : null;
  const depression = around && around.grains - grains;
  const hvac = isChamber(of) ? airOfDay((one) => one === 'hvac', log.places.hvac, day, visit) : null;
  return [
    visitWords.grains({ grains: round(grains) }),
    visitWords.dewPoint({ degrees: round(dewPoint) }),
    ...(depression === null ? [] : [visitWords.depression({ grains: round(depression) })]),
    ...(hvac ? [visitWords.hvacDepression({ grains: round(grains - hvac.grains) })] : []),
    ...(last ? [changeText(grains - airFigures(last.value, log.altitude).grains, last.day)] : []),
    ...(isUnit(of) && depression !== null && depression < 0
      ? [questionWords.addsMoisture({ name: of.name })]
      : []),
  ];
}

type Of = VisitStep['of'];
type ReadSoFar = Pick<Props, 'steps' | 'given' | 'log'>;

function isUnit(of: Of): of is Unit {
  return typeof of !== 'string' && 'placements' in of;
}

function isChamber(of: Of): of is Chamber {
  return typeof of !== 'string' && 'dry' in of;
}

/** The air that a dehumidifier takes in. */
function chamberAir(unit: Unit, day: string | null, visit: ReadSoFar): AirFigures | null {
  const name = runningPlacement(unit)?.chamber;
  const chamber = visit.log.chambers.find((one) => one.name === name);
  return chamber ? airOfDay((of) => isChamber(of) && of.name === name, chamber.readings, day, visit) : null;
}

/** As read in this visit, else saved before. Air of another day says nothing about what a machine takes out. */
function airOfDay(
  isOf: (of: Of) => boolean,
  saved: readonly Reading<Air>[],
  day: string | null,
  { steps, given, log }: ReadSoFar,
): AirFigures | null {
  if (day === null) return null;
  const step = steps.find(({ of }) => isOf(of));
  const { stamp, fact } = (step && givenFor(given, step)) ?? {};
  if (fact?.word === 'air' && typeof fact.value !== 'string' && stamp && dayOf(stamp) === day)
    return airFigures(fact.value, log.altitude);
  const before = dayValues(saved).find((one) => one.day === day);
  return before ? airFigures(before.value, log.altitude) : null;
}

function pointFacts({ step, value }: Props): string[] {
  if (step.asks !== 'point' || typeof value !== 'number') return [];
  const { goal } = step.of.fact;
  return [
    ...(goal === null
      ? []
      : [value <= goal ? visitWords.isAtGoal : visitWords.overGoal({ by: round(value - goal) })]),
    ...(step.last ? [changeText(value - step.last.value, step.last.day)] : []),
  ];
}

export function changeText(change: number, day: string): string {
  const by = round(Math.abs(change));
  const since = { by, day: formatDate(day) };
  if (by === '0') return visitWords.sameSince(since);
  return change > 0 ? visitWords.upSince(since) : visitWords.downSince(since);
}

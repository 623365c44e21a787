import type { DryingLog, Unit } from '../../../domain/drying/drying-log.ts';
import { runningPlacement } from '../../../domain/drying/drying-log.ts';
import type { Air } from '../../../domain/drying/psychrometrics.ts';
import { airFigures, latestOf } from '../../../domain/drying/readings.ts';
import { type Given, givenFor } from '../../../domain/drying/visit-draft.ts';
import type { VisitStep } from '../../../domain/drying/visit-steps.ts';
import { formatDate } from '../../../ui/text/format-date.ts';
import { questionWords, visitWords } from '../../../words/drying.ts';
import { round, stepName, valueText } from './drying-names.ts';
import css from './visit.module.css';

interface Props {
  readonly step: VisitStep;
  readonly value: Air | number;
  readonly steps: readonly VisitStep[];
  readonly given: readonly Given[];
  readonly log: DryingLog;
}

/** What the last number means, at once. */
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

function airFacts(value: Air, { step, steps, given, log }: Props): string[] {
  const { grains, dewPoint } = airFigures(value, log.altitude);
  const last = step.asks === 'air' && step.last;
  const depression =
    typeof step.of !== 'string' && 'placements' in step.of
      ? depressionOf(step.of, grains, { steps, given, log })
      : null;
  const isChamber = typeof step.of !== 'string' && 'dry' in step.of;
  const hvac = isChamber
    ? airGiven(
        steps.find(({ of }) => of === 'hvac'),
        given,
      )
    : null;
  return [
    visitWords.grains({ grains: round(grains) }),
    visitWords.dewPoint({ degrees: round(dewPoint) }),
    ...(depression === null ? [] : [visitWords.depression({ grains: round(depression) })]),
    ...(hvac
      ? [visitWords.hvacDepression({ grains: round(grains - airFigures(hvac, log.altitude).grains) })]
      : []),
    ...(last ? [changeText(grains - airFigures(last.value, log.altitude).grains, last.day)] : []),
    ...(depression !== null && depression < 0 && typeof step.of !== 'string'
      ? [questionWords.addsMoisture({ name: step.of.name })]
      : []),
  ];
}

/** Grains a pound that a unit takes out of its chamber's air, as read in this visit or last. */
function depressionOf(
  unit: Unit,
  leaving: number,
  { steps, given, log }: Pick<Props, 'steps' | 'given' | 'log'>,
): number | null {
  const name = runningPlacement(unit)?.chamber;
  const chamber = log.chambers.find((one) => one.name === name);
  const step = steps.find(({ of }) => typeof of !== 'string' && 'dry' in of && of.name === name);
  const air = airGiven(step, given) ?? (chamber ? latestOf(chamber.readings)?.value : null);
  return air ? airFigures(air, log.altitude).grains - leaving : null;
}

/** Null if it was skipped, or not asked for yet. */
function airGiven(step: VisitStep | undefined, given: readonly Given[]): Air | null {
  const fact = step && givenFor(given, step)?.fact;
  return fact?.word === 'air' && typeof fact.value !== 'string' ? fact.value : null;
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

import type { DryingDay } from '../../../domain/drying/day-table.ts';
import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import { chamberName, placeName, pointPlace, round } from '../../../domain/drying/names.ts';
import type { AirFigures } from '../../../domain/drying/readings.ts';
import { dayValues } from '../../../domain/drying/readings.ts';
import { Chart } from '../../../ui/charts/chart.tsx';
import { type Line, LineChart } from '../../../ui/charts/line-chart.tsx';
import { formatDate } from '../../../ui/text/format-date.ts';
import { dryingChartWords, dryingWords, visitWords } from '../../../words/drying.ts';
import css from './readings.module.css';

interface Props {
  readonly log: DryingLog;
  readonly days: readonly DryingDay[];
}

const CHAMBER_FILLS = ['blue', 'orange', 'violet', 'green', 'red'];

/** Grains per pound by chamber, with the air outside and the unaffected air. */
export function GrainsChart({ log, days }: Props) {
  const line = (name: string, of: (day: DryingDay) => AirFigures | null, look: Partial<Line>): Line => ({
    key: name,
    name,
    fill: 'var(--rc-gray-fill)',
    points: days.flatMap((day, at) => {
      const air = of(day);
      return air ? [{ at, value: air.grains }] : [];
    }),
    ...look,
  });
  const lines = [
    ...log.chambers.map((chamber, place) =>
      line(
        chamberName(chamber),
        ({ chambers }) => chambers.find((one) => one.chamber.name === chamber.name)?.air ?? null,
        {
          fill: `var(--rc-${CHAMBER_FILLS[place % CHAMBER_FILLS.length]}-fill)`,
          // Chambers of one color again differ by dashes.
          ...(place >= CHAMBER_FILLS.length && { dash: '8 3' }),
        },
      ),
    ),
    line(placeName('un'), ({ places }) => places.un, { dash: '6 4' }),
    line(placeName('out'), ({ places }) => places.out, { dash: '2 4' }),
  ].filter(({ points }) => points.length > 0);
  return (
    <Chart
      title={dryingChartWords.grains}
      table={{
        head: [dryingChartWords.day, ...lines.map(({ name }) => name)],
        rows: days.map(({ day }, place) => [
          formatDate(day),
          ...lines.map(({ points }) => {
            const point = points.find(({ at }) => at === place);
            return point ? round(point.value) : '-';
          }),
        ]),
      }}
    >
      <LineChart lines={lines} days={days.map(({ day }) => formatDate(day))} legend />
    </Chart>
  );
}

/** One small chart a point, all of one scale of days. */
export function PointCharts({ log, days }: Props) {
  const points = log.points.filter((point) => dayValues(point.readings).length > 0);
  if (points.length === 0) return null;
  return (
    <section aria-label={dryingChartWords.points} className={css.points}>
      <h2 className={css.title}>{dryingChartWords.points}</h2>
      <ul className={css.multiples}>
        {points.map((point) => {
          const { goal } = point.fact;
          const values = dayValues(point.readings);
          const [first, last] = [values[0], values.at(-1)];
          return (
            <li key={point.name} className={css.multiple}>
              <Chart
                title={dryingChartWords.pointTitle({ name: point.name, place: pointPlace(point) })}
                table={{
                  head: [dryingChartWords.day, dryingChartWords.moisture],
                  rows: values.map(({ day, value }) => [formatDate(day), round(value)]),
                }}
              >
                <LineChart
                  lines={[
                    {
                      key: point.name,
                      name: point.name,
                      fill: 'var(--rc-blue-fill)',
                      points: values.map(({ day, value }) => ({
                        at: days.findIndex((one) => one.day === day),
                        value,
                      })),
                    },
                  ]}
                  days={days.map(({ day }) => formatDate(day))}
                  limit={goal}
                  small
                />
                <p className={css.air}>
                  {first && last && (
                    <span>
                      {dryingChartWords.fromTo({ first: round(first.value), last: round(last.value) })}
                    </span>
                  )}{' '}
                  <span>
                    {goal === null ? dryingWords.noGoal : dryingWords.goalIs({ goal: round(goal) })}
                  </span>{' '}
                  {goal !== null && last && last.value <= goal && <span>{visitWords.isAtGoal}</span>}
                </p>
              </Chart>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

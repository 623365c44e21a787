import { PaperSection } from '../../../crud/paper/paper.tsx';
import type { DryingDay } from '../../../domain/drying/day-table.ts';
import { AIR_PLACES } from '../../../domain/drying/drying-facts.ts';
import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import type { AirFigures } from '../../../domain/drying/readings.ts';
import { formatDate } from '../../../ui/text/format-date.ts';
import { dryingChartWords, dryingPaperWords, dryingWords, visitWords } from '../../../words/drying.ts';
import { chamberName, momentThere, placeName, pointPlace, round } from './drying-names.ts';
import css from './drying-paper.module.css';

interface AirRow {
  readonly name: string;
  readonly air: AirFigures;
  readonly depression: number | null;
}

export function AirTable({ days }: { readonly days: readonly DryingDay[] }) {
  if (days.length === 0) return null;
  const heads = [
    // In each row, because a day can go on on the next page.
    dryingChartWords.day,
    dryingPaperWords.place,
    dryingPaperWords.temperature,
    dryingPaperWords.humidity,
    dryingPaperWords.grains,
    dryingPaperWords.dewPoint,
    dryingPaperWords.vaporPressure,
    dryingPaperWords.depression,
  ];
  return (
    <PaperSection heading={dryingPaperWords.atmosphere}>
      <table className={css.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {days.map((day) => (
          <tbody key={day.day}>
            <tr>
              <th colSpan={heads.length} scope="rowgroup" className={css.day}>
                {[formatDate(day.day), day.who.join(', ')].join(' · ')}
              </th>
            </tr>
            {airRows(day).map(({ name, air, depression }) => (
              <tr key={name}>
                <td className={css.date}>{formatDate(day.day)}</td>
                <th scope="row">{name}</th>
                <td>{round(air.fahrenheit)}</td>
                <td>{round(air.humidity)}</td>
                <td>{air.grains.toFixed(1)}</td>
                <td>{air.dewPoint.toFixed(1)}</td>
                <td>{air.vaporPressure.toFixed(3)}</td>
                <td>{depression === null ? '' : depression.toFixed(1)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </PaperSection>
  );
}

function airRows({ places, chambers, noChamber }: DryingDay): AirRow[] {
  return [
    ...AIR_PLACES.flatMap((place) => {
      const air = places[place];
      return air ? [{ name: placeName(place), air, depression: null }] : [];
    }),
    ...chambers.flatMap(({ chamber, air, dehumidifiers }) => [
      ...(air ? [{ name: visitWords.chamber({ name: chamberName(chamber) }), air, depression: null }] : []),
      ...dehumidifiers.map(leavingRow),
    ]),
    ...noChamber.dehumidifiers.map(leavingRow),
  ];
}

function leavingRow({ unit, air, depression }: DryingDay['noChamber']['dehumidifiers'][number]): AirRow {
  return { name: `${visitWords.leaving({ name: unit.name })} (${unit.fact.kind})`, air, depression };
}

interface PointProps {
  readonly log: DryingLog;
  readonly days: readonly DryingDay[];
}

/** One column a day. */
export function PointTable({ log, days }: PointProps) {
  if (log.points.length === 0) return null;
  return (
    <PaperSection heading={dryingPaperWords.points}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{dryingPaperWords.point}</th>
            <th scope="col">{dryingPaperWords.place}</th>
            <th scope="col">{dryingPaperWords.goal}</th>
            {days.map(({ day }) => (
              <th key={day} scope="col">
                {formatDate(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {log.points.map((point) => (
            <tr key={point.name}>
              <th scope="row">{point.name}</th>
              <td>
                {pointPlace(point)}
                {point.removed && (
                  <span className={css.line}>
                    {dryingWords.removedOn({ when: momentThere(point.removed) })}
                  </span>
                )}
              </td>
              <td>{point.fact.goal ?? '-'}</td>
              {days.map((day) => {
                const read = [...day.chambers, day.noChamber]
                  .flatMap(({ points }) => points)
                  .find((one) => one.point.name === point.name);
                return (
                  <td key={day.day}>
                    {read && (read.value === null ? read.skip : round(read.value))}
                    {read?.isAtGoal && '*'}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p>{dryingPaperWords.marked}</p>
    </PaperSection>
  );
}

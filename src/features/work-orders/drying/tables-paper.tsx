import { PaperSection } from '../../../crud/paper/paper.tsx';
import type { DryingDay } from '../../../domain/drying/day-table.ts';
import { dayOf } from '../../../domain/drying/drying-entries.ts';
import type { DryingLog, Point, Reading } from '../../../domain/drying/drying-log.ts';
import { airName, chamberName, pointPlace, readingText, round } from '../../../domain/drying/names.ts';
import { type AirRow, airRows, partsOf, pointReadings } from '../../../domain/drying/report-rows.ts';
import { formatDate } from '../../../ui/text/format-date.ts';
import { dryingPaperWords, dryingWords, visitWords } from '../../../words/drying.ts';
import { clockThere, momentThere } from './drying-names.ts';
import css from './drying-paper.module.css';

const NARROW: readonly string[] = [
  dryingPaperWords.dewPoint,
  dryingPaperWords.vaporPressure,
  dryingPaperWords.depression,
];

interface Props {
  readonly log: DryingLog;
  readonly days: readonly DryingDay[];
}

/** Each reading is a row with its time, and a day without readings is named. */
export function AirTable({ log, days }: Props) {
  if (!days.some(({ who }) => who.length > 0)) return null;
  const rows = new Map(days.map(({ day }) => [day, airRows(log, day)]));
  const heads = [
    // In each row, because a day can go on on the next page.
    dryingPaperWords.time,
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
              <th key={head} scope="col" className={NARROW.includes(head) ? css.narrow : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {days.map(({ day, who }) => {
          const about = who.length > 0 ? who.join(', ') : dryingPaperWords.noReadings;
          return (
            <tbody key={day}>
              <tr>
                <th colSpan={heads.length} scope="rowgroup" className={css.day}>
                  {[formatDate(day), about].join(' · ')}
                </th>
              </tr>
              {rows.get(day)?.map((row, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one thing can be read twice in a minute
                <AirRowOnPaper key={place} row={row} log={log} />
              ))}
            </tbody>
          );
        })}
      </table>
      {[...rows.values()].flat().some(({ depressions }) => depressions.length > 0) && (
        <p className={css.legend}>{dryingPaperWords.aboutDepression}</p>
      )}
      {[...rows.values()].flat().some(({ reading }) => isCorrected(reading)) && (
        <p className={css.legend}>{dryingPaperWords.corrected}</p>
      )}
    </PaperSection>
  );
}

function AirRowOnPaper({ row, log }: { readonly row: AirRow; readonly log: DryingLog }) {
  const { reading, air, depressions } = row;
  const time = dryingPaperWords.dayAndTime({ day: formatDate(dayOf(reading)), time: clockThere(reading) });
  return (
    <tr>
      <td className={css.date}>{time}</td>
      <th scope="row">{nameOf(row)}</th>
      {air ? (
        <>
          <td>{round(air.fahrenheit) + markOf(reading)}</td>
          <td>{round(air.humidity)}</td>
          <td>{air.grains.toFixed(1)}</td>
          <td>{air.dewPoint.toFixed(1)}</td>
          <td>{air.vaporPressure.toFixed(3)}</td>
          <td>
            {depressions.map(({ chamber: { name }, grains }, place) => (
              <span key={name} className={css.depression}>
                {row.of === 'hvac' && log.chambers.length > 1
                  ? dryingPaperWords.depressionIn({ name, grains: grains.toFixed(1) })
                  : grains.toFixed(1)}
                {place < depressions.length - 1 && ', '}
              </span>
            ))}
          </td>
        </>
      ) : (
        <td colSpan={6}>{readingText(reading) + markOf(reading)}</td>
      )}
    </tr>
  );
}

function nameOf({ of }: AirRow): string {
  return typeof of !== 'string' && 'dry' in of ? visitWords.chamber({ name: chamberName(of) }) : airName(of);
}

type Corrected = Pick<Reading<unknown>, 'corrections'>;

function isCorrected({ corrections }: Corrected): boolean {
  return corrections.length > 0;
}

/** '†' points to the section that tells the old value. */
function markOf(reading: Corrected): string {
  return isCorrected(reading) ? '†' : '';
}

/** One column a day, in parts that fit across a sheet. */
export function PointTable({ log, days }: Props) {
  if (log.points.length === 0) return null;
  const parts = partsOf(days.map(({ day }) => day));
  return (
    <PaperSection heading={dryingPaperWords.points}>
      {(parts.length > 0 ? parts : [[]]).map((part, place) => (
        <PointPart key={part[0] ?? place} log={log} days={part} isOnly={parts.length < 2} />
      ))}
      <p className={css.legend}>{dryingPaperWords.marked}</p>
      {log.points.some(({ readings }) => readings.some(isCorrected)) && (
        <p className={css.legend}>{dryingPaperWords.corrected}</p>
      )}
    </PaperSection>
  );
}

interface PartProps {
  readonly log: DryingLog;
  readonly days: readonly string[];
  readonly isOnly: boolean;
}

function PointPart({ log, days, isOnly }: PartProps) {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const groups = [
    ...log.chambers.map((chamber) => ({
      name: visitWords.chamber({ name: chamberName(chamber) }),
      points: log.points.filter((point) => point.chamber === chamber.name),
    })),
    { name: dryingWords.noChamber, points: log.points.filter(({ chamber }) => chamber === null) },
  ];
  return (
    <table className={css.table}>
      {!isOnly && (
        <caption className={css.part}>
          {first === last
            ? formatDate(first)
            : dryingPaperWords.span({ first: formatDate(first), last: formatDate(last) })}
        </caption>
      )}
      <thead>
        <tr>
          <th scope="col">{dryingPaperWords.point}</th>
          <th scope="col">{dryingPaperWords.place}</th>
          <th scope="col">{dryingPaperWords.goal}</th>
          {days.map((day) => (
            <th key={day} scope="col" className={css.date}>
              {formatDate(day)}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ name, points }) => {
        const shown = points.filter((point) => isShown(point, days));
        return (
          shown.length > 0 && (
            <tbody key={name}>
              <tr>
                <th colSpan={3 + days.length} scope="rowgroup" className={css.day}>
                  {name}
                </th>
              </tr>
              {shown.map((point) => (
                <PointRow key={point.name} point={point} days={days} />
              ))}
            </tbody>
          )
        );
      })}
    </table>
  );
}

/** A point that was removed is not in the later parts. */
function isShown(point: Point, days: readonly string[]): boolean {
  const [first] = days;
  const { removed } = point;
  if (removed === null || first === undefined || dayOf(removed) >= first) return true;
  return days.some((day) => pointReadings(point, day).length > 0);
}

function PointRow({ point, days }: { readonly point: Point; readonly days: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{point.name}</th>
      <td>
        {pointPlace(point)}
        {point.removed && (
          <span className={css.line}>{dryingWords.removedOn({ when: momentThere(point.removed) })}</span>
        )}
      </td>
      <td>{point.fact.goal ?? '-'}</td>
      {days.map((day) => {
        const read = pointReadings(point, day).map((reading) => ({
          time: clockThere(reading),
          text: readingText(reading) + (reading.isAtGoal ? '*' : '') + markOf(reading),
        }));
        return (
          <td key={day}>
            {read.length < 2
              ? read[0]?.text
              : read.map(({ time, text }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a point can be read twice in a minute
                  <span key={place} className={css.line}>
                    {text}
                    <span className={css.clock}>{time}</span>
                  </span>
                ))}
          </td>
        );
      })}
    </tr>
  );
}

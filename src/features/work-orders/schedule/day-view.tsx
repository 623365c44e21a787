import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { titleOf } from '../../../crud/readable.ts';
import { useNow } from '../../../crud/time.tsx';
import { clockAt } from '../../../domain/plain-date.ts';
import { type Place, pulledEnd } from '../../../domain/schedule/gestures.ts';
import { USUAL_HOURS, type WorkHours } from '../../../domain/schedule/hints.ts';
import type { DrawnSlot } from '../../../domain/schedule/lanes.ts';
import { fixedBecause } from '../../../domain/schedule/move.ts';
import type { PlanRow } from '../../../domain/schedule/plan-days.ts';
import { formatLongDay } from '../../../ui/text/format-date.ts';
import { dateFormat } from '../../../words/formats.ts';
import { scheduleWords } from '../../../words/schedule.ts';
import { drawnLanes } from './day-hours.ts';
import css from './day-view.module.css';
import { useDropPlace } from './drag.ts';
import { EndHandle } from './end-handle.tsx';
import { Grid } from './grid.tsx';
import { JobCard } from './job-card.tsx';
import type { JobSlot, Row } from './schedule-types.ts';
import { cardHints, hintsInRow, isInRow, othersOf, othersOnDay, WeekCell } from './week-cell.tsx';
import { type GridProps, PersonHead, Sum } from './week-view.tsx';

/** In minutes. */
const QUARTER = 15;
const HOUR = 60;

/** People by hours. */
export function DayView({ plan, drawn, hours = USUAL_HOURS, ...props }: GridProps) {
  const { data } = props;
  const [day = data.today] = plan.days;
  const [sum] = plan.sums;
  const scroll = useRef<HTMLDivElement>(null);
  const early = (data.hours.from - hours.from) / (hours.to - hours.from);
  useEffect(() => {
    const { current } = scroll;
    const width = current?.querySelector('[data-hours]')?.clientWidth ?? 0;
    // Begins with the working hours, where the jobs are.
    current?.scrollTo({ left: early * width, behavior: 'instant' });
  }, [early]);
  return (
    <div ref={scroll} className={css.scroll}>
      <Grid
        label={formatLongDay(day, data.today)}
        className={css.day}
        style={{ '--hours': (hours.to - hours.from) / HOUR } as CSSProperties}
      >
        <thead>
          <tr>
            <td className={css.corner} />
            <th scope="col" className={css.any}>
              {scheduleWords.anyTime}
            </th>
            <th scope="col" className={css.clock} data-hours>
              <HourNames {...hours} />
            </th>
          </tr>
        </thead>
        <tbody>
          {plan.rows.slice(0, drawn).map((row) => (
            <DayRow key={row.person?.key ?? ''} {...{ row, day, hours }} beside={plan.beside[0]} {...props} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={css.foot}>
              {scheduleWords.daySum}
            </th>
            <td colSpan={2} className={css.foot}>
              {sum && <Sum sum={sum} isWhole={data.isWhole} />}
            </td>
          </tr>
        </tfoot>
      </Grid>
    </div>
  );
}

const hourName = dateFormat({ hour: 'numeric' });

function HourNames({ from, to }: WorkHours) {
  const names = Array.from({ length: (to - from) / HOUR }, (_, n) => from / HOUR + n);
  return (
    <span className={css.hours}>
      {names.map((hour) => (
        <span key={hour}>{hourName().format(Date.UTC(2000, 0, 1, hour))}</span>
      ))}
    </span>
  );
}

interface RowProps extends Shared {
  readonly row: PlanRow<Row>;
  readonly day: string;
  readonly hours: WorkHours;
}

function DayRow({ row: { person, cells }, day, hours, ...props }: RowProps) {
  const cell = cells[0] ?? [];
  const { anyTime, timed } = drawnLanes(cell);
  return (
    <tr>
      <PersonHead person={person} />
      <WeekCell {...{ day, person, ...shownIn(day, props) }} cell={anyTime} all={cell} minutes={null} />
      <Hours {...{ cell, timed, day, hours, person }} {...props} />
    </tr>
  );
}

interface Shared extends Omit<GridProps, 'plan' | 'drawn'> {
  readonly beside: readonly JobSlot[] | undefined;
}

/** Of the grid, what a cell needs. */
function shownIn(day: string, { data, address, beside, board, carry }: Shared) {
  const { rules, slots, index } = data;
  const onDay = address.status === null ? undefined : index.byDay.get(day);
  return { rules, slots, board, carry, onDay, beside };
}

interface HoursProps extends Omit<RowProps, 'row'> {
  readonly cell: PlanRow<Row>['cells'][number];
  readonly timed: readonly DrawnSlot<Row>[];
  readonly person: PlanRow<Row>['person'];
}

function Hours({ cell, timed, day, hours, person, ...props }: HoursProps) {
  const { data, board, carry } = props;
  const { rules } = data;
  const others = othersOnDay(cell, shownIn(day, props));
  const line = useRef<HTMLDivElement>(null);
  const placeAt = (x: number): Place => ({ day, person, minutes: minutesAt(x, line.current, hours) });
  const { ref, over } = useDropPlace(board, placeAt);
  const [stretched, setStretched] = useState<Stretched | null>(null);
  const stretch = (slot: JobSlot, drawn: number, by: number): void => {
    // Until the change is drawn, the card keeps its new length.
    setStretched({ slot, by });
    const from = slot.from ?? 0;
    const to = pulledEnd({ from, end: slot.to ?? drawn, edge: drawn + by }, hours);
    if (by === 0) setStretched(null);
    else void board.move(slot, { time: { from, to } }).finally(() => setStretched(null));
  };
  const held = carry && isHere(carry.to, { day, person }) ? carry.to.minutes : null;
  const target = over?.minutes ?? held ?? null;
  const isEmpty = timed.length === 0;
  return (
    <td
      ref={ref}
      className={css.line}
      data-row={person?.key ?? ''}
      data-target={target !== null || undefined}
      data-stop={isEmpty || undefined}
      tabIndex={isEmpty ? -1 : undefined}
    >
      <div ref={line} className={css.lanes}>
        {timed.map(({ slot, lane, isEndKnown, from, to }) => {
          const drawn = Math.min(to, hours.to);
          const by = stretched?.slot === slot ? stretched.by : 0;
          return (
            <div
              key={slot.row.localId}
              className={css.job}
              data-open={!isEndKnown || undefined}
              style={{
                gridRow: lane + 1,
                gridColumn: columnsOf({ from, to: drawn + by }, hours),
              }}
            >
              <JobCard
                slot={slot}
                {...{ day, person, minutes: slot.from }}
                board={board}
                hints={cardHints(hintsInRow(slot, { cell: others, person, rules }))}
                others={othersOf(slot, person, rules)}
                carried={carry?.slot.row.localId === slot.row.localId}
              />
              {fixedBecause(slot.row.view) === null && (
                <EndHandle
                  onStretch={(px) => setStretched({ slot, by: minutesOf(px, line.current, hours) })}
                  onEnd={(px) => stretch(slot, drawn, minutesOf(px, line.current, hours))}
                  onCancel={() => setStretched(null)}
                />
              )}
            </div>
          );
        })}
        {target !== null && (
          <p
            className={css.ghost}
            style={{ gridRow: 1, gridColumn: columnsOf({ from: target, to: target + HOUR }, hours) }}
          >
            {carry && held !== null ? titleOf('workOrders', carry.slot.row.view) : ''}
          </p>
        )}
        {day === data.today && <Now {...hours} />}
      </div>
    </td>
  );
}

interface Stretched {
  readonly slot: JobSlot;
  /** In minutes. */
  readonly by: number;
}

function Now({ from, to }: WorkHours) {
  const [hour = 0, minute = 0] = clockAt(useNow()).split(':').map(Number);
  const now = hour * HOUR + minute;
  if (now < from || now >= to) return null;
  return <span className={css.now} aria-hidden style={{ left: `${(100 * (now - from)) / (to - from)}%` }} />;
}

function isHere(place: Place, cell: Place): boolean {
  return isInRow(place, cell) && place.day === cell.day && typeof place.minutes === 'number';
}

/** Returns a quarter of an hour. */
function minutesAt(x: number, line: HTMLElement | null, hours: WorkHours): number {
  const at = hours.from + minutesOf(x - (line?.getBoundingClientRect().left ?? 0), line, hours);
  return Math.min(hours.to - QUARTER, Math.max(hours.from, at));
}

/** Returns quarters of an hour, in minutes. */
function minutesOf(px: number, line: HTMLElement | null, { from, to }: WorkHours): number {
  const { width = 1 } = line?.getBoundingClientRect() ?? {};
  return Math.round(((px / width) * (to - from)) / QUARTER) * QUARTER;
}

/** Columns are quarters of an hour. */
function columnsOf(span: WorkHours, hours: WorkHours): string {
  const column = (minutes: number): number => Math.round((minutes - hours.from) / QUARTER) + 1;
  const first = column(Math.min(span.from, hours.to - QUARTER));
  return `${first} / ${Math.max(first + 1, column(Math.min(span.to, hours.to)))}`;
}

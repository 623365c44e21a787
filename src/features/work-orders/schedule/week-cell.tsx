import { type CSSProperties, memo, useState } from 'react';
import { titleOf } from '../../../crud/readable.ts';
import type { Place } from '../../../domain/schedule/gestures.ts';
import { type Hint, type HintRules, hintsOf } from '../../../domain/schedule/hints.ts';
import { type Person, rowKeyOf } from '../../../domain/schedule/people.ts';
import { AttentionIcon } from '../../../ui/icons.ts';
import { useMoreFocus } from '../../../ui/use-more-focus.ts';
import { hintWords, trayWords } from '../../../words/schedule.ts';
import { useDropPlace } from './drag.ts';
import { JobCard } from './job-card.tsx';
import type { Board, Carry, JobSlot, Row, ScheduleData } from './schedule-types.ts';
import css from './week-cell.module.css';

interface DayJobs extends Pick<ScheduleData, 'slots'> {
  /** All jobs of a day, if the cell has only those of a status. */
  readonly onDay: readonly Row[] | undefined;
  /** See `DaysPlan`. */
  readonly beside: readonly JobSlot[] | undefined;
}

interface CellProps extends DayJobs {
  readonly cell: readonly JobSlot[];
  /** All jobs of the row on this day, if the cell is only a part. */
  readonly all?: readonly JobSlot[];
  /** Leaves room for the cards. */
  readonly isLater?: boolean;
  /** Null for the strip of jobs without a time, beside drawn hours. */
  readonly minutes?: null;
  readonly day: string;
  readonly person: Person | null;
  readonly rules: HintRules;
  readonly board: Board;
  /** Null also while a job is carried elsewhere. */
  readonly carry: Carry | null;
}

/** Cards drawn at first: a day may have thousands. */
const FIRST = 8;

/** Drawn again only when its own jobs change. */
export const WeekCell = memo(function WeekCell(props: CellProps) {
  const {
    cell,
    all = cell,
    isLater = false,
    minutes,
    day,
    person,
    rules,
    slots,
    onDay,
    beside,
    board,
    carry,
  } = props;
  const [shown, setShown] = useState(FIRST);
  const { list, expectMore } = useMoreFocus<HTMLDivElement>('[data-id]');
  const place: Place = { day, person, ...(minutes === null && { minutes }) };
  const { ref, over } = useDropPlace(board, () => place);
  const others = othersOnDay(all, { slots, onDay, beside });
  const cards = isLater ? [] : cell.slice(0, shown);
  const hints = cards.map((slot) => hintsInRow(slot, { cell: others, person, rules }));
  const isFull = hints.some((some) => some.some(({ kind }) => kind === 'fullDay'));
  const isHeld = carry !== null && isAt(carry.to, place);
  const more = Math.min(FIRST, cell.length - shown);
  const isEmpty = cell.length === 0;
  return (
    <td
      ref={ref}
      className={css.cell}
      data-row={person?.key ?? ''}
      data-today={(minutes === undefined && day === rules.today) || undefined}
      data-target={isHeld || over !== null || undefined}
      data-stop={isEmpty || undefined}
      tabIndex={isEmpty ? -1 : undefined}
    >
      <div
        ref={list}
        className={css.cards}
        data-later={isLater || undefined}
        style={{ '--cards': Math.min(shown, cell.length) + Number(isHeld) } as CSSProperties}
      >
        {isFull && (
          <p className={css.full}>
            <AttentionIcon size={12} aria-hidden /> <span>{hintWords.fullDay}</span>
          </p>
        )}
        {cards.map((slot, at) => (
          <JobCard
            key={slot.row.localId}
            slot={slot}
            {...place}
            board={board}
            hints={cardHints(hints[at] ?? [])}
            others={othersOf(slot, person, rules)}
            carried={carry?.slot.row.localId === slot.row.localId}
          />
        ))}
        {more > 0 && (
          <button
            type="button"
            className={css.more}
            data-rest={day}
            onClick={() => {
              expectMore(shown);
              setShown(shown + FIRST);
            }}
          >
            {trayWords.more({ count: more, all: cell.length })}
          </button>
        )}
        {isHeld && !isAt(carry.from, place) && (
          <p className={css.ghost}>{titleOf('workOrders', carry.slot.row.view)}</p>
        )}
      </div>
    </td>
  );
});

/** Returns what keys carry if it is drawn in this cell. */
export function carryIn(carry: Carry | null, place: Place, cell: readonly JobSlot[]): Carry | null {
  if (carry === null) return null;
  const { localId } = carry.slot.row;
  return isAt(carry.to, place) || cell.some(({ row }) => row.localId === localId) ? carry : null;
}

function isAt(one: Place, other: Place): boolean {
  return isInRow(one, other) && one.day === other.day && one.minutes === other.minutes;
}

/** A place without a row is not in nobody's row. */
export function isInRow({ person }: Place, other: Place): boolean {
  return person !== undefined && person?.key === other.person?.key;
}

/** Hints about this row's person: the other rows say theirs. */
export function hintsInRow(
  slot: JobSlot,
  { cell, person, rules }: Pick<CellProps, 'cell' | 'person' | 'rules'>,
): readonly Hint<Row>[] {
  const { settings } = rules;
  return hintsOf(slot, cell, rules).filter(
    (hint) => !('who' in hint) || rowKeyOf(hint.who, settings) === person?.key,
  );
}

/** A status that the filter hides still takes time. */
export function othersOnDay(
  cell: readonly JobSlot[],
  { slots, onDay, beside = [] }: DayJobs,
): readonly JobSlot[] {
  return [...(onDay?.map((row) => slots.of(row)) ?? cell), ...beside];
}

/** A full day is said once, at the head of the cell. */
export function cardHints(hints: readonly Hint<Row>[]): string {
  const kinds = hints.map(({ kind }) => kind).filter((kind) => kind !== 'fullDay');
  return [...new Set(kinds)].join(' ');
}

export function othersOf({ crew }: JobSlot, person: Person | null, { settings }: HintRules): string {
  return crew.filter((name) => rowKeyOf(name, settings) !== person?.key).join(', ');
}

import { type CSSProperties, useState } from 'react';
import { titleOf } from '../../../crud/readable.ts';
import type { Place } from '../../../domain/schedule/gestures.ts';
import { type Hint, hintsOf } from '../../../domain/schedule/hints.ts';
import { type Person, rowKeyOf } from '../../../domain/schedule/people.ts';
import { AttentionIcon } from '../../../ui/icons.ts';
import { hintWords, trayWords } from '../../../words/schedule.ts';
import { useDropPlace } from './drag.ts';
import { JobCard } from './job-card.tsx';
import type { Carry, JobSlot, Row, ScheduleData, ViewProps } from './schedule-types.ts';
import css from './week-cell.module.css';

interface CellProps extends ViewProps {
  readonly cell: readonly JobSlot[];
  /** All jobs of the row on this day, if the cell is only a part. */
  readonly all?: readonly JobSlot[];
  /** Null for the strip of jobs without a time, beside drawn hours. */
  readonly minutes?: null;
  readonly day: string;
  readonly person: Person | null;
  readonly carry: Carry | null;
}

/** Cards drawn at first: a day may have thousands. */
const FIRST = 8;

export function WeekCell({ cell, all = cell, minutes, day, person, data, address, board, carry }: CellProps) {
  const [shown, setShown] = useState(FIRST);
  const place: Place = { day, person, ...(minutes === null && { minutes }) };
  const { ref, over } = useDropPlace(board, () => place);
  const others = othersOnDay(all, { day, data, address });
  const hints = cell.map((slot) => hintsInRow(slot, { cell: others, person, data }));
  const isFull = hints.some((some) => some.some(({ kind }) => kind === 'fullDay'));
  const isHeld = carry !== null && isAt(carry.to, place);
  const more = Math.min(FIRST, cell.length - shown);
  const isEmpty = cell.length === 0;
  return (
    <td
      ref={ref}
      className={css.cell}
      data-row={person?.key ?? ''}
      data-today={(minutes === undefined && day === data.today) || undefined}
      data-target={isHeld || over !== null || undefined}
      data-stop={isEmpty || undefined}
      tabIndex={isEmpty ? -1 : undefined}
    >
      <div
        className={css.cards}
        style={{ '--cards': Math.min(shown, cell.length) + Number(isHeld) } as CSSProperties}
      >
        {isFull && (
          <p className={css.full}>
            <AttentionIcon size={12} aria-hidden /> <span>{hintWords.fullDay}</span>
          </p>
        )}
        {cell.slice(0, shown).map((slot, at) => (
          <JobCard
            key={slot.row.localId}
            slot={slot}
            place={place}
            board={board}
            hints={cardHints(hints[at] ?? [])}
            others={othersOf(slot, person, data)}
            carried={carry?.slot.row.localId === slot.row.localId}
          />
        ))}
        {more > 0 && (
          <button type="button" className={css.more} onClick={() => setShown(shown + FIRST)}>
            {trayWords.more({ count: more, all: cell.length })}
          </button>
        )}
        {isHeld && !isAt(carry.from, place) && (
          <p className={css.ghost}>{titleOf('workOrders', carry.slot.row.view)}</p>
        )}
      </div>
    </td>
  );
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
  { cell, person, data }: Pick<CellProps, 'cell' | 'person' | 'data'>,
): readonly Hint<Row>[] {
  const { settings } = data;
  return hintsOf(slot, cell, data).filter(
    (hint) => !('who' in hint) || rowKeyOf(hint.who, settings) === person?.key,
  );
}

/** A status that the filter hides still takes time. */
export function othersOnDay(
  cell: readonly JobSlot[],
  { day, data, address }: Pick<CellProps, 'day' | 'data' | 'address'>,
): readonly JobSlot[] {
  if (address.status === null) return cell;
  return (data.index.byDay.get(day) ?? []).map((row) => data.slots.of(row));
}

/** A full day is said once, at the head of the cell. */
export function cardHints(hints: readonly Hint<Row>[]): string {
  const kinds = hints.map(({ kind }) => kind).filter((kind) => kind !== 'fullDay');
  return [...new Set(kinds)].join(' ');
}

export function othersOf({ crew }: JobSlot, person: Person | null, { settings }: ScheduleData): string {
  return crew.filter((name) => rowKeyOf(name, settings) !== person?.key).join(', ');
}

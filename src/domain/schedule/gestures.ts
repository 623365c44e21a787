import type { CrewChange } from '../day/job.ts';
import { sameName } from '../day/person-names.ts';
import type { WorkHours } from './hints.ts';
import type { Move } from './move.ts';
import { type Person, type RowSettings, rowKeyOf, rowKeysOf } from './people.ts';
import { DAY, type Slot } from './slots.ts';

/** A cell, a strip or the tray. */
export interface Place {
  /** Null is the tray. */
  readonly day: string | null;
  /** The row; null is nobody's. Absent in views without rows, in the tray, and if the crew has no row. */
  readonly person?: Person | null;
  /** Minutes since midnight; null is the strip *Any time*. Absent where no hours are drawn. */
  readonly minutes?: number | null;
}

/** @param how `adds`: the row that the job leaves keeps it too */
export function moveBetween(
  slot: Slot<unknown>,
  { from, to }: { readonly from: Place; readonly to: Place },
  how: { readonly adds: boolean; readonly settings: RowSettings },
): Move {
  if (to.day === null) return slot.day === null ? {} : { day: null };
  const crew = crewBetween(slot, { from, to }, how);
  return {
    ...(to.day === slot.day ? {} : { day: to.day }),
    ...timeAt(slot, to.minutes),
    ...(crew.add.length + crew.remove.length === 0 ? {} : { crew }),
  };
}

function timeAt({ from }: Slot<unknown>, minutes: Place['minutes']): Pick<Move, 'time'> {
  if (minutes === undefined || minutes === from) return {};
  return { time: minutes === null ? null : { from: minutes } };
}

function crewBetween(
  { crew }: Slot<unknown>,
  { from, to }: { readonly from: Place; readonly to: Place },
  { adds, settings }: { readonly adds: boolean; readonly settings: RowSettings },
): CrewChange {
  const { person } = to;
  const none = { add: [], remove: [] };
  if (person === undefined || person?.key === from.person?.key) {
    // From the tray to nobody's row, both keys are absent.
    return person === null && from.person === undefined ? { add: [], remove: crew } : none;
  }
  const namesIn = (key: string | undefined): string[] =>
    crew.filter((name) => rowKeyOf(name, settings) === key);
  return {
    add: person === null || namesIn(person.key).length > 0 ? [] : [person.name],
    remove: adds ? [] : namesIn(from.person?.key),
  };
}

interface MoveForm {
  /** Null takes the job off the schedule. */
  readonly day: string | null;
  /** Minutes since midnight; null without a time. */
  readonly from: number | null;
  readonly to: number | null;
  /** A time that cannot be read; '' if it is to be removed. */
  readonly unread: string;
  readonly crew: readonly string[];
}

/** Returns what the dialog changes. */
export function moveFromForm(slot: Slot<unknown>, { day, from, to, unread, crew }: MoveForm): Move {
  const isSameTime = from === slot.from && to === slot.to && unread === slot.unread;
  const isOn = (name: string, names: readonly string[]): boolean => names.some((one) => sameName(one, name));
  const add = crew.filter((name) => !isOn(name, slot.crew));
  const remove = slot.crew.filter((name) => !isOn(name, crew));
  return {
    ...(day === slot.day ? {} : { day }),
    ...(isSameTime ? {} : { time: from === null ? null : { from, to } }),
    ...(add.length + remove.length === 0 ? {} : { crew: { add, remove } }),
  };
}

interface Grid {
  readonly days: readonly string[];
  /** Null is nobody's row. */
  readonly rows: readonly (Person | null)[];
  readonly today: string;
  readonly settings: RowSettings;
  /** Where the job was picked up. */
  readonly from: Place;
  /** Only where hours are drawn. */
  readonly hours?: WorkHours;
}

export type Arrow = 'left' | 'right' | 'up' | 'down';

/** In minutes. */
const QUARTER = 15;

/** Returns where an arrow key carries a job that was picked up. Left of the first cell is the tray. */
export function carried(slot: Slot<unknown>, place: Place, arrow: Arrow, grid: Grid): Place {
  const { days, rows, hours } = grid;
  const { day, person, minutes } = place;
  if (day === null) return arrow === 'right' ? entered(slot, grid) : place;
  if (arrow === 'up' || arrow === 'down') {
    // Above the first row is a place without a row.
    const at = person === undefined ? -1 : rows.findIndex((row) => row?.key === person?.key);
    const next = rows[at + (arrow === 'up' ? -1 : 1)];
    return next === undefined ? place : { ...place, person: next };
  }
  const step = arrow === 'left' ? -1 : 1;
  if (hours) {
    if (minutes === null || minutes === undefined)
      return step < 0 ? { day: null } : { ...place, minutes: hours.from };
    const at = minutes + step * QUARTER;
    if (at >= hours.to) return place;
    return { ...place, minutes: at < hours.from ? null : at };
  }
  const next = days.indexOf(day) + step;
  return next < 0 ? { day: null } : { ...place, day: days[next] ?? day };
}

/**
 * A job that comes from the tray enters the row that it was taken from, or one of its crew. Without such a row it has
 * none, because in nobody's row its crew would be taken off.
 */
function entered(slot: Slot<unknown>, { days, rows, today, settings, from, hours }: Grid): Place {
  const keys = rowKeysOf(slot, settings);
  const own = keys.length === 0 ? null : rows.find((row) => row !== null && keys.includes(row.key));
  const person = from.person === undefined ? own : from.person;
  const day = days.find((one) => one >= today) ?? days[0] ?? today;
  return { day, ...(person === undefined ? {} : { person }), ...(hours ? { minutes: slot.from } : {}) };
}

interface Pulled {
  readonly from: number;
  /** As stored. May be after midnight. */
  readonly end: number;
  /** Where the hand left it. */
  readonly edge: number;
}

/** Returns the end that the hand shows. One beyond the drawn hours stays if the edge does. All in minutes. */
export function pulledEnd({ from, end, edge }: Pulled, hours: WorkHours): number {
  const pulled = edge >= hours.to ? Math.max(end, hours.to) : Math.max(from + QUARTER, edge);
  // A span of a whole day would be read as one without an end.
  return Math.min(pulled, from + DAY - QUARTER);
}

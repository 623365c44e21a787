import { addressLines } from '../address.ts';
import { dayAfter } from '../plain-date.ts';
import type { ServerId } from '../resource-spec.ts';
import type { OwnChanges, Seen } from '../seen.ts';
import { WORK_ORDERS_PER_STEP } from '../steps.ts';
import { type WorkOrder, workOrderSpec } from '../work-order.ts';
import { clockText, type Slot } from './slots.ts';

/** A calendar file (iCalendar, RFC 5545), one way: nothing is read back. */

export interface CalendarRow {
  readonly localId: string;
  /** Absent before the server has the job. */
  readonly serverId?: ServerId | undefined;
  readonly view: WorkOrder;
  readonly seen: Seen;
  readonly own?: OwnChanges | undefined;
}

interface CalendarQuestion<Row> {
  /** Device time in ms. */
  readonly now: number;
  /** The app's host, which makes ids unique in the world. */
  readonly host: string;
  /** The lines below the title. */
  readonly textOf: (slot: Slot<Row>) => readonly string[];
}

const STATUS: Readonly<Record<string, string>> = { pending: 'TENTATIVE', cancelled: 'CANCELLED' };

/**
 * Jobs without a day are left out, and those that the server has not: with another id later, a calendar would have them
 * twice (RFC 5545, 3.8.4.7). Cancelled ones are kept, so that a calendar that has them strikes
 * them out.
 */
export function* calendarFile<Row extends CalendarRow>(
  slots: readonly Slot<Row>[],
  question: CalendarQuestion<Row>,
): Generator<void, string> {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Restoration CRM//Schedule//EN',
    'CALSCALE:GREGORIAN',
  ];
  for (const [n, slot] of slots.entries()) {
    if (n % WORK_ORDERS_PER_STEP === WORK_ORDERS_PER_STEP - 1) yield;
    lines.push(...eventLines(slot, question));
  }
  lines.push('END:VCALENDAR');
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines<Row extends CalendarRow>(
  slot: Slot<Row>,
  { now, host, textOf }: CalendarQuestion<Row>,
): string[] {
  const { row, day } = slot;
  if (day === null || row.serverId === undefined) return [];
  const changed = changedAt(row);
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(`work-order-${row.serverId}@${host}`)}`,
    `DTSTAMP:${utc(now)}`,
    `LAST-MODIFIED:${utc(changed)}`,
    `SEQUENCE:${sequenceOf(changed)}`,
    ...timeLines(day, slot),
    `SUMMARY:${escaped(workOrderSpec.title(row.view))}`,
    ...textLine('LOCATION', addressLines(row.view).join(', ')),
    ...textLine('DESCRIPTION', textOf(slot).join('\n')),
    `STATUS:${STATUS[row.view.status] ?? 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/**
 * Times are in UTC, so no time zone need be described. Without an end, an event has none: then it ends at its start.
 * The end of whole days is the day after.
 */
function timeLines(day: string, { from, to }: Pick<Slot<unknown>, 'from' | 'to'>): string[] {
  if (from === null)
    return [`DTSTART;VALUE=DATE:${compact(day)}`, `DTEND;VALUE=DATE:${compact(dayAfter(day))}`];
  const start = momentOf(day, from);
  const end = to === null ? start : momentOf(day, to);
  // A clock change can move the start past the end.
  return [`DTSTART:${utc(start)}`, ...(end > start ? [`DTEND:${utc(end)}`] : [])];
}

const MINUTES = 1440;

/** By the device's clock. A time that a clock change skips is the same moment an hour later on the clock. */
function momentOf(day: string, minutes: number): number {
  const at = minutes >= MINUTES ? dayAfter(day) : day;
  return new Date(`${at}T${clockText(minutes)}:00`).getTime();
}

function changedAt({ seen, own }: CalendarRow): number {
  return own?.changed ?? seen.updated_at ?? seen.changed_seen ?? seen.first_seen;
}

/** Calendars take an event only if its number is not lower than the one that they have. 2020 fits in 31 bits until 2088. */
const SEQUENCE_BEGINS = Date.UTC(2020, 0, 1);

function sequenceOf(changed: number): number {
  return Math.max(0, Math.floor((changed - SEQUENCE_BEGINS) / 1000));
}

function textLine(name: string, text: string): string[] {
  return text.trim() === '' ? [] : [`${name}:${escaped(text)}`];
}

/** Texts may contain tabs and line ends alone (RFC 5545, 3.1). */
// oxlint-disable-next-line no-control-regex -- leaves them out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** In octets, without the line end. */
const LINE = 75;

/** Folds between characters. A continued line begins with a space, which counts. */
function folded(line: string): string {
  let [text, length] = ['', 0];
  for (const character of line) {
    const octets = octetsOf(character);
    if (length + octets > LINE) {
      text += '\r\n ';
      length = 1;
    }
    text += character;
    length += octets;
  }
  return text;
}

/** In UTF-8. */
function octetsOf(character: string): number {
  const code = Number(character.codePointAt(0));
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Returns '20261209T150000Z'. */
function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function compact(day: string): string {
  return day.replaceAll('-', '');
}

/** A moment as it stands in a text, `2026-11-23 08:42 -0600`: the clock of the place, and its distance from UTC. */
export interface Stamp {
  /** Ms since 1970 in UTC. */
  readonly at: number;
  /** Minutes east of UTC at that moment in that place. */
  readonly offset: number;
}

/** What begins a line or a value: date, time, and where it is written the offset. */
export const STAMP_PATTERN = String.raw`(\d{4}-\d{2}-\d{2})[ \t]+(\d{1,2}:\d{2})(?:[ \t]+([+-]\d{2}:?\d{2}))?`;
const STAMP = new RegExp(`^${STAMP_PATTERN}$`);
const MINUTE_MS = 60_000;

/** '2026-11-23 08:42 -0600'. The clock has 24 hours. */
export function writeStamp({ at, offset }: Stamp): string {
  const local = new Date(at + offset * MINUTE_MS).toISOString();
  const minutes = Math.abs(offset);
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
  return `${local.slice(0, 10)} ${local.slice(11, 16)} ${zone}`;
}

/**
 * The moment that a text tells; null of anything else, such as the thirtieth of February.
 * @param offsetOf minutes east of UTC, of the reader's place at a moment: for a text without an offset
 */
export function readStamp(text: string, offsetOf: (at: number) => number): Stamp | null {
  const [, date, time, zone] = STAMP.exec(text.trim()) ?? [];
  if (date === undefined || time === undefined) return null;
  const clock = `${date}T${time.padStart(5, '0')}:00.000Z`;
  const local = Date.parse(clock);
  // A day that its month does not have is no moment; some engines take it for one of the next month.
  if (Number.isNaN(local) || new Date(local).toISOString() !== clock) return null;
  const offset = zone === undefined ? offsetOf(local) : minutesOf(zone);
  return offset === null ? null : { at: local - offset * MINUTE_MS, offset };
}

/** Minutes east of UTC at a moment on the device's own clock. */
export function localOffset(at: number): number {
  return -new Date(at).getTimezoneOffset();
}

function minutesOf(zone: string): number | null {
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  if (Number(zone.slice(-2)) > 59 || minutes > 14 * 60) return null;
  return zone.startsWith('-') ? -minutes : minutes;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

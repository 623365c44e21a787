import { localOffset } from './entries.ts';

const MINUTE_MS = 60_000;

/** '2026-11-23T09:05:00-06:00', in the zone of the device. */
export function zonedTime(at: number, offset = localOffset(at)): string {
  const local = new Date(at + offset * MINUTE_MS).toISOString().slice(0, 19);
  const minutes = Math.abs(offset);
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${String(minutes % 60).padStart(2, '0')}`;
}

import { type Answer, asObject, jsonObject } from './answer.ts';
import type { ServerId, Wire } from './resource-spec.ts';

/** A record as a server sent it. */
export interface WireRecord {
  readonly id: ServerId;
  readonly wire: Wire;
}

/** The number of a record's state, where the server gives one (`if-match`). */
export function versionOf({ wire }: WireRecord): number | undefined {
  const version = wire['version'];
  return typeof version === 'number' && Number.isSafeInteger(version) ? version : undefined;
}

/** The record in a JSON value; null when it is no object with a usable id. */
export function readRecord(value: unknown): WireRecord | null {
  const wire = asObject(value);
  const id = wire?.['id'];
  if (!wire) return null;
  if (typeof id === 'number' && Number.isFinite(id)) return { id, wire };
  return typeof id === 'string' && id !== '' ? { id, wire } : null;
}

/** The record in a 2xx answer; null when there is none. */
export function recordIn(answer: Answer): WireRecord | null {
  return readRecord(jsonObject(answer));
}

/**
 * Returns a time that a server gives, in ms since 1970; null if it gives none. Never compare such times as text: servers
 * send an offset and six digits of a second, or not.
 */
export function timeIn(wire: Wire, field: string): number | null {
  const text = wire[field];
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

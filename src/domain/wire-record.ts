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

import type { Wire } from '../domain/resource-spec.ts';

/** When a record was made, changed, and first seen on this device, in ms since 1970. Never sent, and none of its fields. */
export interface Seen {
  /** As the server gives it; null until it has. */
  readonly created_at: number | null;
  /** At the last copy that was taken in. */
  readonly updated_at: number | null;
  /** By this device's clock. */
  readonly first_seen: number;
}

/** Returns what is known of a record that the device has made, or met at `now`, before any row of it is read. */
export function firstSeen(now: number): Seen {
  return { created_at: null, updated_at: null, first_seen: now };
}

/** Returns when a record was made, as far as the device knows: as the server tells, else when it was first seen here. */
export function madeAt({ created_at: made, first_seen: first }: Seen): number {
  return made ?? first;
}

/** Returns what is known once a row is taken in. What the row leaves out stays as it was. */
export function seenWith(seen: Seen, wire: Wire): Seen {
  return {
    ...seen,
    created_at: timeIn(wire, 'created_at') ?? seen.created_at,
    updated_at: timeIn(wire, 'updated_at') ?? seen.updated_at,
  };
}

/**
 * A moment that a server gives, in milliseconds since 1970; null where it gives none. Servers send an offset and
 * six digits of a second, or not: never compared as text.
 */
export function timeIn(wire: Wire, field: string): number | null {
  const text = wire[field];
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

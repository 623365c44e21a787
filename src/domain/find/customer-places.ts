import type { Fields, ServerId } from '../resource-spec.ts';

interface Referred {
  readonly localId: string;
  readonly serverId?: ServerId | undefined;
}

/** Rows per step: some milliseconds on a slow phone. */
const STEP = 2000;

/** Returns the place of each row by its local id and its server id. */
export function* placesById(rows: readonly Referred[]): Generator<void, ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  for (const [place, { localId, serverId }] of rows.entries()) {
    if (place % STEP === 0) yield;
    places.set(localId, place);
    if (serverId !== undefined && String(serverId) !== localId) places.set(String(serverId), place);
  }
  return places;
}

/** Returns the place of each row's customer, or -1. */
export function* customerPlaces(
  rows: readonly { readonly view: Fields }[],
  places: ReadonlyMap<string, number>,
): Generator<void, Int32Array> {
  const customers = new Int32Array(rows.length);
  for (const [n, { view }] of rows.entries()) {
    if (n % STEP === 0) yield;
    customers[n] = places.get(String(view['customer'])) ?? -1;
  }
  return customers;
}

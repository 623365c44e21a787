import type { ShownRecord } from '../db/live-collection.ts';

type Records = readonly ShownRecord[];

interface ReferencePlaces {
  readonly field: string;
  readonly to: Records;
  readonly places: Int32Array;
}

/** Of the last lists that were asked for: keys that follow each other ask for the same ones. */
const known = new WeakMap<Records, ReferencePlaces>();

/** For each record the place in `to` of the one that it refers to in `field`; -1 where that is not there. */
export function placesOf(records: Records, field: string, to: Records): Int32Array {
  const last = known.get(records);
  if (last?.field === field && last.to === to) return last.places;
  const placeById = new Map<string, number>();
  for (const [place, { localId, serverId }] of to.entries()) {
    placeById.set(localId, place);
    if (serverId !== undefined && String(serverId) !== localId) placeById.set(String(serverId), place);
  }
  const places = new Int32Array(records.length);
  for (const [index, { view }] of records.entries()) places[index] = placeById.get(String(view[field])) ?? -1;
  known.set(records, { field, to, places });
  return places;
}

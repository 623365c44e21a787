import { localOffset } from '../../domain/day/entries.ts';
import { readDrying } from '../../domain/drying/drying-entries.ts';
import { foldDrying } from '../../domain/drying/fold-drying.ts';
import type { Photo } from '../../records/use-photos.ts';

export interface RoomGroup {
  /** '' for photos without a room. */
  readonly room: string;
  readonly photos: readonly Photo[];
}

/** Sorted by room. Photos without a room come last. */
export function photosByRoom(photos: readonly Photo[]): readonly RoomGroup[] {
  const groups = new Map<string, { readonly room: string; readonly photos: Photo[] }>();
  for (const photo of photos) {
    const key = keyOf(photo.room);
    const group = groups.get(key) ?? { room: photo.room.trim(), photos: [] };
    group.photos.push(photo);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => inOrder(one.room, other.room));
}

/**
 * Returns the rooms of the photos and of the drying chambers, each once.
 * @param notes of the job's work orders
 */
export function roomsOf(photos: readonly Photo[], notes: readonly string[]): readonly string[] {
  const { chambers } = foldDrying(readDrying(notes, localOffset));
  const dried = chambers.flatMap(({ fact }) => fact.rooms);
  const rooms = [...photos.map(({ room }) => room.trim()), ...dried].filter((room) => room !== '');
  return [...new Map(rooms.map((room) => [keyOf(room), room])).values()].sort(inOrder);
}

/** People write a room's name now with capitals, now without. */
function keyOf(room: string): string {
  return room.trim().toLowerCase();
}

function inOrder(one: string, other: string): number {
  if (one === '' || other === '') return one === '' ? 1 : -1;
  return one.localeCompare(other, 'en', { numeric: true });
}

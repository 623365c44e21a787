import { expect, test } from 'vitest';
import { photosByRoom, roomsOf } from '../../../src/features/photos/rooms.ts';
import type { Photo } from '../../../src/records/use-photos.ts';

function inRoom(room: string, localId = room): Photo {
  return {
    localId,
    isConfirmed: true,
    room,
    sha256: localId,
    thumb: null,
    held: 'yes',
    parent: 'workOrders/1',
    isThumbLost: false,
    size: 1,
    mediaType: 'image/jpeg',
    label: 'other',
    caption: '',
    takenAt: '2026-11-23T09:05:00-06:00',
    takenBy: 'Ann Lee',
    state: 'stored',
    problem: null,
    name: 'IMG_1.jpg',
    refused: [],
  };
}

test('photos stand by room, in the order of the rooms, and those without one come last', () => {
  const photos = [inRoom(''), inRoom('Room 10'), inRoom('Room 2'), inRoom('hall', 'a'), inRoom('Hall', 'b')];
  const groups = photosByRoom(photos).map(({ room, photos: own }) => [
    room,
    own.map(({ localId }) => localId),
  ]);
  expect(groups).toEqual([
    ['hall', ['a', 'b']],
    ['Room 2', ['Room 2']],
    ['Room 10', ['Room 10']],
    ['', ['']],
  ]);
});

test('rooms of photos and of drying chambers are offered, each once', () => {
  const notes =
    'Ring twice.\n--- Drying ---\n2026-11-23 09:05 -0600 Ann Lee: chamber A = Kitchen + Hall, class 2, 1850 cf';
  expect(roomsOf([inRoom('Attic'), inRoom('kitchen '), inRoom('')], [notes])).toEqual([
    'Attic',
    'Hall',
    'Kitchen',
  ]);
  expect(roomsOf([], [])).toEqual([]);
});

test('rooms are offered as they were edited', () => {
  const notes = [
    '--- Drying ---',
    '2026-11-23 09:05 -0600 Ann Lee: chamber A = Kitchn',
    '2026-11-23 09:06 -0600 Bo Diaz: changed A/Ann Lee = rooms Kitchen + Bath',
  ].join('\n');
  expect(roomsOf([], [notes])).toEqual(['Bath', 'Kitchen']);
});

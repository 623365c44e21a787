import { expect, test } from 'vitest';
import { judgeRoom, lackingRoom } from '../../src/files/photo-room.ts';

const MB = 1_000_000;
const left = (room: number) => ({ used: 500 * MB, room: 500 * MB + room });

test.each([
  [null, 'enough'],
  [left(20_000 * MB), 'enough'],
  [left(300 * MB), 'enough'],
  [left(300 * MB - 1), 'little'],
  [left(60 * MB), 'little'],
  [left(60 * MB - 1), 'none'],
  [left(-MB), 'none'],
] as const)('with %o there is %s', (use, room) => {
  expect(judgeRoom(use)).toBe(room);
});

test.each([
  [left(20_000 * MB), 0],
  [left(300 * MB), 0],
  [left(100 * MB), 200 * MB],
  [left(-MB), 301 * MB],
  [null, 300 * MB],
] as const)('with %o, %s bytes are lacking', (use, bytes) => {
  expect(lackingRoom(use)).toBe(bytes);
});

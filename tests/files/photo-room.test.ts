import { describe, expect, test } from 'vitest';
import { judgeRoom, photoRoom } from '../../src/files/photo-room.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';

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

describe('before the camera opens', () => {
  const never = () => new Promise<never>(() => {});

  test('the browser is asked to keep the data, but its question is not waited for', async () => {
    const asked: string[] = [];
    const room = await photoRoom({
      clock: new ManualClock(),
      persistStorage: () => {
        asked.push('persist');
        return never();
      },
      storageUse: async () => left(100 * MB),
    });
    expect([asked, room]).toEqual([['persist'], 'little']);
  });

  test('a browser that fails at both counts as one with room', async () => {
    const fails = async () => Promise.reject(new Error('no such thing'));
    const device = { clock: new ManualClock(), persistStorage: fails, storageUse: fails };
    expect(await photoRoom(device)).toBe('enough');
  });

  test('a browser that never answers counts as one with room', async () => {
    const clock = new ManualClock();
    const room = photoRoom({ clock, persistStorage: never, storageUse: never });
    clock.advance(2000);
    expect(await room).toBe('enough');
  });
});

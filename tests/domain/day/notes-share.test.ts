import { expect, test } from 'vitest';
import { isTooLong, notesShare } from '../../../src/domain/day/notes-share.ts';

test.each([
  [7_999, null, false],
  [8_000, 80, false],
  [10_000, 100, false],
  [10_001, 100, true],
])('notes of %d characters are full to %j percent', (length, share, isOver) => {
  const notes = 'n'.repeat(length);
  expect(notesShare(notes)).toBe(share);
  expect(isTooLong(notes)).toBe(isOver);
});

import { expect, test } from 'vitest';
import { checkedMove } from '../../src/crud/checked-move.ts';
import { NO_DATE_FORMS } from '../../src/domain/plain-date.ts';
import { NotSavedError } from '../../src/records/save-transaction.ts';
import { refusalWords } from '../../src/words/schedule.ts';
import { job, TODAY } from '../domain/schedule/schedule-rows.ts';

const when = { today: TODAY, dates: NO_DATE_FORMS };

test('a job is moved to the day', () => {
  const { view } = job('a');
  expect(checkedMove({ ...view }, { day: '2026-12-11' }, when)).toEqual({
    ...view,
    scheduled_date: '2026-12-11',
  });
});

test('a job that was completed meanwhile is not moved, and the reason is said', () => {
  const { view } = job('a', { status: 'completed' });
  const move = () => checkedMove({ ...view }, { day: '2026-12-11' }, when);
  expect(move).toThrow(NotSavedError);
  expect(move).toThrow(refusalWords.over);
});

import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { jobStatus } from '../../src/domain/drying/chamber-status.ts';
import { dryingDays } from '../../src/domain/drying/day-table.ts';
import { GapsOnPaper } from '../../src/features/work-orders/drying/evidence-paper.tsx';
import { verdictText } from '../../src/features/work-orders/drying/verdict-text.ts';
import { logOf } from '../support/drying/log.ts';

test.each([
  ['on one day', '24', '12', 'All at goal: 2 points on Nov 24'],
  ['on different days', '27', '12', 'All at goal: 2 points, chambers last read Nov 24 to Nov 27'],
  ['over its goal', '27', '30', '1 of 2 points at goal, chambers last read Nov 24 to Nov 27'],
])('the result of a job says when its chambers were read: %s', (_, day, value, expected) => {
  const log = logOf(
    '23 09:00 chamber A = Hall',
    '23 09:00 chamber B = Bath',
    '23 09:00 set A1 Hall, tile, goal 15; B1 Bath, tile, goal 15',
    '24 09:00 points A1 12',
    `${day} 09:00 points B1 ${value}`,
  );
  expect(verdictText(jobStatus(log).verdict)).toBe(expected);
});

test('the report names a chamber that was not read, and the days', () => {
  const log = logOf(
    '23 09:00 chamber A = Hall',
    '23 09:00 chamber B = Bath',
    '23 09:30 air A 74F 60%, B 70F 60%',
    '24 09:00 air A 74F 50%',
    '26 09:00 air A 74F 40%',
  );
  render(<GapsOnPaper log={log} days={dryingDays(log)} now={Date.parse('2026-11-26T20:00-06:00')} />);
  expect(screen.getByText('Chamber B was not read on Nov 24, Nov 26.')).toBeVisible();
  expect(screen.getByText('No readings on Nov 25.')).toBeVisible();
});

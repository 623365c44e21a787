import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { jobStatus } from '../../src/domain/drying/chamber-status.ts';
import { dryingDays } from '../../src/domain/drying/day-table.ts';
import type { Given } from '../../src/domain/drying/visit-draft.ts';
import { visitSteps } from '../../src/domain/drying/visit-steps.ts';
import { GapsOnPaper } from '../../src/features/work-orders/drying/evidence-paper.tsx';
import { Figures } from '../../src/features/work-orders/drying/figures.tsx';
import { verdictText } from '../../src/features/work-orders/drying/verdict-text.ts';
import { air, at } from '../support/drying/job.ts';
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
  render(
    <GapsOnPaper log={log} entries={[]} days={dryingDays(log)} now={Date.parse('2026-11-26T20:00-06:00')} />,
  );
  expect(screen.getByText('Chamber B was not read on Nov 24, Nov 26.')).toBeVisible();
  expect(screen.getByText('No readings on Nov 25.')).toBeVisible();
});

describe('the grain depression in a visit', () => {
  const log = logOf(
    '23 09:00 chamber A = Hall',
    '23 09:30 placed D1 LGR A',
    '23 10:00 air hvac 60F 40%, A 74F 71%, D1 95F 20%',
  );
  const steps = visitSteps(log, 'Ann Lee');
  /** What is said of the last of some readings. */
  const figuresOf = (...readings: readonly (readonly [clock: string, label: string])[]) => {
    const given: Given[] = readings.map(([clock, label]) => ({
      stamp: at(`2026-11-${clock}`),
      fact: air(label, 95, 18),
    }));
    const step = steps.find(({ ref }) => ref.label === readings.at(-1)?.[1]);
    if (!step) throw new Error('It is not asked for.');
    render(
      <Figures step={step} value={{ fahrenheit: 95, humidity: 18 }} steps={steps} given={given} log={log} />,
    );
    return screen.getByText(/GPP/).parentElement;
  };

  test.each([
    [
      'of a dehumidifier is from the chamber’s air of this visit',
      [
        ['24 09:00', 'A'],
        ['24 09:00', 'D1'],
      ],
      '0',
    ],
    [
      'of a dehumidifier is from the chamber’s air of an earlier visit of the day',
      [['23 16:00', 'D1']],
      '45',
    ],
    ['of the HVAC is from its air of that day', [['23 16:00', 'A']], '13'],
  ] as const)('%s', (_, readings, grains) => {
    expect(figuresOf(...readings)).toHaveTextContent(new RegExp(`grain depression.* ${grains}\\b`));
  });

  test.each([
    ['of a dehumidifier, if the chamber’s air was read the day before', [['24 09:00', 'D1']]],
    [
      'of a dehumidifier, if the visit went on past midnight',
      [
        ['24 23:50', 'A'],
        ['25 00:10', 'D1'],
      ],
    ],
    ['of the HVAC, if it was read the day before', [['24 09:00', 'A']]],
    [
      'of the HVAC, if the visit went on past midnight',
      [
        ['24 23:50', 'hvac'],
        ['25 00:10', 'A'],
      ],
    ],
  ] as const)('is not said %s', (_, readings) => {
    expect(figuresOf(...readings)).not.toHaveTextContent('grain depression');
  });
});

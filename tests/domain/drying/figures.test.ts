import { describe, expect, test } from 'vitest';
import {
  airStatus,
  chamberStatus,
  dryRemark,
  jobStatus,
  jobVerdict,
} from '../../../src/domain/drying/chamber-status.ts';
import { dryingDays } from '../../../src/domain/drying/day-table.ts';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { isDehumidifier } from '../../../src/domain/drying/drying-log.ts';
import { gapsIn } from '../../../src/domain/drying/drying-questions.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { visitSteps } from '../../../src/domain/drying/visit-steps.ts';
import { at, fiveDays, fiveDaysOfWalks } from '../../support/drying/job.ts';
import { FIRST, logOf, SECOND, SET_UP, statusOf } from '../../support/drying/log.ts';
import { DENVER } from '../../support/records/texts.ts';

/** After the last entry of all logs here. */
const NOW = at('2026-12-01 12:00').at;

const span = (from: string, to = from) => ({ from: `2026-11-${from}`, to: `2026-11-${to}` });

test('a 5-day job with 4 chambers, 25 points and 8 dehumidifiers takes under 5,000 characters', () => {
  const notes = fiveDays();
  expect(notes.length).toBeLessThan(5000);
  const log = foldDrying(readDrying([notes], DENVER));
  expect([log.chambers.length, log.points.length]).toEqual([4, 25]);
  expect(log.units.filter(isDehumidifier)).toHaveLength(8);
  expect(dryingDays(log)).toHaveLength(5);
  expect(gapsIn(log, dryingDays(log), NOW)).toEqual({
    unread: [],
    unreadChambers: [],
    withoutUnaffected: [],
    withoutOutside: [],
    notDry: [],
    notRemoved: [],
  });
});

test.each([30, 60, 90, 120, 150])('also if each walk takes %i minutes', (minutes) => {
  const notes = fiveDaysOfWalks(minutes);
  expect(notes.length).toBeLessThan(5000);
  const log = foldDrying(readDrying([notes], DENVER));
  expect(log.points.map(({ readings }) => readings.length)).toEqual(Array(25).fill(5));
});

describe('a chamber', () => {
  test('has its latest air, with grains, dew point, and the change since the day before', () => {
    const { air, day, dehumidifiers } = statusOf(logOf(...SET_UP, ...FIRST, ...SECOND));
    expect(day).toBe('2026-11-24');
    expect(air?.grains.toFixed(1)).toBe('75.2');
    expect(air?.dewPoint.toFixed(1)).toBe('59.2');
    expect(air?.vaporPressure.toFixed(3)).toBe('0.508');
    expect(air?.change?.toFixed(1)).toBe('-14.1');
    const [first] = dehumidifiers;
    expect(first?.air?.grains.toFixed(1)).toBe('44.0');
    expect(first?.depression?.toFixed(1)).toBe('31.2');
  });

  test('is drier in grains at the same reading than high in the mountains', () => {
    const high = statusOf(logOf('23 08:00 altitude 5280 ft', ...SET_UP, ...FIRST));
    const low = statusOf(logOf(...SET_UP, ...FIRST));
    expect(high.air?.grains).toBeGreaterThan(low.air?.grains ?? 0);
  });

  test('without a reading has none', () => {
    const { air, day, dehumidifiers, verdict } = statusOf(logOf(...SET_UP));
    expect([air, day]).toEqual([null, null]);
    expect(dehumidifiers).toMatchObject([{ air: null, depression: null }]);
    expect(verdict).toEqual({ atGoal: 0, open: 3, read: null, isAllAtGoal: false });
  });

  test('has no grain depression if its air was read on another day', () => {
    const { dehumidifiers } = statusOf(logOf(...SET_UP, ...FIRST, '24 09:00 air D1 95F 18%'));
    expect(dehumidifiers).toMatchObject([{ air: { day: '2026-11-24' }, depression: null }]);
  });

  test('has only the dehumidifiers that run in it', () => {
    expect(statusOf(logOf(...SET_UP, '24 09:00 removed D1')).dehumidifiers).toEqual([]);
    expect(statusOf(logOf(...SET_UP, '24 09:00 placed D1 LGR B')).dehumidifiers).toEqual([]);
  });

  test('keeps its result when its dehumidifier is moved and read elsewhere', () => {
    const moved = [
      '23 09:05 chamber B = Bath',
      '24 08:00 removed A2, A3',
      ...SECOND.slice(0, 1),
      '24 09:00 points A1 15',
      '25 09:00 placed D1 LGR B',
      '26 09:00 air D1 95F 18%',
    ];
    const { day, verdict } = statusOf(logOf(...SET_UP, ...moved));
    expect([day, verdict.isAllAtGoal]).toEqual(['2026-11-24', true]);
  });

  test('has the air of a dehumidifier only from the time it stands there', () => {
    const log = logOf(
      ...SET_UP,
      '23 09:05 chamber B = Bath',
      '24 09:00 air A 74F 71%, B 70F 90%, D1 74F 40%',
      '24 09:31 placed D1 LGR B',
    );
    const [, bath] = log.chambers;
    expect(bath && chamberStatus(log, bath).dehumidifiers).toMatchObject([{ air: null, depression: null }]);
  });

  test('has the last reading of a day, and no skipped one', () => {
    const { air } = statusOf(
      logOf(...SET_UP, ...FIRST, '23 16:00 air A 75F 50%', '24 09:00 air A meter off'),
    );
    expect(air).toMatchObject({ fahrenheit: 75, day: '2026-11-23', change: null });
  });
});

describe('a point', () => {
  test('is at its goal if the chamber’s latest visit read it at or below it', () => {
    const { points, verdict } = statusOf(logOf(...SET_UP, ...FIRST, ...SECOND));
    expect(points.map(({ isAtGoal, change }) => [isAtGoal, change])).toEqual([
      [true, -19],
      [false, -8],
      [false, null],
    ]);
    expect(verdict).toEqual({ atGoal: 1, open: 3, read: span('24'), isAllAtGoal: false });
  });

  test.each([
    ['was not read in the latest visit', '25 09:00 points A2 10'],
    ['could not be reached', '25 09:00 points A1 not reachable'],
    ['was read above it', '25 09:00 points A1 16'],
    ['is read without a visit of the others', '25 09:00 air A 74F 50%'],
  ])('is not at its goal if it %s', (_, entry) => {
    const { points } = statusOf(logOf(...SET_UP, ...SECOND, entry));
    expect(points[0]?.isAtGoal).toBe(false);
  });

  test('stays at its goal if a reading of the next day is taken back', () => {
    const taken = ['25 09:00 points A1 40', '25 09:10 correct 2026-11-25 09:00 Ann Lee A1 no reading'];
    expect(statusOf(logOf(...SET_UP, ...SECOND, ...taken)).points[0]?.isAtGoal).toBe(true);
  });

  test('that is removed counts no more: then all can be at goal', () => {
    const log = logOf(...SET_UP, ...SECOND, '24 09:10 removed A2, A3');
    const status = statusOf(log);
    const all = { atGoal: 1, open: 1, read: span('24'), isAllAtGoal: true };
    expect(status.verdict).toEqual(all);
    expect(jobVerdict([status])).toEqual(all);
    expect(jobVerdict([status, statusOf(logOf(...SET_UP))])).toEqual({ ...all, open: 4, isAllAtGoal: false });
    expect(jobVerdict([])).toEqual({ atGoal: 0, open: 0, read: null, isAllAtGoal: false });
  });
});

describe('the result of a job', () => {
  const [A1, B1] = ['23 09:00 set A1 Hall, tile, goal 15', '23 09:00 set B1 Bath, tile, goal 15'];
  const verdictOf = (...entries: readonly string[]) =>
    jobStatus(logOf('23 09:00 chamber A = Hall', '23 09:00 chamber B = Bath', ...entries)).verdict;

  test('has the days on which its chambers were last read, though one was read days before', () => {
    const last = ['24 09:00 points A1 12', '27 09:00 points B1 12'];
    expect(verdictOf(A1, B1, ...last)).toMatchObject({ isAllAtGoal: true, read: span('24', '27') });
  });

  test('has no day of a chamber without an open point', () => {
    const later = ['24 09:00 points A1 12', '27 09:00 air B 70F 40%'];
    expect(verdictOf(A1, ...later)).toMatchObject({ isAllAtGoal: true, read: span('24') });
  });
});

test('a person’s word is recorded with how many points are at goal', () => {
  const of = (...entries: readonly string[]) =>
    dryRemark(statusOf(logOf(...SET_UP, ...entries)).verdict, '2026-11-24');
  expect(of(...SECOND)).toBe('1 of 3 at goal');
  expect(of(...SECOND, '24 09:10 removed A2, A3')).toBe('all at goal');
  expect(of()).toBe('0 of 3 at goal');
  // An adjuster must not take it for a reading of the day on which the person said so.
  expect(of(...FIRST)).toBe('0 of 3 at goal on 2026-11-23');
});

test('air outside has its figures like a chamber’s', () => {
  const { places, ...log } = logOf(...SET_UP, ...FIRST);
  expect(airStatus({ ...log, places }, { readings: places.out })?.grains.toFixed(1)).toBe('34.4');
});

test('a visit asks in the order of a walk, and knows the last values', () => {
  const log = logOf(
    ...SET_UP,
    '23 09:10 chamber B = Bath',
    '23 09:10 set B1 Bath floor, tile; Z1 Attic, pine',
    '23 09:11 chamber C = Hall',
    '23 09:11 set C1 Hall floor, tile',
    '23 09:40 placed D2 LGR B; D3 LGR Y; D4 LGR A',
    ...FIRST,
    '24 09:00 removed D4, A3',
    '24 09:05 dry C',
  );
  const steps = visitSteps(log, 'Bo Diaz');
  expect(steps.map(({ ref }) => ref.label).join(' ')).toBe('out un hvac A D1 A1 A2 B D2 B1 D3 Z1');
  expect(steps.slice(3, 6).map(({ asks, last }) => [asks, last?.value])).toEqual([
    ['air', { fahrenheit: 74, humidity: 71 }],
    ['air', { fahrenheit: 95, humidity: 20 }],
    ['point', 34],
  ]);
  expect(visitSteps(logOf(), 'Bo Diaz').map(({ last }) => last)).toEqual([null, null, null]);
});

test('no gap goes on after the report, though an entry is dated decades later', () => {
  const log = logOf(
    '23 09:00 chamber A = Hall',
    '23 09:30 placed D1 LGR A',
    '23 10:00 air A 74F 60%',
    '28 09:00 removed D1',
    '29 09:00 air A 74F 50%',
  );
  const { unread } = gapsIn(log, dryingDays(log), at('2026-11-26 12:00').at);
  expect(unread).toEqual([span('24', '25')]);
});

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { jobStatus, statusWithoutChamber } from '../../../src/domain/drying/chamber-status.ts';
import { dryingDays } from '../../../src/domain/drying/day-table.ts';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { isDehumidifier, runningPlacement } from '../../../src/domain/drying/drying-log.ts';
import { gapsIn, questionsAbout } from '../../../src/domain/drying/drying-questions.ts';
import { equipmentDays, placementAt } from '../../../src/domain/drying/equipment-days.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { at } from '../../support/drying/job.ts';
import { FIRST, logOf, SECOND, SET_UP } from '../../support/drying/log.ts';
import { DENVER } from '../../support/records/texts.ts';

describe('equipment days', () => {
  const now = at('2026-11-26 09:00').at;
  const daysOf = (...entries: readonly string[]) => {
    const [unit] = logOf('23 08:00 chamber A = Hall', ...entries).units;
    return unit && equipmentDays(unit, now);
  };

  test.each([
    ['still runs', ['23 09:30 placed D1 LGR A'], { calendarDays: 4, periods: 3 }],
    ['ran for an hour', ['23 09:30 placed D1 LGR A', '23 10:30 removed D1'], { calendarDays: 1, periods: 1 }],
    [
      'ran over midnight',
      ['23 23:30 placed D1 LGR A', '24 00:30 removed D1'],
      { calendarDays: 2, periods: 1 },
    ],
    [
      'ran for just a day',
      ['23 09:30 placed D1 LGR A', '24 09:30 removed D1'],
      { calendarDays: 2, periods: 1 },
    ],
    ['counts four', ['23 09:30 placed MA 4 fans A', '24 09:30 removed MA'], { calendarDays: 8, periods: 4 }],
    [
      'lost two of four',
      ['23 09:30 placed MA 4 fans A', '24 09:00 placed MA 2 fans A', '25 10:00 removed MA'],
      { calendarDays: 10, periods: 8 },
    ],
    [
      'was moved',
      ['23 09:30 placed D1 LGR A', '23 12:00 placed D1 LGR B', '24 09:00 removed D1'],
      { calendarDays: 2, periods: 1 },
    ],
    [
      'came back the same day',
      ['23 09:30 placed D1 LGR A', '24 08:00 removed D1', '24 12:00 placed D1 LGR A', '25 08:00 removed D1'],
      { calendarDays: 3, periods: 2 },
    ],
    [
      'came back later',
      ['23 09:30 placed D1 LGR A', '23 12:00 removed D1', '25 12:00 placed D1 LGR A', '25 13:00 removed D1'],
      { calendarDays: 2, periods: 2 },
    ],
    ['is placed only later', ['27 09:30 placed D1 LGR A'], { calendarDays: 0, periods: 0 }],
  ])('of a unit that %s', (_, entries, expected) => {
    expect(daysOf(...entries)).toEqual(expected);
  });

  test('of a unit that still runs end by the clock where it stands', () => {
    const [unit] = logOf('23 08:00 chamber A = Hall', '23 09:30 placed D1 LGR A').units;
    const evening = at('2026-11-24 20:00').at;
    expect(new Date(evening).toISOString()).toContain('2026-11-25T02:00');
    expect(unit && equipmentDays(unit, evening)).toEqual({ calendarDays: 2, periods: 2 });
  });

  test('of a unit that still runs end by the clock there, also if that has gone back an hour since', () => {
    const changed = at('2026-11-26 12:00').at;
    const offsets = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(minutesWest);
    onTestFinished(() => offsets.mockRestore());
    function minutesWest(this: Date): number {
      return this.getTime() < changed ? 360 : 420;
    }
    const log = logOf('23 08:00 chamber A = Hall', '23 09:30 placed D1 LGR A');
    // 11:20 PM on the 27th, where an hour was won.
    const evening = at('2026-11-28 00:20').at;
    const [unit] = log.units;
    expect(unit && equipmentDays(unit, evening).calendarDays).toBe(5);
    expect(gapsIn(log, dryingDays(log), evening).unread.at(-1)?.to).toBe('2026-11-26');
  });

  test('name the chamber in which it stood last on a day', () => {
    const [unit] = logOf(
      '23 08:00 chamber A = Hall',
      '23 09:00 placed MA 4 fans A',
      '24 09:00 placed MA 2 fans B',
      '25 09:00 removed MA',
    ).units;
    if (!unit) throw new Error('No unit is placed.');
    const days = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'];
    expect(days.map((day) => placementAt(unit, at(`${day} 12:00`))?.count)).toEqual([
      undefined,
      4,
      2,
      2,
      undefined,
    ]);
    expect(runningPlacement(unit)).toBeNull();
  });

  test.each([
    ['D1', 'Phoenix 270', true],
    ['X1', 'LGR 7000', true],
    ['X1', 'desiccant', true],
    ['DX1', 'air mover', false],
    ['M1', 'air mover', false],
  ])('%s, %s: is a dehumidifier: %j', (label, kind, expected) => {
    const [unit] = logOf(`23 09:00 placed ${label} ${kind} A`).units;
    expect(unit && isDehumidifier(unit)).toBe(expected);
  });
});

describe('the table of days', () => {
  test('has each day with what was read, what ran, and who was there', () => {
    const log = logOf(
      ...SET_UP,
      ...FIRST,
      '25 09:00 air un 70F 38%, A 74F 60%, D1 95F 18%',
      '25 09:00 points A1 meter off, A2 20',
      '25 09:05 points A2 14, A3 9',
      '25 09:30 note Dog',
      '25 10:00 removed MA',
    );
    const [first, empty, last] = dryingDays(log);
    expect(dryingDays(log).map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25']);
    expect(first?.places.out?.grains.toFixed(1)).toBe('34.4');
    expect(first?.places.hvac).toBeNull();
    expect(first?.who).toEqual(['Ann Lee']);
    expect(empty).toMatchObject({
      who: [],
      places: { out: null, un: null, hvac: null },
      chambers: [{ air: null, dehumidifiers: [], points: [] }],
    });
    expect(last?.notes.map(({ text }) => text)).toEqual(['Dog']);
    const [chamber] = last?.chambers ?? [];
    expect(chamber?.dehumidifiers.map(({ depression }) => depression?.toFixed(1))).toEqual(['31.2']);
    expect(
      chamber?.points.map(({ point, value, skip, isAtGoal }) => [point.name, value, skip, isAtGoal]),
    ).toEqual([
      ['A1', null, 'meter off', false],
      ['A2', 14, null, true],
      ['A3', 9, null, false],
    ]);
  });

  test('shows a dehumidifier without its chamber’s air, but no grain depression', () => {
    const [, day] = dryingDays(logOf(...SET_UP, '24 09:00 air D1 95F 18%'));
    expect(day?.chambers[0]).toMatchObject({ air: null, dehumidifiers: [{ depression: null }] });
  });

  test('has a dehumidifier where it stood when it was read', () => {
    const log = logOf(
      '24 09:00 chamber A = Kitchen',
      '24 09:00 chamber B = Bath',
      '24 09:05 air A 74F 71%, B 70F 90%, D1 74F 40%',
      '24 09:30 placed D1 LGR A',
      '24 10:00 placed D1 LGR B',
      '24 10:00 air D1 95F 20%',
      '26 10:00 removed D1',
      '28 10:00 air D1 95F 30%',
    );
    const read = dryingDays(log).map(({ chambers }) =>
      chambers.map(({ dehumidifiers }) => dehumidifiers.map(({ air }) => air.fahrenheit)),
    );
    expect(read[0]).toEqual([[74], [95]]);
    expect(read.at(-1)).toEqual([[], []]);
  });

  test('has the equipment and points of a chamber that nobody has set up', () => {
    const log = logOf(
      ...SET_UP,
      '23 09:30 set B1 Bath wall, tile, goal 10',
      '23 09:30 set B2 Bath floor, tile',
      '23 09:31 removed B2',
      '23 09:30 placed D2 LGR B',
      '23 10:00 air D2 95F 100%',
      '24 10:00 points A1 15, B1 34',
      '24 10:00 removed A2, A3',
    );
    const [first, last] = dryingDays(log);
    expect(first?.noChamber.dehumidifiers).toMatchObject([{ unit: { name: 'D2' }, depression: null }]);
    expect(last?.noChamber.points).toMatchObject([{ point: { name: 'B1' }, value: 34 }]);
    expect(first && questionsAbout(first)).toMatchObject([
      {},
      {},
      { about: 'saturated', of: { name: 'D2' } },
    ]);
    const status = statusWithoutChamber(log);
    expect(status).toMatchObject({
      day: '2026-11-24',
      dehumidifiers: [{ unit: { name: 'D2' }, air: { humidity: 100 } }],
      points: [{ point: { name: 'B1' }, isAtGoal: false }],
    });
    expect(jobStatus(log).verdict).toMatchObject({ atGoal: 1, open: 2, isAllAtGoal: false });
  });

  test('leaves out a reading that was taken back', () => {
    const taken = ['24 09:00 points A1 40', '24 09:10 correct 2026-11-24 09:00 Ann Lee A1 no reading'];
    const days = dryingDays(logOf(...SET_UP, ...taken));
    expect(days.map(({ chambers }) => chambers[0]?.points)).toEqual([[]]);
  });

  test('has nobody on a day whose only reading was taken back, and the report tells that day', () => {
    const log = logOf(
      ...SET_UP,
      ...FIRST,
      '24 09:00 points A1 40',
      '24 09:10 correct 2026-11-24 09:00 Ann Lee A1 no reading',
      '24 09:20 note Power was off.',
      '25 09:00 points A1 20',
    );
    const days = dryingDays(log);
    expect(days.map(({ day, who }) => [day.slice(-2), who])).toEqual([
      ['23', ['Ann Lee']],
      ['24', []],
      ['25', ['Ann Lee']],
    ]);
    expect(gapsIn(log, days, at('2026-11-25 20:00').at).unread).toEqual([
      { from: '2026-11-24', to: '2026-11-24' },
    ]);
  });

  test('reaches to the last that was removed or called dry', () => {
    const end = (entry: string) => dryingDays(logOf(...SET_UP, entry)).at(-1)?.day;
    expect(end('25 09:00 removed point A1')).toBe('2026-11-25');
    expect(end('26 09:00 dry A')).toBe('2026-11-26');
    expect(end('27 09:00 removed D1')).toBe('2026-11-27');
  });

  test('is not filled up to a wrong date', () => {
    const log = foldDrying(
      readDrying(
        ['1970-01-01', '2026-11-24', '2026-11-26'].map(
          (day) => `--- Drying ---\n${day} 09:00 -0600 Ann Lee: note Dog`,
        ),
        DENVER,
      ),
    );
    expect(dryingDays(log)).toHaveLength(4);
    expect(dryingDays(foldDrying([]))).toEqual([]);
  });
});

describe('a visit is asked about', () => {
  const questionsOn = (...entries: readonly string[]): string[] => {
    const today = dryingDays(logOf(...SET_UP, ...FIRST, ...entries)).at(-1);
    if (!today) throw new Error('There is no day.');
    return questionsAbout(today).map((question) => {
      switch (question.about) {
        case 'noAir':
          return `no air ${question.place}`;
        case 'saturated':
          return `saturated ${typeof question.of === 'string' ? question.of : question.of.name}`;
        case 'tooDry':
          return `too dry ${question.chamber.name}`;
        case 'addsMoisture':
          return `adds moisture ${question.unit.name}`;
        case 'pointUp':
          return `${question.point.name} up from ${question.from} to ${question.to}`;
      }
    });
  };

  test.each([
    ['without outside or unaffected air', ['24 09:00 air A 74F 60%'], ['no air out', 'no air un']],
    [
      'at 100 %',
      ['24 09:00 air out 52F 100%, un 70F 38%, A 74F 100%, D1 60F 100%'],
      ['saturated out', 'saturated A', 'saturated D1'],
    ],
    ['with a chamber drier than both', ['24 09:00 air out 52F 60%, un 70F 38%, A 74F 20%'], ['too dry A']],
    ['with a chamber drier than one', ['24 09:00 air out 52F 60%, un 70F 60%, A 74F 40%'], []],
    [
      'with a dehumidifier that adds moisture',
      ['24 09:00 air out 52F 60%, un 70F 38%, A 74F 50%, D1 95F 40%'],
      ['adds moisture D1'],
    ],
    [
      'with a point that rose by more than 20 %',
      ['24 09:00 air out 52F 60%, un 70F 38%', '24 09:00 points A1 41, A2 33, A3 20'],
      ['A1 up from 34 to 41'],
    ],
    ['not if all is as expected', SECOND, []],
  ])('%s', (_, entries, expected) => {
    expect(questionsOn(...entries)).toEqual(expected);
  });
});

test('an adjuster would miss days without readings or baseline, and ends', () => {
  const unread = logOf(...SET_UP, ...FIRST, '25 09:00 points A1 20', '26 09:00 note Key', '26 10:00 dry A');
  expect(gapsIn(unread, dryingDays(unread), at('2026-11-26 20:00').at)).toMatchObject({
    unread: [{ from: '2026-11-24', to: '2026-11-24' }],
    withoutUnaffected: ['2026-11-25'],
    withoutOutside: ['2026-11-25'],
    notDry: [],
    notRemoved: [{ name: 'D1' }, { name: 'MA' }],
  });
  const running = logOf(...SET_UP);
  expect(gapsIn(running, dryingDays(running), at('2026-11-23 20:00').at)).toMatchObject({
    unread: [],
    notDry: [{ name: 'A' }],
    notRemoved: [],
  });
});

describe('a chamber that was not read while others were', () => {
  const unreadOf = (...entries: readonly string[]) => {
    const log = logOf(
      '20 08:00 chamber A = Hall',
      '20 08:00 chamber B = Bath',
      '20 08:00 set B1 Bath, tile',
      '20 08:00 placed D2 LGR B',
      ...['20', '21', '23', '24'].map((day) => `${day} 09:00 air A 74F 60%`),
      ...entries,
    );
    return gapsIn(log, dryingDays(log), at('2026-11-24 20:00').at).unreadChambers.map(
      ({ chamber, days }) => `${chamber.name} ${days.map((day) => day.slice(-2)).join(' ')}`,
    );
  };
  const visits = (...days: readonly string[]) => days.map((day) => `${day} 09:00 points B1 20`);

  test.each([
    ['for three visits', visits('20'), 'B 21 23 24'],
    ['at all', [], 'B 20 21 23 24'],
    ['between two of its own visits', visits('20', '24'), 'B 21 23'],
    ['but its air was', ['20 09:00 air B 70F 40%', ...visits('21', '23', '24')], ''],
    ['but its dehumidifier was', ['23 09:00 air D2 95F 20%', ...visits('20', '21', '24')], ''],
    ['but its meter was off', ['23 09:00 points B1 meter off', ...visits('20', '21', '24')], ''],
    [
      'as its only reading was taken back',
      [...visits('20', '21', '23', '24'), '24 10:00 correct 2026-11-24 09:00 Ann Lee B1 no reading'],
      'B 24',
    ],
    ['after a person called it dry', [...visits('20', '21'), '21 10:00 dry B'], ''],
    ['on the day on which it is called dry', [...visits('20', '21'), '23 10:00 dry B'], 'B 23'],
    ['after it was reopened', [...visits('20', '21'), '21 10:00 dry B', '23 10:00 reopened B'], 'B 24'],
    ['before it was set up', ['24 10:00 chamber C = Attic', ...visits('20', '21', '23', '24')], 'C 24'],
    [
      'unless it was set up after its first reading',
      ['23 10:00 chamber C = Attic', '23 09:00 air C 70F 40%', ...visits('20', '21', '23', '24')],
      'C 24',
    ],
  ])('%s', (_, entries, expected) => {
    expect(unreadOf(...entries).join(', ')).toBe(expected);
  });
});

describe('days without readings', () => {
  const unreadIn = (now: string, ...entries: readonly string[]) => {
    const log = logOf('20 08:00 chamber A = Hall', '20 08:00 set A1 Hall, tile', ...entries);
    return gapsIn(log, dryingDays(log), at(now).at).unread.map(({ from, to }) => `${from} ${to}`);
  };
  const placed = '20 09:00 placed D1 LGR A';
  const read = '22 09:00 points A1 20';

  test.each([
    ['before the first reading and after the last', [placed, read, '28 09:00 removed D1'], '20 21, 23 28'],
    ['up to yesterday while equipment runs', [placed, read], '20 21, 23 29'],
    ['of a job that was never read', [placed], '20 29'],
    ['without equipment, only between readings', [read, '25 09:00 points A1 18'], '23 24'],
    ['of equipment that was placed today', ['30 09:00 placed D1 LGR A'], ''],
    ['without equipment or readings', [], ''],
  ])('are told: %s', (_, entries, expected) => {
    expect(
      unreadIn('2026-11-30 20:00', ...entries)
        .join(', ')
        .replaceAll('2026-11-', ''),
    ).toBe(expected);
  });

  test('are told however many they are', () => {
    expect(unreadIn('2027-02-01 08:00', placed, read)).toContain('2026-11-23 2027-01-31');
  });
});

import psychrolib from 'psychrolib';
import { describe, expect, test } from 'vitest';
import { jobStatus } from '../../../src/domain/drying/chamber-status.ts';
import { dryingDays } from '../../../src/domain/drying/day-table.ts';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import type { DryingLog } from '../../../src/domain/drying/drying-log.ts';
import { equipmentDays, sumOfDays } from '../../../src/domain/drying/equipment-days.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import {
  airTable,
  chamberTable,
  pointTables,
  verificationTable,
} from '../../../src/domain/papers/drying-tables.ts';
import { equipmentTable } from '../../../src/domain/papers/equipment-table.ts';
import type { PaperTable } from '../../../src/domain/papers/paper-content.ts';
import { at, fiveDays } from '../../support/drying/job.ts';
import { FIRST, logOf, SECOND, SET_UP } from '../../support/drying/log.ts';
import { DENVER } from '../../support/records/texts.ts';
import { rowsOf } from './source.ts';

const PSI_PER_INCH_OF_MERCURY = 0.4911541;

const rows = (tables: readonly PaperTable[]): string[][] => tables.map(rowsOf);
const notes = (tables: readonly PaperTable[]): string[] => tables.flatMap((table) => table.notes);
const daysOf = (log: DryingLog): string[] => dryingDays(log).map(({ day }) => day);

describe('the chambers', () => {
  test('have their rooms, class and volume', () => {
    const log = logOf(...SET_UP, '23 09:05 chamber B = Bath + Hall, category 3, 1850 cf');
    expect(rows(chamberTable(jobStatus(log).chambers))).toEqual([
      ['A | Kitchen | - | 2 | -', 'B | Bath + Hall | 3 | - | 1,850 cf'],
    ]);
    expect(chamberTable([])).toEqual([]);
  });

  test('are verified by what was read last', () => {
    const log = logOf(
      ...SET_UP,
      ...FIRST,
      '24 09:00 points A1 15, A3 9',
      '24 09:05 chamber B = Bath',
      '24 09:05 set B1 Bath floor, tile, goal 5',
      '24 10:00 dry A, all at goal',
      '24 11:00 chamber C = Attic',
      '24 11:00 set C1 Attic, pine, goal 9',
      '24 11:10 points C1 9.5',
    );
    const tables = verificationTable(jobStatus(log).chambers);
    expect(rows(tables)[0]).toEqual([
      'A | Nov 24, 2026 | 1 of 3 | A2: 28 on Nov 23, 2026, not read since\nA3: 9, no goal | Nov 24, 2026, 10:00 AM -0600 · Ann Lee · all at goal',
      'B | - | 0 of 1 | B1: never read | No',
      'C | Nov 24, 2026 | 0 of 1 | C1: 9.5, goal 9 | No',
    ]);
    const all = logOf(...SET_UP.slice(0, 1), '23 09:00 set A1 Wall, pine, goal 15', '23 10:00 points A1 15');
    expect(rows(verificationTable(jobStatus(all).chambers))[0]).toEqual([
      'A | Nov 23, 2026 | 1 of 1 | - | No',
    ]);
  });
});

describe('the air', () => {
  test('has a row for each reading, and names a day without one', () => {
    const log = logOf(...SET_UP, ...FIRST, '25 09:00 air A not reachable, hvac 68F 45%');
    const tables = airTable(log, dryingDays(log));
    expect(rows(tables)).toEqual([
      [
        '= Nov 23, 2026 · Ann Lee',
        'Nov 23, 2026, 10:00 AM | Outside | 52 | 60 | 34.4 | 38.6 | 0.234 | ',
        'Nov 23, 2026, 10:00 AM | Unaffected | 70 | 38 | 41.3 | 43.3 | 0.281 | ',
        'Nov 23, 2026, 10:00 AM | Chamber A · Kitchen | 74 | 71 | 89.3 | 64.0 | 0.601 | ',
        'Nov 23, 2026, 10:00 AM | Air leaving D1 | 95 | 20 | 48.9 | 47.7 | 0.332 | 40.4',
        '= Nov 24, 2026 · No readings',
        '= Nov 25, 2026 · Ann Lee',
        'Nov 25, 2026, 9:00 AM | HVAC | 68 | 45 | 45.7 | 45.9 | 0.311 | ',
        'Nov 25, 2026, 9:00 AM | Chamber A · Kitchen | Not reachable |  |  |  |  | ',
      ],
    ]);
    expect(notes(tables)).toHaveLength(1);
    expect(tables[0]?.rows.every((row) => row.row === 'group' || row.cells.length === 8)).toBe(true);
  });

  test('has the figures of PsychroLib', () => {
    psychrolib.SetUnitSystem(psychrolib.IP);
    const log = foldDrying(readDrying([fiveDays()], DENVER));
    const all = airTable(log, dryingDays(log)).flatMap((table) => table.rows);
    const read = all.flatMap((row) => (row.row === 'cells' ? [row.cells.slice(2).map(Number)] : []));
    expect(read.length).toBe(5 * (3 + 4 + 8));
    for (const [degrees = 0, percent = 0, ...figures] of read) {
      const [vapor, pressure] = [
        psychrolib.GetVapPresFromRelHum(degrees, percent / 100),
        psychrolib.GetStandardAtmPressure(0),
      ];
      const grains = 7000 * psychrolib.GetHumRatioFromRelHum(degrees, percent / 100, pressure);
      expect(Math.abs((figures[0] ?? 0) - grains)).toBeLessThan(0.15);
      const dewPoint = psychrolib.GetTDewPointFromRelHum(degrees, percent / 100);
      expect(Math.abs((figures[1] ?? 0) - dewPoint)).toBeLessThan(0.15);
      expect(Math.abs((figures[2] ?? 0) - vapor / PSI_PER_INCH_OF_MERCURY)).toBeLessThan(0.0015);
    }
  });

  test('of the HVAC names the chambers that it is compared with, if there are several', () => {
    const both = logOf(
      ...SET_UP,
      '23 09:05 chamber B = Bath',
      '23 10:00 air A 74F 71%, B 70F 90%, hvac 68F 45%',
    );
    expect(rows(airTable(both, dryingDays(both)))[0]?.at(1)).toMatch(/ \| A 43\.\d, B \d+\.\d$/);
    const one = logOf(...SET_UP, '23 10:00 air A 74F 71%, hvac 68F 45%');
    expect(rows(airTable(one, dryingDays(one)))[0]?.at(1)).toMatch(/ \| 43\.\d$/);
  });

  test('that was corrected is marked', () => {
    const log = logOf(
      ...SET_UP,
      '23 10:00 air out 52F 60%, un 70F 38%',
      '24 09:00 correct 2026-11-23 10:00 Ann Lee out 50F 60%',
      '24 09:10 correct 2026-11-23 10:00 Ann Lee un meter off',
    );
    const tables = airTable(log, dryingDays(log));
    expect(rows(tables)[0]?.[1]).toMatch(/Outside \| 50† \| 60/);
    expect(rows(tables)[0]?.[2]).toMatch(/Unaffected \| Meter off†/);
    expect(notes(tables)).toEqual(['† Corrected: see Changes and corrections']);
  });

  test('that nobody read has no table', () => {
    const log = logOf(...SET_UP);
    expect(airTable(log, dryingDays(log))).toEqual([]);
  });
});

describe('the moisture points', () => {
  test('have a column for each day, and marks at goal', () => {
    const log = logOf(...SET_UP, ...FIRST, ...SECOND, '24 16:00 points A1 14', '24 17:00 removed A2');
    const tables = pointTables(log, daysOf(log));
    expect(tables[0]?.columns.map(({ head }) => head)).toEqual([
      'Point',
      'Place',
      'Drying goal',
      'Nov 23, 2026',
      'Nov 24, 2026',
    ]);
    expect(rows(tables)).toEqual([
      [
        '= Chamber A · Kitchen',
        'A1 | Kitchen N wall, drywall | 15 | 34 | 15* 9:00 AM\n14* 4:00 PM',
        'A2 | Kitchen floor, subfloor\nRemoved Nov 24, 2026, 5:00 PM -0600 | 14 | 28 | 20',
        'A3 | Sill, pine | - |  | ',
      ],
    ]);
    expect(notes(tables)).toEqual(['* At or below the drying goal']);
  });

  test('are in tables of a week, the later ones without what was removed', () => {
    const read = Array.from({ length: 8 }, (_, n) => `${String(n + 10)} 09:00 points A1 ${30 - n}`);
    const set = SET_UP.map((entry) => entry.replace('23', '09'));
    const log = logOf(
      ...set,
      '10 09:00 points A2 20',
      ...read,
      '11 10:00 removed A2',
      '09 09:00 set Z1 Shed, pine',
    );
    const tables = pointTables(log, daysOf(log).slice(1));
    expect(rows(tables).map((table) => table.map((row) => row.slice(0, 2)))).toEqual([
      ['= ', 'A1', 'A2', 'A3', '= ', 'Z1'],
      ['= ', 'A1', 'A3', '= ', 'Z1'],
    ]);
    expect(notes(tables)).toEqual(['* At or below the drying goal']);
  });

  test('that were corrected are marked, also one that was read after its removal', () => {
    const log = logOf(
      ...SET_UP,
      ...FIRST,
      '23 11:00 removed A2',
      '25 09:00 points A2 20',
      '25 10:00 correct 2026-11-25 09:00 Ann Lee A2 21',
    );
    const tables = pointTables(log, ['2026-11-25']);
    expect(rows(tables)[0]?.find((row) => row.startsWith('A2'))).toMatch(/ \| 21†$/);
    expect(notes(tables)).toContain('† Corrected: see Changes and corrections');
  });

  test('that nobody set, and days that nobody read, have no table', () => {
    expect(pointTables(logOf(...SET_UP.slice(0, 1), FIRST[0] ?? ''), ['2026-11-23'])).toEqual([]);
    expect(pointTables(logOf(...SET_UP), [])).toEqual([]);
  });
});

describe('the equipment', () => {
  const now = at('2026-11-26 09:00').at;

  test('has a row for each stay, with both counts of its days', () => {
    const log = logOf(
      ...SET_UP,
      '24 09:30 removed D1',
      '25 09:30 placed D1 LGR A',
      '25 10:00 running D1',
      '25 11:00 placed MA 2 air movers B',
    );
    const tables = equipmentTable(log, now);
    expect(rows(tables)[0]).toEqual([
      'D1 | LGR | Nov 23, 2026, 9:30 AM -0600, chamber A | Nov 24, 2026, 9:30 AM -0600 | 2 | 1',
      `D1 | LGR\n${seen(tables)} | Nov 25, 2026, 9:30 AM -0600, chamber A | Still running | 2 | 1`,
      ' | D1, all stays |  |  | 4 | 2',
      expect.stringMatching(
        /^MA \| 2 air movers\n.+ \| Nov 23, 2026, 9:30 AM -0600, chamber A, 4 units\nNov 25, 2026, 11:00 AM -0600, no chamber \| Still running \| \d+ \| \d+$/,
      ),
      expect.stringMatching(/^ \| All equipment \| {2}\| {2}\| \d+ \| \d+$/),
    ]);
    expect(notes(tables)).toEqual(['A day on which a unit was removed and placed again counts once.']);
  });

  function seen(tables: readonly PaperTable[]): string {
    const row = tables[0]?.rows[1];
    return (row?.row === 'cells' && row.cells[1]?.split('\n')[1]) || '';
  }

  test('adds up to the days of each machine', () => {
    const log = foldDrying(readDrying([fiveDays()], DENVER));
    const after = at('2026-11-28 09:00').at;
    const tables = equipmentTable(log, after);
    const all = sumOfDays(log.units.map((unit) => equipmentDays(unit, after)));
    expect(rows(tables)[0]?.at(-1)).toBe(` | All equipment |  |  | ${all.calendarDays} | ${all.periods}`);
    expect(notes(tables)).toEqual([]);
  });

  test.each([
    ['calendar days', 'Billed by calendar days: 2'],
    ['24-hour periods', 'Billed by 24-hour periods: 1'],
  ])('says what is billed: %s', (billing, note) => {
    const log = logOf(
      '23 09:00 chamber A = Kitchen',
      '23 09:30 placed D1 LGR A',
      '24 09:30 removed D1',
      `24 10:00 job billing = ${billing}`,
    );
    expect(notes(equipmentTable(log, now))).toEqual([note]);
  });

  test('says that days after the report are not counted', () => {
    const log = logOf('23 09:00 chamber A = Kitchen', '23 09:30 placed D1 LGR A', '29 09:30 removed D1');
    const tables = equipmentTable(log, at('2026-11-24 09:30').at);
    expect(rows(tables)[0]?.at(-1)).toBe(' | All equipment |  |  | 2 | 1');
    expect(notes(tables)).toEqual([
      'A removal is dated after this report. Its days are counted until the report only.',
    ]);
  });

  test('names the machine that stood there, also if another has its label now', () => {
    const log = logOf(
      '23 09:00 chamber A = Kitchen',
      '23 09:30 placed D1 LGR 12341 A',
      '24 09:30 removed D1',
      '25 09:30 placed D1 LGR 12399 A',
    );
    const kinds = equipmentTable(log, now).flatMap((table) =>
      table.rows.map((row) => (row.row === 'cells' ? row.cells[1]?.split('\n')[0] : '')),
    );
    expect(kinds.slice(0, 2)).toEqual(['LGR 12341', 'LGR 12399']);
  });

  test('that nobody placed has no table', () => {
    expect(equipmentTable(logOf(), now)).toEqual([]);
  });
});

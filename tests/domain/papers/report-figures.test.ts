import psychrolib from 'psychrolib';
import { beforeAll, describe, expect, test } from 'vitest';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { adjusterReport, REPORT_PARTS } from '../../../src/domain/papers/adjuster-report.ts';
import type { ReportPhoto } from '../../../src/domain/papers/report-photos.ts';
import { DENVER } from '../../support/records/texts.ts';
import { seededRandom } from '../../support/test/seeded-random.ts';
import { order, partsOf, SOURCE } from './source.ts';

// Each figure of a report beside that of a second program, which knows only what it wrote into the notes.

const DAYS = ['23', '24', '25', '26', '27'];
const GRAINS = 7000;

interface Air {
  readonly day: string;
  readonly fahrenheit: number;
  readonly humidity: number;
}

interface Machine {
  readonly label: string;
  readonly count: number;
  readonly placed: string;
  /** Null: it still runs. */
  readonly removed: string | null;
}

/** A job that is written down entry by entry, and what the second program remembers of it. */
class Job {
  readonly lines: string[] = [];
  readonly airs: (Air & { readonly around: Air | null })[] = [];
  /** By point and day. */
  readonly moisture = new Map<string, number>();
  readonly goals = new Map<string, number>();
  readonly machines: Machine[] = [];
  readonly photos: ReportPhoto[] = [];
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    const chambers = ['A', 'B', 'C'].slice(0, this.whole(1, 3));
    for (const chamber of chambers) this.#setUp(chamber);
    for (const day of DAYS.slice(0, this.whole(2, 5)))
      for (const chamber of chambers) this.#visit(day, chamber);
    for (const machine of this.machines)
      if (machine.removed) this.#say(machine.removed, `removed ${machine.label}`);
    for (let n = 0; n < this.whole(0, 200); n += 1) this.#photograph(n);
  }

  whole(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  #say(clock: string, what: string): void {
    this.lines.push(`2026-11-${clock} -0600 Ann Lee: ${what}`);
  }

  #setUp(chamber: string): void {
    this.#say('23 08:00', `chamber ${chamber} = Room ${chamber}, class 2`);
    for (let n = 1; n <= this.whole(1, 6); n += 1) {
      const goal = this.whole(8, 16);
      this.goals.set(`${chamber}${n}`, goal);
      this.#say('23 08:00', `set ${chamber}${n} Room ${chamber} N wall, drywall, goal ${goal}`);
    }
    this.#place(`D${chamber}`, 1, 'LGR', chamber);
    this.#place(`M${chamber}`, this.whole(1, 6), 'air movers', chamber);
  }

  #place(label: string, count: number, kind: string, chamber: string): void {
    const placed = `23 08:${this.whole(10, 59)}`;
    const removed =
      this.whole(0, 3) === 0 ? null : `${this.whole(27, 29)} ${this.whole(10, 20)}:${this.whole(10, 59)}`;
    this.machines.push({ label, count, placed, removed });
    this.#say(placed, `placed ${label} ${count === 1 ? '' : `${count} `}${kind} ${chamber}`);
  }

  /** Temperatures differ, so that each row of the report can be found by its own. */
  #air(day: string): Air {
    return { day, fahrenheit: 40 + this.airs.length, humidity: this.whole(15, 95) };
  }

  #visit(day: string, chamber: string): void {
    const around = this.#air(day);
    this.airs.push({ ...around, around: null });
    const leaving = this.#air(day);
    this.airs.push({ ...leaving, around });
    const said = ({ fahrenheit, humidity }: Air): string => `${fahrenheit}F ${humidity}%`;
    const clock = `${day} ${9 + (this.airs.length % 8)}:00`.replace(/ (\d):/, ' 0$1:');
    this.#say(clock, `air ${chamber} ${said(around)}, D${chamber} ${said(leaving)}`);
    for (const point of this.goals.keys()) {
      if (!point.startsWith(chamber) || this.whole(0, 5) === 0) continue;
      const value = this.whole(6, 40);
      this.moisture.set(`${point} ${day}`, value);
      this.#say(clock, `points ${point} ${value}`);
    }
  }

  #photograph(n: number): void {
    const room = ['Kitchen', 'Hall', 'Bath', ''][this.whole(0, 3)] ?? '';
    const about = {
      label: 'before',
      caption: '',
      taken_by: 'Ann Lee',
      isHere: this.whole(0, 4) > 0,
    } as const;
    const sha256 = String(n).padStart(64, '0');
    this.photos.push({ ...about, room, sha256, taken_at: `2026-11-23T08:00:${10 + (n % 50)}-06:00` });
  }

  get log() {
    return foldDrying(readDrying([['--- Drying ---', ...this.lines].join('\n')], DENVER));
  }
}

const NOW = '30 12:00';

function moment(clock: string): number {
  return Date.parse(`2026-11-${clock.replace(' ', 'T')}:00-06:00`);
}

function grains({ fahrenheit, humidity }: Air): number {
  return (
    GRAINS *
    psychrolib.GetHumRatioFromRelHum(fahrenheit, humidity / 100, psychrolib.GetStandardAtmPressure(0))
  );
}

function reportOf(job: Job) {
  const source = {
    ...SOURCE,
    order: order(),
    claims: [],
    log: job.log,
    changes: [],
    photos: job.photos,
    documents: [],
    notes: [],
    oldList: null,
    now: moment(NOW),
  };
  return adjusterReport(source, { parts: REPORT_PARTS, rooms: null, perPage: 6 });
}

/** The cells of a table's rows, without those that go across. */
function cellsOf(job: Job, heading: string): string[][] {
  const [first = { parts: [] }] = reportOf(job);
  return partsOf(first, 'table')
    .filter((table) => table.heading === heading)
    .flatMap(({ rows }) => rows.flatMap((row) => (row.row === 'cells' ? [[...row.cells]] : [])));
}

const JOBS = Array.from({ length: 12 }, (_, n) => [n, new Job(n + 1)] as const);

describe('each figure of a report is that of a second program', () => {
  beforeAll(() => psychrolib.SetUnitSystem(psychrolib.IP));

  test.each(JOBS)('of the air, job %i', (_, job) => {
    const rows = cellsOf(job, 'Atmospheric readings');
    expect(rows).toHaveLength(job.airs.length);
    for (const air of job.airs) {
      const row = rows.find((cells) => cells[2] === String(air.fahrenheit)) ?? [];
      const dew = psychrolib.GetTDewPointFromRelHum(air.fahrenheit, air.humidity / 100);
      expect(row[3]).toBe(String(air.humidity));
      expect(Math.abs(Number(row[4]) - grains(air))).toBeLessThan(0.16);
      expect(Math.abs(Number(row[5]) - dew)).toBeLessThan(0.08);
      // Of what leaves a dehumidifier alone; '' is 0.
      const depression = air.around ? grains(air.around) - grains(air) : 0;
      expect(row[7] === '').toBe(air.around === null);
      expect(Math.abs(Number(row[7]) - depression)).toBeLessThan(0.26);
    }
  });

  test.each(JOBS)('of the points, job %i', (_, job) => {
    const read = [...job.moisture.keys()];
    const days = DAYS.filter((day) => job.airs.some((air) => air.day === day));
    const rows = cellsOf(job, 'Moisture points');
    expect(rows).toHaveLength(job.goals.size);
    for (const [point = '', , goal = '', ...values] of rows) {
      expect(Number(goal)).toBe(job.goals.get(point));
      const expected = days.map((day) => {
        const value = job.moisture.get(`${point} ${day}`);
        if (value === undefined) return '';
        return `${value}${value <= Number(goal) ? '*' : ''}`;
      });
      expect(values).toEqual(expected);
    }
    const last = days.at(-1);
    for (const [chamber = '', , atGoal] of cellsOf(job, 'Final verification')) {
      const own = [...job.goals].filter(([point]) => point.startsWith(chamber));
      const dry = own.filter(([point, goal]) => (job.moisture.get(`${point} ${last}`) ?? Number.NaN) <= goal);
      expect(atGoal).toBe(`${dry.length} of ${own.length}`);
    }
    expect(read.length).toBeGreaterThan(0);
  });

  test.each(JOBS)('of the equipment, job %i', (_, job) => {
    const rows = cellsOf(job, 'Equipment');
    let [allDays, allPeriods] = [0, 0];
    for (const { label, count, placed, removed } of job.machines) {
      const end = removed ?? NOW;
      const days = count * (Number(end.slice(0, 2)) - Number(placed.slice(0, 2)) + 1);
      const periods = count * Math.ceil((moment(end) - moment(placed)) / 86_400_000);
      expect(rows.find(([unit]) => unit === label)?.slice(4)).toEqual([String(days), String(periods)]);
      allDays += days;
      allPeriods += periods;
    }
    expect(rows.at(-1)).toEqual(['', 'All equipment', '', '', String(allDays), String(allPeriods)]);
  });

  test.each(JOBS)('of the photos, job %i', (_, job) => {
    const files = reportOf(job);
    const here = job.photos.filter(({ isHere }) => isHere);
    const shown = files.flatMap((file) => partsOf(file, 'pictures'));
    const inRooms = new Map<string, number>();
    for (const { heading, pictures } of shown) {
      inRooms.set(heading, (inRooms.get(heading) ?? 0) + pictures.length);
    }
    const expected = new Map<string, number>();
    for (const { room } of here) {
      const heading = room || 'Other photos';
      expected.set(heading, (expected.get(heading) ?? 0) + 1);
    }
    expect(inRooms).toEqual(expected);
    const hashes = shown.flatMap(({ pictures }) => pictures.map(({ sha256 }) => sha256));
    expect(hashes.toSorted()).toEqual(here.map(({ sha256 }) => sha256).toSorted());
    const missing = job.photos.length - here.length;
    const [first = { parts: [] }] = files;
    const said = partsOf(first, 'text').find(({ heading }) => heading === 'Not in this report');
    const count = /^(\d+) photos? (?:is|are) on another/.exec(said?.paragraphs[0] ?? '')?.[1] ?? '0';
    expect(Number(count)).toBe(missing);
  });

  test.each(JOBS)('of the chart, job %i', (_, job) => {
    const [first = { parts: [] }] = reportOf(job);
    const [chart] = partsOf(first, 'chart');
    const values = chart?.lines.flatMap((line) => line.values).filter((value) => value !== null) ?? [];
    const expected = job.airs.filter(({ around }) => around === null).map(grains);
    const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
    expect(values).toHaveLength(expected.length);
    expect(sum(values) / sum(expected)).toBeCloseTo(1, 3);
  });
});

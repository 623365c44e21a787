import { describe, expect, test } from 'vitest';
import { localOffset } from '../../../src/domain/day/entries.ts';
import type { DryingLog } from '../../../src/domain/drying/drying-log.ts';
import {
  adjusterReport,
  REPORT_PARTS,
  type ReportChoice,
  type ReportSource,
} from '../../../src/domain/papers/adjuster-report.ts';
import { grainsChart } from '../../../src/domain/papers/drying-parts.ts';
import { picturesOf } from '../../../src/domain/papers/paper-content.ts';
import { momentText } from '../../../src/domain/papers/paper-texts.ts';
import { photosByRoom, type ReportPhoto } from '../../../src/domain/papers/report-photos.ts';
import { at } from '../../support/drying/job.ts';
import { FIRST, logOf, SECOND, SET_UP } from '../../support/drying/log.ts';
import { order, partsOf, SOURCE, wordsOf } from './source.ts';

const DRY = [...SET_UP, ...FIRST, ...SECOND, '24 10:00 note Adjuster was here', '24 11:00 removed D1'];

function photo(given: Partial<ReportPhoto> = {}): ReportPhoto {
  return {
    sha256: 'a'.repeat(64),
    room: 'Kitchen',
    label: 'before',
    caption: '',
    taken_at: '2026-11-23T08:42:00-06:00',
    taken_by: 'Ann Lee',
    isHere: true,
    ...given,
  };
}

function source(log: DryingLog, given: Partial<ReportSource> = {}): ReportSource {
  return {
    ...SOURCE,
    order: order(),
    notes: ['--- Log ---\n2026-11-23 08:42 -0600 ann: Wall open'],
    claims: ['Kitchen.\n--- Claim ---\nCarrier: Prairie Mutual\nReferral: Bob'],
    log,
    changes: [],
    photos: [],
    documents: [],
    oldList: null,
    now: at('2026-11-26 09:00').at,
    ...given,
  };
}

const READ_AT = Date.parse('2026-11-24T16:00:00Z');
const ALL: ReportChoice = { parts: REPORT_PARTS, rooms: null, perPage: 6 };
const only = (part: (typeof REPORT_PARTS)[number], given: Partial<ReportSource> = {}) =>
  adjusterReport(source(logOf(...DRY), given), { ...ALL, parts: [part] })[0] ?? { parts: [] };
const headings = (report: Pick<ReturnType<typeof adjusterReport>[number], 'parts'>) =>
  report.parts.flatMap((part) => ('heading' in part ? [part.heading] : []));

describe('a report for the adjuster', () => {
  test('has all that is known, what it lacks first, and nobody signs it', () => {
    const documents = [
      { title: 'Work authorization', signedAt: '2026-11-23 08:45 -0600', sha256: 'b'.repeat(64) },
    ];
    const photos = [photo(), photo({ room: '', isHere: false })];
    const [report, ...more] = adjusterReport(source(logOf(...DRY), { documents, photos }), ALL);
    if (!report) throw new Error('No report was made.');
    expect(more).toEqual([]);
    expect(report).toMatchObject({ kind: 'report', title: 'Report for the adjuster', consent: null });
    expect(report.facts.map(([name]) => name)).toEqual(['Number', 'Date', 'Prepared by']);
    expect(headings(report)).toEqual([
      'Not in this report',
      'Insurance claim',
      'Drying report',
      'Drying chambers',
      'Final verification',
      'Atmospheric readings',
      'Moisture points',
      'Notes',
      'Grains per pound by day',
      'Equipment',
      'Log',
      'Signed documents',
      'Kitchen',
    ]);
    expect(partsOf(report, 'text').map(({ paragraphs }) => paragraphs[0])).toEqual([
      '1 photo is on another device or the server, and not on this device.\nNo readings on Nov 25, 2026.\nNot declared dry: A.',
      'Carrier: Prairie Mutual',
      'Nov 24, 2026, 10:00 AM -0600 · Ann Lee: Adjuster was here',
      'Nov 23, 2026, 8:42 AM -0600 · ann: Wall open',
    ]);
    expect(wordsOf(report)).not.toContain('Bob');
    expect(JSON.parse(wordsOf(report))).toEqual(report);
  });

  test.each([
    ['claim', ['Insurance claim']],
    ['chambers', ['Drying report', 'Drying chambers', 'Final verification']],
    ['air', ['Atmospheric readings']],
    ['points', ['Moisture points', 'Notes']],
    ['chart', ['Grains per pound by day']],
    ['equipment', ['Equipment']],
    ['log', ['Log']],
    ['documents', []],
    ['photos', []],
  ] as const)('can have one part alone: %s', (part, wanted) => {
    expect(headings(only(part)).slice(1)).toEqual(wanted);
  });

  test('of a job of which nothing is known has no empty parts', () => {
    const [report] = adjusterReport(source(logOf(), { claims: [], notes: [] }), ALL);
    expect(report?.parts.map(({ part }) => part)).toEqual(['parties']);
  });

  test('says how the readings were taken', () => {
    const said = ['job meter = Tramex ME5', 'job standard oak = 9', 'altitude 5280 ft'];
    const log = logOf(...DRY, ...said.map((one) => `23 08:00 ${one}`));
    expect(partsOf(only('chambers', { log }), 'facts')[0]?.facts).toEqual([
      ['Readings taken by', 'Ann Lee'],
      ['Meter and scale', 'Tramex ME5'],
      ['Dry standards', 'oak 9'],
      ['Altitude', '5,280 ft'],
    ]);
  });

  test('has no column for a day on which nothing was read', () => {
    const [table] = partsOf(only('points', { log: logOf(...DRY, '26 09:00 points A1 12') }), 'table');
    const days = ['Nov 23, 2026', 'Nov 24, 2026', 'Nov 26, 2026'];
    expect(table?.columns.map(({ head }) => head).slice(3)).toEqual(days);
  });

  test('says what was corrected', () => {
    const changes = ['A1: 34, corrected to 43 by Ann Lee', 'A2: 28, corrected to 29 by Ann Lee'];
    expect(partsOf(only('points', { changes }), 'text')).toContainEqual({
      part: 'text',
      heading: 'Changes and corrections',
      paragraphs: [changes.join('\n')],
    });
  });

  test.each([
    [null, 'The list of photos and documents on the server was not read, so some may be missing.'],
    [
      READ_AT,
      `The list of photos and documents on the server is as of ${momentText({ at: READ_AT, offset: localOffset(READ_AT) })}. Newer ones may be missing.`,
    ],
  ])('says that the server may have more, if its list was read at %s', (readAt, line) => {
    const given = { oldList: { readAt } };
    const linesOf = (part: 'photos' | 'documents' | 'claim'): string[] =>
      partsOf(only(part, given), 'text').flatMap(({ paragraphs }) => paragraphs[0]?.split('\n') ?? []);
    expect(linesOf('photos')).toContain(line);
    expect(linesOf('documents')).toContain(line);
    expect(linesOf('claim')).not.toContain(line);
  });

  test('has the log of all visits by time, and an entry that was copied once', () => {
    const entry = (clock: string, text: string): string => `2026-11-${clock} -0600 ann: ${text}`;
    const first = ['--- Log ---', entry('23 08:42', 'Wall open'), entry('25 09:00', 'All dry')];
    const second = ['--- Log ---', entry('23 08:42', 'Wall open'), entry('24 08:00', 'Fans turned')];
    const [log] = partsOf(only('log', { notes: [first.join('\n'), second.join('\n')] }), 'text').slice(-1);
    expect(log?.paragraphs[0]?.split('\n').map((line) => line.split(': ').at(-1))).toEqual([
      'Wall open',
      'Fans turned',
      'All dry',
    ]);
  });

  test('names each kind of gap', () => {
    const log = logOf(
      ...SET_UP,
      '23 09:05 chamber B = Bath',
      '23 10:00 points A1 34',
      '23 10:00 air B 70F 50%',
      '26 10:00 points A1 20',
      '26 11:00 dry A',
      '26 11:00 dry B',
    );
    const [gaps] = partsOf(only('claim', { log, now: at('2026-11-26 12:00').at }), 'text');
    expect(gaps?.paragraphs[0]?.split('\n')).toEqual([
      'No readings on Nov 24, 2026 to Nov 25, 2026.',
      'Chamber B was not read on Nov 26, 2026.',
      'No reading of the unaffected air on Nov 23, 2026, Nov 26, 2026.',
      'No reading of the outside air on Nov 23, 2026, Nov 26, 2026.',
      'Not removed: D1, MA.',
    ]);
  });
});

describe('the chart', () => {
  test('has a line for each air that was read, with gaps where it was not', () => {
    const [chart] = grainsChart(logOf(...SET_UP, ...FIRST, '24 09:00 air A 74F 60%'));
    if (chart?.part !== 'chart') throw new Error('No chart was made.');
    expect(chart.axis).toEqual(['Nov 23, 2026', 'Nov 24, 2026']);
    const rounded = chart.lines.map(({ name, values }) => [
      name,
      ...values.map((one) => one && Math.round(one)),
    ]);
    expect(rounded).toEqual([
      ['A · Kitchen', 89, 75],
      ['Unaffected', 41, null],
      ['Outside', 34, null],
    ]);
  });
});

describe('the photos', () => {
  const photos = [
    photo({ sha256: 'b1', room: 'Bath', taken_at: '2026-11-23T09:00:00-06:00', caption: ' crack ' }),
    photo({ sha256: 'k2', taken_at: '2026-11-23T16:00:00Z', label: 'other' }),
    photo({ sha256: 'n1', room: '', taken_at: null, taken_by: ' ', label: 'unheard of' }),
    photo({ sha256: 'k1', room: ' KITCHEN' }),
    photo({ sha256: 'n2', room: '', taken_at: 'soon' }),
  ];

  test('are by room and time, with what is known of each', () => {
    const [report] = adjusterReport(source(logOf(), { photos, claims: [] }), ALL);
    if (!report) throw new Error('No report was made.');
    expect(partsOf(report, 'pictures')).toEqual([
      {
        part: 'pictures',
        heading: 'KITCHEN',
        perPage: 6,
        pictures: [
          { sha256: 'k1', lines: ['Before · Nov 23, 2026, 8:42 AM -0600 · Ann Lee'] },
          { sha256: 'k2', lines: ['Nov 23, 2026, 4:00 PM +0000 · Ann Lee'] },
        ],
      },
      {
        part: 'pictures',
        heading: 'Bath',
        perPage: 6,
        pictures: [{ sha256: 'b1', lines: ['Before · Nov 23, 2026, 9:00 AM -0600 · Ann Lee', 'crack'] }],
      },
      {
        part: 'pictures',
        heading: 'Other photos',
        perPage: 6,
        pictures: [
          { sha256: 'n1', lines: [] },
          { sha256: 'n2', lines: ['Before · Ann Lee'] },
        ],
      },
    ]);
    expect(picturesOf(report)).toEqual([report.company.logo, 'k1', 'k2', 'b1', 'n1', 'n2']);
  });

  test('of chosen rooms alone', () => {
    expect(photosByRoom(photos, ['bath', '']).map(({ sha256 }) => sha256)).toEqual(['b1', 'n1', 'n2']);
  });

  test('that are many make several files, of which the first has the rest', () => {
    const many = Array.from({ length: 250 }, (_, n) => photo({ sha256: `p${n}`, room: n < 100 ? 'A' : 'B' }));
    const files = adjusterReport(source(logOf(...DRY), { photos: many }), { ...ALL, perPage: 2 });
    expect(files.map((file) => file.facts.at(-1))).toEqual([
      ['File', '1 of 3'],
      ['File', '2 of 3'],
      ['File', '3 of 3'],
    ]);
    expect(files.map((file) => partsOf(file, 'table').length > 0)).toEqual([true, false, false]);
    const pictures = files.map((file) => partsOf(file, 'pictures').flatMap((part) => part.pictures));
    expect(pictures.flat().map(({ sha256 }) => sha256)).toEqual(many.map(({ sha256 }) => sha256));
    expect(pictures.every(({ length }) => length <= 120)).toBe(true);
  });
});

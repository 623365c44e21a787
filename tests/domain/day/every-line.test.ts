import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesBesideItems, markItem, readChecklist } from '../../../src/domain/day/checklist.ts';
import { claimLines } from '../../../src/domain/day/claim.ts';
import { LOG, linesBesideEntries, readEntries } from '../../../src/domain/day/entries.ts';
import {
  JOB_BLOCKS,
  JOB_LABELS,
  linesBesideJob,
  otherNotes,
  readJob,
  STEPS,
  stepTaken,
  writeJob,
} from '../../../src/domain/day/job.ts';
import { freeText, oneLine, readFact, writeFreeText } from '../../../src/domain/day/text-blocks.ts';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { DRYING } from '../../../src/domain/drying/drying-facts.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';

import { DENVER, foreign, NOTES, TEXTS } from '../../support/records/texts.ts';

describe('every line of a text', () => {
  /** Returns everything that the screen shows of notes. */
  const shownOf = (notes: string): string => {
    const { crew, flags, time, project } = readJob(notes);
    const steps = STEPS.filter((step) => stepTaken(notes, step, DENVER)).map((step) =>
      readFact(notes, 'Job', JOB_LABELS[step]),
    );
    const items = readChecklist(notes).map(({ text, by }) => `${text} ${by}`);
    const entries = readEntries(notes, LOG, DENVER).map(({ who, text }) => `${who} ${text}`);
    const { notes: readings } = foldDrying(readDrying([notes], DENVER));
    const drying = readings.map(({ who, text }) => `${who} ${text}`);
    const others = [
      linesBesideJob(notes),
      linesBesideItems(notes),
      linesBesideEntries(notes, LOG),
      linesBesideEntries(notes, DRYING),
    ];
    return [
      otherNotes(notes),
      ...crew,
      ...flags,
      time,
      project,
      ...steps,
      ...items,
      ...entries,
      ...drying,
      ...others.flat(),
    ].join('\n');
  };
  const HEADING = /^[ \t]*---[ \t]*(job|checklist|log|drying)[ \t]*---[ \t]*$/i;
  const ENTRY = /^[ \t]*\d{4}-\d\d-\d\d[ \t]+\d\d?:\d\d(?:[ \t]+[+-]\d\d:?\d\d)?[ \t]+/;
  const ITEM = /^[ \t]*\[[ xX]?\]/;
  const said = (line: string): string[] =>
    line
      .replace(ENTRY, '')
      .replace(ITEM, '')
      .split(/[:,()]|\\/)
      .map((part) => part.trim())
      .filter((part) => part !== '');

  test('is shown, whatever block it is in', () => {
    fc.assert(
      fc.property(foreign, (text) => {
        const shown = oneLine(shownOf(text)).toLowerCase();
        for (const line of text.split(/\r?\n/)) {
          if (HEADING.test(line)) continue;
          const label = /^[ \t]*(crew|flags|time|project|on the way|started|finished)[ \t]*:/i;
          for (const part of said(line.replace(label, '')))
            assert.ok(shown.includes(oneLine(part).toLowerCase()), line);
        }
      }),
      { numRuns: TEXTS },
    );
  });

  test('of a claim is shown', () => {
    const text =
      'Kitchen.\n--- Claim ---\nCarrier: Prairie Mutual\nCarrier: Second\nPolicy:\nParking: behind\ntyped at the end';
    expect(claimLines(text)).toEqual([
      'Carrier: Prairie Mutual',
      'Carrier: Second',
      'Policy:',
      'Parking: behind',
      'typed at the end',
    ]);
  });

  test.each([
    [
      'a line typed at the end',
      `${NOTES}x\n--- Log ---\n11/28/2026 8:42 AM: called`,
      ['11/28/2026 8:42 AM: called'],
    ],
    ['an entry with an impossible day', '--- Log ---\n2026-02-30 08:42 ann: x', ['2026-02-30 08:42 ann: x']],
    ['a blank and an indented line', '--- Log ---\n2026-11-23 08:42 ann: x\n\n  y', ['y']],
  ])('of the log is shown: %s', (_, text, lines) => {
    expect(linesBesideEntries(text, LOG)).toEqual(lines);
  });

  test('of the job’s block is shown as a fact or as written', () => {
    const job = [
      'Crew: ,',
      'Crew: ann',
      'crew: bo',
      'Time: noon-2',
      'Time: 9',
      'Started: soon',
      'On the way:',
      'Gate',
      '[ ] x',
    ];
    expect(linesBesideJob(`--- Job ---\n${job.join('\n')}`)).toEqual([
      'Crew: ,',
      'Time: 9',
      'Started: soon',
      'On the way:',
      'Gate',
      '[ ] x',
    ]);
    expect(readJob(`--- Job ---\n${job.join('\n')}`).crew).toEqual(['ann', 'bo']);
    expect(writeJob(`--- Job ---\n${job.join('\n')}`, { crew: ['cy'] })).toBe(
      `--- Job ---\n${job
        .with(0, 'Crew: cy')
        .filter((line) => !/^crew: (ann|bo)/i.test(line))
        .join('\n')}`,
    );
  });
});

describe('an item that is listed twice', () => {
  const TWICE =
    '--- Checklist ---\n[ ] Photos\n[x] photos (2026-11-23 09:40 -0600 bo)\nSigned?\n--- Checklist ---\n[X] Photos (2026-11-23 08:42 -0600 ann)';

  test('is shown once, with the earlier tick', () => {
    expect(readChecklist(TWICE)).toEqual([
      { text: 'Photos', done: true, by: '2026-11-23 08:42 -0600 ann', line: 1, lines: [1, 2, 5] },
    ]);
    expect(linesBesideItems(TWICE)).toEqual(['Signed?']);
  });

  test('is reopened in one step, and nothing else changes', () => {
    expect(markItem(TWICE, { text: 'Photos' }, null)).toBe('--- Checklist ---\n[ ] Photos\nSigned?');
  });
});

describe('free text', () => {
  test('is read as typed, whatever it looks like', () => {
    fc.assert(
      fc.property(foreign, foreign, (text, typed) => {
        const written = writeFreeText(text, JOB_BLOCKS, typed);
        assert.equal(freeText(written, JOB_BLOCKS), typed);
        for (const read of [readJob, readChecklist, (notes: string) => readEntries(notes, LOG, DENVER)])
          assert.deepEqual(withoutPlaces(read(written)), withoutPlaces(read(text)));
      }),
      { numRuns: TEXTS },
    );
  });

  test('typed as a heading stays text', () => {
    const typed = 'Call first\n--- Log ---\nnot in the log';
    const written = writeFreeText(NOTES, JOB_BLOCKS, typed);
    expect(written.split('\n').slice(0, 4)).toEqual([
      'Call first',
      '\\--- Log ---',
      'not in the log',
      '--- Job ---',
    ]);
    expect(otherNotes(written)).toBe(typed);
    expect(writeFreeText(NOTES, JOB_BLOCKS, freeText(NOTES, JOB_BLOCKS))).toBe(NOTES);
  });

  const withoutPlaces = (read: unknown): unknown =>
    JSON.parse(JSON.stringify(read, (key, one) => (key === 'line' || key === 'lines' ? undefined : one)));
});

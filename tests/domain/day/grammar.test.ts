import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addItems, markItem, readChecklist } from '../../../src/domain/day/checklist.ts';
import { type Claim, readClaim, readContact, writeClaim } from '../../../src/domain/day/claim.ts';
import {
  addEntry,
  LOG,
  linesBesideEntries,
  readEntries,
  readStamp,
  writeStamp,
} from '../../../src/domain/day/entries.ts';
import {
  isOnCrew,
  namesProject,
  nextStep,
  readJob,
  stampStep,
  stepTaken,
  writeJob,
} from '../../../src/domain/day/job.ts';
import { oneLine, readFact, readFacts, writeFact } from '../../../src/domain/day/text-blocks.ts';

import { AT, DENVER, foreign, NOTES, TEXTS } from '../../support/records/texts.ts';

const label = fc.constantFrom('Crew', 'Flags', 'Time', 'Project', 'On the way');
const value = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('--- Log ---', 'a: b: c', ' x ', 'two\nlines'),
);

/** A block's name with nothing below it, which is removed with the block's last line. */
const EMPTY_JOB = /^[ \t]*---[ \t]*job[ \t]*---[ \t]*(?=\s*^[ \t]*---[ \t]*\S|\s*(?![^]))/im;

/** Tells if at most one line was replaced, added or removed, the latter with the name of its block. */
function onlyOneLineDiffers(before: string, after: string): boolean {
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail))
    tail++;
  const middle = (text: string): string => text.slice(head, text.length - tail);
  const changed = (text: string): string => middle(text).replace(/^\r?\n|\r?\n$/g, '');
  const lines = (text: string): number => changed(text).split('\n').length;
  const isTaken = middle(after) === '' && middle(before).split('\n').length <= 3;
  return isTaken || (lines(before) <= 1 && lines(after) <= 2);
}

describe('a fact in any text', () => {
  test('that is written and removed leaves the text as it was', () => {
    fc.assert(
      fc.property(foreign, label, value, (text, name, said) => {
        fc.pre(readFact(text, 'Job', name) === null && oneLine(said) !== '' && !EMPTY_JOB.test(text));
        const fact = { block: 'Job', label: name };
        const taken = writeFact(writeFact(text, { ...fact, value: said }), { ...fact, value: '' });
        // Servers trim a text's end.
        assert.equal(taken.trimEnd(), text.trimEnd());
      }),
      { numRuns: TEXTS },
    );
  });

  test('is read back as it was written, and nothing else changes', () => {
    fc.assert(
      fc.property(foreign, label, value, (text, name, said) => {
        const written = writeFact(text, { block: 'Job', label: name, value: said });
        const kept = oneLine(said);
        // An empty value removes the line. Then the next line with the label counts, if there is one.
        const read = readFact(written, 'Job', name);
        assert.ok(kept === '' || read === kept);
        assert.ok(onlyOneLineDiffers(text, written));
        const others = (of: string) =>
          readFacts(of, 'Job')
            .filter((fact) => fact.label.toLowerCase() !== name.toLowerCase())
            .map((fact) => [fact.label, fact.value]);
        assert.deepEqual(others(written), others(text));
      }),
      { numRuns: TEXTS },
    );
  });

  test.each([
    ['A\n--- Job ---\nCrew: Bo', 'A'],
    ['A\n--- Job ---\nCrew: Bo\n', 'A\n'],
    ['A\r\n\n--- Job ---\nCrew: Bo\r\n', 'A\r\n\n'],
  ])('removing the last one of %j leaves %j', (text, left) => {
    expect(writeFact(text, { block: 'Job', label: 'Crew', value: '' })).toBe(left);
  });

  test('that is written unchanged changes no byte', () => {
    fc.assert(
      fc.property(foreign, label, (text, name) => {
        const said = readFact(text, 'Job', name);
        assert.equal(
          writeFact(text, { block: 'Job', label: name, value: said ?? '' }),
          said === '' ? writeFact(text, { block: 'Job', label: name, value: '' }) : text,
        );
      }),
      { numRuns: TEXTS },
    );
  });
});

describe('an entry in any text', () => {
  test('is added at the end of the log, and everything before it stays', () => {
    fc.assert(
      fc.property(foreign, value, value, fc.integer({ min: 0, max: 4e12 }), (text, who, said, at) => {
        const entry = { at: at - (at % 60_000), offset: -360, who, text: said };
        const written = addEntry(text, LOG, entry);
        const before = readEntries(text, LOG, DENVER);
        const after = readEntries(written, LOG, DENVER);
        assert.equal(after.length, before.length + 1);
        const lines = said
          .trim()
          .split('\n')
          .map((line) => line.trimEnd());
        const added = { at: entry.at, offset: entry.offset, who: oneLine(who.replaceAll(':', ' ')) || '?' };
        const [first = '', ...more] = lines;
        const whole = [oneLine(first), ...more].join('\n');
        const wanted = { ...added, text: whole, lines: [] };
        assert.ok(after.some((read) => isDeepStrictEqual({ ...read, lines: [] }, wanted)));
        assert.ok(lines.length > 1 || onlyOneLineDiffers(text, written));
      }),
      { numRuns: TEXTS },
    );
  });

  test.each([
    'one\ntwo\n\nthree',
    'one\n  indented',
    'one\n--- Log ---\n\\--- Log ---\n2026-11-23 08:42 ann: pasted',
  ])('keeps its lines, whatever they look like: %j', (said) => {
    const entry = { at: AT, offset: -360, who: 'ann' };
    const written = addEntry(addEntry(NOTES, LOG, { ...entry, text: said }), LOG, {
      ...entry,
      text: 'after',
    });
    const texts = readEntries(written, LOG, DENVER).map(({ text }) => text);
    expect(texts.slice(1)).toEqual([said.replace('\n\n', '\n'), 'after']);
    expect(linesBesideEntries(written, LOG)).toEqual([]);
  });

  test('ten thousand entries are read in order', () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, index) =>
        `${writeStamp({ at: AT + ((index * 7919) % 10_000) * 60_000, offset: -360 })} ann: ${index}`,
    );
    const entries = readEntries(`--- Log ---\n${lines.join('\n')}`, LOG, DENVER);
    expect(entries).toHaveLength(10_000);
    expect(entries.map(({ at }) => at)).toEqual(
      entries.map(({ at }) => at).toSorted((one, other) => one - other),
    );
  });
});

describe('a checklist in any text', () => {
  test('an item that is marked and opened again leaves the text as it was', () => {
    fc.assert(
      fc.property(foreign, fc.nat(), (text, at) => {
        const listed = addItems(text, ['Work authorization', 'Certificate of completion']);
        const items = readChecklist(listed);
        const item = items[at % items.length];
        if (!item) return;
        const done = markItem(listed, item, { at: AT, offset: -360, who: 'ann' });
        assert.ok(onlyOneLineDiffers(listed, done));
        const marked = readChecklist(done).find(({ line: where }) => where === item.line);
        assert.deepEqual(marked, { ...item, done: true, by: '2026-11-23 08:42 -0600 ann' });
        assert.deepEqual(
          readChecklist(markItem(done, item, null)),
          items.map((other) => (other === item ? { ...other, done: false, by: '' } : other)),
        );
      }),
      { numRuns: TEXTS },
    );
  });

  test.each(['Reading (2026-11-27 morning)', 'Reading (2026-11-27 08:42 ann)'])(
    'keeps brackets at the end of an item: %s',
    (text) => {
      const listed = addItems('', [text, 'Reading (2026-11-28 morning)']);
      expect(readChecklist(listed).map((item) => item.text)).toEqual([text, 'Reading (2026-11-28 morning)']);
      const done = markItem(listed, { text }, { at: AT, offset: -360, who: 'ann' });
      expect(readChecklist(done)[0]).toMatchObject({ text, done: true, by: '2026-11-23 08:42 -0600 ann' });
      expect(markItem(done, { text }, null)).toBe(listed);
    },
  );

  test('shows a tick typed by hand as written', () => {
    expect(readChecklist('--- Checklist ---\n[x] Photos (2026-11-27)')).toMatchObject([
      { text: 'Photos (2026-11-27)', done: true, by: '' },
    ]);
  });

  test('does not add an item twice', () => {
    expect(
      addItems('--- Checklist ---\n[x]  work  AUTHORIZATION', ['Work authorization', 'Moisture map']),
    ).toBe('--- Checklist ---\n[x]  work  AUTHORIZATION\n[ ] Moisture map');
  });
});

describe('a moment', () => {
  test('is read back as it was written, in every time zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: -14 * 4, max: 14 * 4 }),
        (at, quarters) => {
          const stamp = { at: at - (at % 60_000), offset: quarters * 15 };
          expect(readStamp(writeStamp(stamp), () => 0)).toEqual(stamp);
        },
      ),
    );
  });

  test.each([
    ['2026-11-23 08:42 -0600', AT],
    ['2026-11-23  8:42  -06:00', AT],
    ['2026-11-23 08:42', AT],
    ['2026-02-30 08:42 -0600', null],
    ['2026-11-23 24:00 -0600', null],
    ['2026-11-23 08:42 -9900', null],
    ['yesterday', null],
  ])('%s', (text, at) => {
    expect(readStamp(text, DENVER)?.at ?? null).toBe(at);
  });
});

describe('the job of a work order', () => {
  test('is read from its notes', () => {
    expect(readJob(NOTES)).toEqual({
      crew: ['ann', 'bo'],
      flags: ['gas off', 'dog', 'gate 4471'],
      time: '09:00-11:00',
      project: 'Burst pipe at 2175 Oak St',
    });
    expect(stepTaken(NOTES, 'onTheWay', DENVER)).toEqual({ at: AT - 32 * 60_000, offset: -360, who: 'ann' });
    expect(stepTaken(NOTES, 'started', DENVER)).toBeNull();
    expect(namesProject(NOTES, ' burst pipe at 2175 Oak  St')).toBe(true);
    expect([namesProject(NOTES, 'Burst pipe'), namesProject('', '')]).toEqual([false, false]);
    expect(isOnCrew(readJob(NOTES), ' Ann ')).toBe(true);
    expect(isOnCrew({ crew: [''] }, '')).toBe(false);
  });

  test('gets a stamp for each step, and nothing else changes', () => {
    const started = stampStep(NOTES, 'started', { at: AT, offset: -360, who: 'ann' });
    expect(started).toBe(
      NOTES.replace('ann\n--- Checklist', 'ann\nStarted: 2026-11-23 08:42 -0600 ann\n--- Checklist'),
    );
  });

  test('gets a crew even in a text without a job', () => {
    expect(writeJob('', { crew: ['Ann', 'B, o'] })).toBe('--- Job ---\nCrew: Ann, B o');
    expect(writeJob('Ring twice', { crew: ['Ann'] })).toBe('Ring twice\n--- Job ---\nCrew: Ann');
    expect(writeJob(NOTES, { crew: [] })).toBe(NOTES.replace('Crew: ann, bo\n', ''));
  });

  test.each([
    ['pending', '', 'onTheWay'],
    ['assigned', NOTES, 'started'],
    ['in_progress', NOTES, 'finished'],
    ['completed', NOTES, null],
    ['cancelled', '', null],
  ] as const)('has a next step at status %s', (status, notes, step) => {
    expect(nextStep({ status, notes })).toBe(step);
  });
});

describe('a claim', () => {
  const text =
    'Kitchen flooded.\n--- Claim ---\nCarrier: Prairie Mutual\nclaim  NUMBER : 44-1182\nAdjuster: Kim Ray, +1-555-201-8890, kim.ray@example.com\n';

  test('is read, and one fact is changed', () => {
    const claim: Claim = readClaim(text);
    expect(claim).toMatchObject({ carrier: 'Prairie Mutual', claimNumber: '44-1182', policy: '' });
    expect(writeClaim(text, { ...claim, claimNumber: '44-1183', lossClass: '2' })).toBe(
      `${text.replace('claim  NUMBER : 44-1182', 'claim  NUMBER: 44-1183')}Class: 2`,
    );
    expect(writeClaim(text, claim)).toBe(text);
  });

  test.each([
    [
      'Kim Ray, +1-555-201-8890, kim.ray@example.com',
      { name: 'Kim Ray', phone: '+1-555-201-8890', email: 'kim.ray@example.com' },
    ],
    ['(555) 201-8890, Kim', { name: 'Kim', phone: '(555) 201-8890', email: '' }],
    ['Kim Ray', { name: 'Kim Ray', phone: '', email: '' }],
    [
      'javascript:alert(1), tel:911, mailto:a@b.c',
      { name: 'javascript:alert(1), tel:911, mailto:a@b.c', phone: '', email: '' },
    ],
    ['555.201.8890 , Kim Ray', { name: 'Kim Ray', phone: '555.201.8890', email: '' }],
    ['Kim Ray, kim@example.com', { name: 'Kim Ray', phone: '', email: 'kim@example.com' }],
    ['Kim Ray 555-555-0101', { name: 'Kim Ray', phone: '555-555-0101', email: '' }],
    ['Kim Ray (555) 555-0101 x4', { name: 'Kim Ray', phone: '(555) 555-0101 x4', email: '' }],
    ['Kim Ray: cell 555.555.0101', { name: 'Kim Ray', phone: 'cell 555.555.0101', email: '' }],
    ['Kim Ray - 555-555-0101, k@b.co', { name: 'Kim Ray', phone: '555-555-0101', email: 'k@b.co' }],
    ['Kim Ray 555‑555‑0101 k@b.co', { name: 'Kim Ray', phone: '555‑555‑0101', email: 'k@b.co' }],
    ['Kim Ray, 555–555–0101', { name: 'Kim Ray', phone: '555–555–0101', email: '' }],
    ['Claim 4471-2231-55 312-555-0101', { name: 'Claim 4471-2231-55', phone: '312-555-0101', email: '' }],
    ['911, 2026-11-23', { name: '911, 2026-11-23', phone: '', email: '' }],
    ['a@b, <b@c.de>, x@y.com?subject=z', { name: 'a@b, <b@c.de>, x@y.com?subject=z', phone: '', email: '' }],
  ])('has a contact in %s', (said, contact) => {
    expect(readContact(said)).toEqual(contact);
  });

  test.each([
    '555-555-0101 ext. 4471',
    '555-555-0101, ext. 4471',
    '555-555-0101, x4471',
    '1-800-FLOWERS',
    '1-800-FLOWERS x12',
    'cell 555-555-0101 / office (555) 555-0102',
    '555-555-0101 or 555-555-0102',
  ])('keeps an extension, letters and a second number with the phone: %s', (phone) => {
    const contact = { name: 'Kim Ray', phone, email: 'k@b.co' };
    expect(readContact(`Kim Ray, ${phone}, k@b.co`)).toEqual(contact);
  });

  test.each([
    'Kim Ray 5552018890',
    'Kim Ray, claim 555-201-8890',
    'Kim Ray, Policy no. 555-201-8890',
    'Kim Ray 44-555-201-8890',
    'Kim Ray, ext. 8890',
    'Kim Ray, 911',
    'Kim Ray, x4471',
    'Kim Ray, A-1182-FLOODED',
    'Kim Ray, 123-Mainstreet',
    'Kim Ray, kim@office',
    'Kim Ray, kim@example.com?bcc=all',
    'Kim Ray, comes on, 2026-01-15',
    'Kim Ray, comes on, 01-15-2026',
    'Kim Ray, comes on, 15.01.2026',
    'javascript:alert(1), tel:5552018890',
  ])('has no phone or e-mail unless it is certain: %s', (said) => {
    expect(readContact(said)).toEqual({ name: said, phone: '', email: '' });
  });
});

import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { type CalendarRow, calendarFile } from '../../../src/domain/schedule/calendar-file.ts';
import { Slots } from '../../../src/domain/schedule/slots.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import type { WorkOrder } from '../../../src/domain/work-order.ts';
import { job, jobNotes, moveToZone, TODAY } from './schedule-rows.ts';

const NOW = Date.UTC(2026, 11, 9, 12);
const SEEN = { created_at: null, updated_at: Date.UTC(2026, 11, 1), first_seen: 0 };

afterEach(() => moveToZone());

function rowOf(given: Partial<WorkOrder>, how: Partial<CalendarRow> = {}): CalendarRow {
  return { ...job('0190-local', given), serverId: 12, seen: SEEN, ...how };
}

function file(rows: readonly CalendarRow[], text: readonly string[] = []): string {
  const slots = new Slots<CalendarRow>(NO_DATE_FORMS);
  const question = { now: NOW, host: 'crm.example.com', textOf: () => text };
  return drawAll(
    calendarFile(
      rows.map((row) => slots.of(row)),
      question,
    ),
  );
}

/** Returns the lines of the file as a calendar reads them (RFC 5545, 3.1). */
function unfolded(text: string): string[] {
  return text.replaceAll('\r\n ', '').split('\r\n');
}

function event(given: Partial<WorkOrder>, how: Partial<CalendarRow> = {}): string[] {
  const lines = unfolded(file([rowOf(given, how)]));
  return lines.slice(lines.indexOf('BEGIN:VEVENT') + 1, lines.indexOf('END:VEVENT'));
}

const valueOf = (lines: readonly string[], name: string): string | undefined =>
  lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);

describe('a calendar file', () => {
  test('is a calendar with one event for each job that has a day', () => {
    const site = { address_line_1: '2175 Oak St', city: 'Austin', state: 'TX', postal_code: '78701' };
    const rows = [rowOf({ title: 'Dry out', ...site }), rowOf({ scheduled_date: null })];
    expect(file(rows, ['Crew: Ann', 'Gate 4'])).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Restoration CRM//Schedule//EN',
        'CALSCALE:GREGORIAN',
        'BEGIN:VEVENT',
        'UID:work-order-12@crm.example.com',
        'DTSTAMP:20261209T120000Z',
        'LAST-MODIFIED:20261201T000000Z',
        'SEQUENCE:218246400',
        'DTSTART;VALUE=DATE:20261209',
        'DTEND;VALUE=DATE:20261210',
        'SUMMARY:Dry out',
        'LOCATION:2175 Oak St\\, Austin\\, TX 78701',
        'DESCRIPTION:Crew: Ann\\nGate 4',
        'STATUS:CONFIRMED',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  test('is a calendar without a job', () => {
    expect(unfolded(file([])).at(-2)).toBe('END:VCALENDAR');
  });

  test('is made in steps', () => {
    const slots = new Slots<CalendarRow>(NO_DATE_FORMS);
    const many = Array.from({ length: 200 }, () => slots.of(rowOf({})));
    const steps = calendarFile(many, { now: NOW, host: 'x', textOf: () => [] });
    expect(steps.next().done).toBe(false);
    expect(drawAll(steps).match(/BEGIN:VEVENT/g)).toHaveLength(200);
  });
});

describe('an event', () => {
  const timed = (time: string, day = TODAY) => {
    const lines = event({ scheduled_date: day, notes: jobNotes({ time }) });
    return [valueOf(lines, 'DTSTART'), valueOf(lines, 'DTEND')];
  };

  test('has its time in UTC', () => {
    moveToZone('America/Chicago');
    expect(timed('9-11')).toEqual(['20261209T150000Z', '20261209T170000Z']);
    expect(timed('22:00-02:00')).toEqual(['20261210T040000Z', '20261210T080000Z']);
  });

  test('has no end where none is given', () => {
    moveToZone('America/Chicago');
    expect(timed('9:00')).toEqual(['20261209T150000Z', undefined]);
  });

  test('never ends before it begins when the clock goes forward', () => {
    moveToZone('America/Chicago');
    expect(timed('1:30 AM-3:30 AM', '2026-03-08')).toEqual(['20260308T073000Z', '20260308T083000Z']);
    expect(timed('2:30 AM-3:15 AM', '2026-03-08')).toEqual(['20260308T083000Z', undefined]);
  });

  test('keeps its id, and its number rises with each change', () => {
    const sequence = (how: Partial<CalendarRow>) => valueOf(event({}, how), 'SEQUENCE');
    const changed = Date.UTC(2026, 11, 1, 0, 0, 5);
    expect(sequence({ own: { changed } })).toBe('218246405');
    expect(sequence({ seen: { ...SEEN, updated_at: null, changed_seen: changed } })).toBe('218246405');
    expect(sequence({ seen: { ...SEEN, updated_at: null } })).toBe('0');
    expect(valueOf(event({}, { own: { changed } }), 'UID')).toBe('work-order-12@crm.example.com');
    expect(file([rowOf({}, { serverId: undefined })])).not.toContain('VEVENT');
  });

  test.each([
    ['pending', 'TENTATIVE'],
    ['completed', 'CONFIRMED'],
    ['cancelled', 'CANCELLED'],
    ['on_hold', 'CONFIRMED'],
  ])('of status %s is %s', (status, written) => {
    expect(valueOf(event({ status }), 'STATUS')).toBe(written);
  });

  test('escapes what would end a text, and leaves out control characters', () => {
    const title = 'Kim\\Ray; roof, wall\r\nEND:VEVENT\rBEGIN:VALARM\u0000\u0007\tx';
    expect(valueOf(event({ title }), 'SUMMARY')).toBe(
      'Kim\\\\Ray\\; roof\\, wall\\nEND:VEVENT\\nBEGIN:VALARM\tx',
    );
  });

  test('has no empty place or text', () => {
    const lines = event({});
    expect([valueOf(lines, 'LOCATION'), valueOf(lines, 'DESCRIPTION')]).toEqual([undefined, undefined]);
  });
});

describe('lines', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' });

  test('have at most 75 octets and whole characters, and unfold to what was written', () => {
    fc.assert(
      fc.property(text, (title) => {
        const written = file([rowOf({ title: `x${title}` })]);
        for (const line of written.split('\r\n')) {
          const octets = new TextEncoder().encode(line);
          expect(octets.length).toBeLessThanOrEqual(75);
          expect(new TextDecoder().decode(octets)).toBe(line);
        }
        expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        const summary = valueOf(unfolded(written), 'SUMMARY') ?? '';
        const read = summary.replace(/\\([\\;,nN])/g, (_, one: string) => (one === 'n' ? '\n' : one));
        // oxlint-disable-next-line no-control-regex -- what the file leaves out
        const kept = `x${title}`.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
        expect(read).toBe(kept.trim());
      }),
    );
  });
});

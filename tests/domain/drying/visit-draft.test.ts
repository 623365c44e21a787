import { describe, expect, test } from 'vitest';
import { addDrying, readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { addsDrying, type DryingFact } from '../../../src/domain/drying/drying-facts.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import {
  type Given,
  givenFor,
  isVisit,
  readVisit,
  stampFor,
  stepFact,
  temperatureFor,
  visitEntries,
  withAnswer,
  withTemperature,
  writeVisit,
} from '../../../src/domain/drying/visit-draft.ts';
import { visitSteps, walkOf } from '../../../src/domain/drying/visit-steps.ts';
import { at, fiveDays, moisture, setUp } from '../../support/drying/job.ts';

const DENVER = (): number => -360;
const SET_UP = addDrying('Ring twice.\n', at('2026-11-23 08:00'), setUp);
const steps = visitSteps(foldDrying(readDrying([SET_UP], DENVER)), 'Ann Lee');
const now = at('2026-11-23 09:05');

function answered(count: number): Given[] {
  return steps.slice(0, count).reduce<Given[]>((given, step, place) => {
    const value = step.asks === 'air' ? { fahrenheit: 60 + place, humidity: 50 } : 20 + place;
    return withAnswer(given, step, { stamp: now, fact: stepFact(step, value) });
  }, []);
}

test('a visit is read back from its draft after each number', () => {
  for (let count = 0; count <= steps.length; count += 1) {
    const given = answered(count);
    const draft = writeVisit(SET_UP, given);
    const back = readVisit(SET_UP, draft, DENVER);
    expect(steps.map((step) => givenFor(back, step)?.fact)).toEqual(
      steps.map((step) => givenFor(given, step)?.fact),
    );
    expect(addsDrying(SET_UP, draft)).toBe(count > 0);
    expect(draft.startsWith(SET_UP)).toBe(true);
  }
});

test('a number stands though its point got another setter, or its writer another name', () => {
  const stepsOf = (who: string, ...lines: readonly string[]) =>
    visitSteps(foldDrying(readDrying([['--- Drying ---', ...lines].join('\n')], DENVER)), who);
  const set = '2026-11-23 09:00 -0600 Bo Diaz: set A1 Wall, goal 15; A2 Floor';
  const earlier = '2026-11-23 08:00 -0600 Ann Lee: set A1 Wall, goal 15';
  const stamp = at('2026-11-23 09:05', 'Cy Orr');
  const given = stepsOf('Cy Orr', set).map((step) => ({
    stamp,
    fact: stepFact(step, step.asks === 'air' ? 'meter off' : 34),
  }));
  const open = (some: readonly Given[], now: ReturnType<typeof stepsOf>) =>
    now.filter((step) => !givenFor(some, step)).map(({ ref: { label, by } }) => [label, by]);
  expect(open(given, stepsOf('Cy Orr', set, earlier))).toEqual([]);
  const own = stepsOf('Bo Diaz', set).map((step) => ({
    stamp: at('2026-11-23 09:05', 'Bo Diaz'),
    fact: stepFact(step, 'meter off'),
  }));
  expect(open(own, stepsOf('Robert Diaz', set))).toEqual([]);
  const others = [set, '2026-11-23 09:01 -0600 Robert Diaz: set A1 Attic'];
  expect(open(own, stepsOf('Robert Diaz', ...others))).toEqual([['A1', '']]);
});

test('a form that sets something up is no visit', () => {
  expect(isVisit(answered(1))).toBe(true);
  expect(isVisit(setUp.map((fact) => ({ stamp: now, fact })))).toBe(false);
});

test('a visit is two entries: all air, all points', () => {
  expect(
    visitEntries(answered(steps.length)).map(({ text }) =>
      text.split('\n').map((line) => line.split(' ')[0]),
    ),
  ).toEqual([['air', 'points']]);
});

test('a visit that goes on later keeps the times of both parts', () => {
  const [first, second] = steps;
  if (!first || !second) throw new Error('There are steps.');
  const later = at('2026-11-24 07:30');
  const given = [
    { stamp: later, fact: stepFact(second, { fahrenheit: 70, humidity: 38 }) },
    { stamp: now, fact: stepFact(first, { fahrenheit: 52, humidity: 60 }) },
  ];
  const log = foldDrying(readDrying([writeVisit(SET_UP, given)], DENVER));
  expect(log.places.out.map((reading) => reading.at)).toEqual([now.at]);
  expect(log.places.un.map((reading) => reading.at)).toEqual([later.at]);
});

describe('a fact of a visit that began at 9:05', () => {
  const begun = [{ stamp: now, fact: moisture('A1', 34) }];
  const placed = '--- Drying ---\n2026-11-23 09:10 -0600 Bo Diaz: placed D9 LGR A';
  const timeOf = (word: DryingFact['word'], clock: string, log = '', who = 'Ann Lee') =>
    stampFor({ word }, at(clock, who), begun, readDrying([log], DENVER));

  test.each([
    ['a number that is read soon', 'points', '2026-11-23 09:19', ''],
    ['anything in its first minute', 'running', '2026-11-23 09:05', placed],
  ] as const)('has its time: %s', (_, word, clock, log) => {
    expect(timeOf(word, clock, log)).toEqual(now);
  });

  test.each([
    ['a number that is read later', 'air', '2026-11-23 09:20', ''],
    ['a number that is read after equipment was placed', 'air', '2026-11-23 09:12', placed],
    ['equipment that is seen running', 'running', '2026-11-23 09:06', ''],
    ['equipment that is removed', 'removed', '2026-11-23 09:06', ''],
    ['a number of another day', 'points', '2026-11-24 09:05', ''],
    ['a number after the clock was set back', 'points', '2026-11-23 09:04', ''],
  ] as const)('has its own time: %s', (_, word, clock, log) => {
    expect(timeOf(word, clock, log)).toEqual(at(clock));
  });

  test('has its own time if another person reads it, or if it is the first', () => {
    expect(timeOf('points', '2026-11-23 09:06', '', 'Bo Diaz').who).toBe('Bo Diaz');
    expect(stampFor({ word: 'points' }, now, [], [])).toEqual(now);
  });

  test('near midnight has the day on which it was read', () => {
    const [before, after] = [at('2026-11-23 23:58'), at('2026-11-24 00:02')];
    const given = [{ stamp: before, fact: moisture('A1', 34) }];
    expect(stampFor({ word: 'points' }, after, given, [])).toEqual(after);
  });
});

describe('the numbers of a walk of an hour', () => {
  const clocks = ['09:05', '09:21', '09:40'];
  const [out, un] = steps;
  if (!out || !un) throw new Error('There are steps.');
  const given: Given[] = clocks.flatMap((clock, n): Given[] => [
    {
      stamp: at(`2026-11-23 ${clock}`),
      fact: stepFact(n % 2 ? un : out, { fahrenheit: 60 + n, humidity: 50 }),
    },
    { stamp: at(`2026-11-23 ${clock}`), fact: moisture(`A${n + 1}`, 30 + n) },
  ]);

  test('share an entry for air and one for points, and keep their times', () => {
    const written = writeVisit(SET_UP, given);
    expect(written.slice(SET_UP.length).trim().split('\n')).toEqual([
      '2026-11-23 09:05 -0600 Ann Lee: air out 60F 50%, 09:21, un 61F 50%, 09:40, out 62F 50%',
      '2026-11-23 09:05 -0600 Ann Lee: points A1 30, 09:21, A2 31, 09:40, A3 32',
    ]);
    expect(readVisit(SET_UP, written, DENVER)).toHaveLength(given.length);
    const { places, points, notes } = foldDrying(readDrying([written], DENVER));
    expect(places.out.map((one) => one.at)).toEqual([at('2026-11-23 09:05').at, at('2026-11-23 09:40').at]);
    expect(points.slice(0, 3).map(({ readings }) => readings[0]?.at)).toEqual(
      clocks.map((clock) => at(`2026-11-23 ${clock}`).at),
    );
    expect(notes).toEqual([]);
  });

  test('of another day have an entry of their own, and what is removed meanwhile its minute', () => {
    const removed: Given = {
      stamp: at('2026-11-23 09:22'),
      fact: { word: 'removed', ref: { label: 'D1', by: '' }, isPoint: false },
    };
    const next: Given = { stamp: at('2026-11-24 00:02'), fact: moisture('A4', 30) };
    const written = writeVisit(SET_UP, [...given, removed, next]);
    expect(written).toContain('2026-11-24 00:02 -0600 Ann Lee: points A4 30');
    expect(written).toContain('2026-11-23 09:22 -0600 Ann Lee: removed D1');
    expect(readVisit(SET_UP, written, DENVER)).toHaveLength(given.length + 2);
  });

  test.each(['points 09:20, A1 30', 'points A1 30, 09:20', 'points A1 30, 24:20, A2 31', 'dry A, 09:20, A'])(
    'are not in %j: it is also shown as a note, or has no times',
    (text) => {
      const entries = readDrying([`${SET_UP}\n2026-11-23 09:05 -0600 Ann Lee: ${text}`], DENVER);
      expect(entries.filter((entry) => entry.at >= now.at).map((entry) => entry.text)).toEqual([text]);
    },
  );
});

test('an answer replaces an earlier one to the same step, also a removal', () => {
  const point = steps.find(({ asks }) => asks === 'point');
  if (!point) throw new Error('There is a point.');
  const removed: Given = { stamp: now, fact: { word: 'removed', ref: point.ref, isPoint: true } };
  const given = withAnswer(withAnswer(answered(3), point, removed), point, {
    stamp: now,
    fact: stepFact(point, 'not reachable'),
  });
  expect(given).toHaveLength(4);
  expect(givenFor(given, point)?.fact).toEqual(stepFact(point, 'not reachable'));
});

test('what another device added meanwhile is not taken for the visit', () => {
  const draft = writeVisit(SET_UP, answered(2));
  expect(readVisit(SET_UP, draft, DENVER)).toHaveLength(2);
  expect(addsDrying(fiveDays(), fiveDays())).toBe(false);
});

describe('a temperature without its humidity', () => {
  const kept = (count: number, fahrenheit: number) => {
    const step = steps[count];
    if (!step) throw new Error('There is a step.');
    const given = withTemperature(answered(count), step, { stamp: now, fahrenheit });
    return { step, given, back: readVisit(SET_UP, writeVisit(SET_UP, given), DENVER) };
  };

  test.each([52, 0, -4, 104])('is read back from the draft: %d', (fahrenheit) => {
    for (const count of [0, 3, 4]) {
      const { step, given, back } = kept(count, fahrenheit);
      expect(isVisit(given)).toBe(true);
      expect(temperatureFor(back, step)).toBe(fahrenheit);
      expect(steps.filter((one) => temperatureFor(back, one) !== null)).toEqual([step]);
      expect(givenFor(back, step)).toBeUndefined();
    }
  });

  test('is replaced by another, by the whole reading, and by none', () => {
    const { step, given } = kept(0, 52);
    expect(temperatureFor(withTemperature(given, step, { stamp: now, fahrenheit: 54 }), step)).toBe(54);
    expect(withTemperature(given, step, null)).toEqual([]);
    const whole = { stamp: now, fact: stepFact(step, { fahrenheit: 52, humidity: 60 }) };
    expect(withAnswer(given, step, whole)).toEqual([whole]);
  });

  test('is a note if the visit is saved without it', () => {
    const { given } = kept(3, 74);
    const { notes, chambers } = foldDrying(readDrying([writeVisit(SET_UP, given)], DENVER));
    expect(notes.map(({ text }) => text)).toEqual(['A 74F without humidity']);
    expect(chambers[0]?.readings).toEqual([]);
  });
});

test('an entry that another program split is not taken for the visit', () => {
  const stamp = '2026-11-23 09:05 -0600 Ann Lee:';
  const before = `${SET_UP}\n${stamp} air out 60F 50%, un 61F 50%`;
  const after = `${SET_UP}\n${stamp} air out 60F 50%\n${stamp} air un 61F 50%\n${stamp} air hvac 62F 50%`;
  expect(readVisit(before, after, DENVER).map(({ fact }) => fact)).toEqual([
    { word: 'air', ref: { label: 'hvac', by: '' }, value: { fahrenheit: 62, humidity: 50 } },
  ]);
});

test('visits are told apart by what they walk, also if two people set a chamber A', () => {
  const chambers = ['Ann Lee', 'lee, ann', 'Bo Diaz'].map((by) => walkOf({ label: 'A', by }));
  expect(chambers[0]).toBe(chambers[1]);
  expect(new Set([...chambers, walkOf({ label: 'B', by: 'Ann Lee' }), walkOf(null)]).size).toBe(4);
});

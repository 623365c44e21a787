import { describe, expect, test } from 'vitest';
import { changeCrew, crewNames, isOnCrew, readJob } from '../../../src/domain/day/job.ts';
import { likelyFirst, sameName } from '../../../src/domain/day/person-names.ts';
import { planDay } from '../../../src/domain/day/plan-day.ts';
import { NO_DATE_FORMS } from '../../../src/domain/plain-date.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import { workOrderSpec } from '../../../src/domain/work-order.ts';

const SAME = [
  ['Ann  Lee', 'Ann Lee'],
  [' ann\tLEE ', 'Ann Lee'],
  ['Ann\u00a0Lee', 'Ann Lee'],
  ['Jos\u00e9 Ruiz', 'Jose\u0301 Ruiz'],
  ['José Ruiz', 'jose ruiz'],
  ['Łukasz Żak', 'lukasz zak'],
  ['Lee, Ann', 'Ann Lee'],
  ['Lee , Ann M.', 'ann m lee'],
  ['Pat O’Neil', "Pat O'Neil"],
  ['A. Lee', 'a lee'],
  ['Ann-Marie Lee', 'Ann Marie Lee'],
  ['Ann\u2011Marie Lee', 'ann-marie lee'],
  ['Ann Lee,', 'Ann Lee'],
  ['Lee, Ann, Jr.', 'Lee Ann Jr'],
] as const;

describe('a person’s name', () => {
  test.each(SAME)('%j is %j', (one, other) => {
    expect(sameName(one, other)).toBe(true);
    expect(isOnCrew({ crew: ['Bo Diaz', other.replaceAll(',', ' ')] }, one)).toBe(true);
  });

  test.each([
    ['Ann Lee', 'Ann Leeds'],
    ['Ann Lee', 'Lee Ann'],
    ['Ann', 'Ann Lee'],
    ['A. Lee', 'Ann Lee'],
  ])('%j is not %j', (one, other) => {
    expect(sameName(one, other)).toBe(false);
  });

  test('finds a person’s jobs however the name was typed', () => {
    const blank = workOrderSpec.blank({ now: 0, random: 0 });
    const row = {
      view: { ...blank, scheduled_date: '2026-11-26', notes: '--- Job ---\nCrew: Bo, José  Ruiz' },
    };
    const day = '2026-11-26';
    for (const who of ['jose ruiz', 'Jose\u0301 Ruiz', 'Ruiz, José', 'JOSÉ   RUIZ'])
      expect(
        drawAll(planDay([row], { day, today: day, days: [day], who, dates: NO_DATE_FORMS })).due,
      ).toEqual([row]);
  });

  test('is added once, and removed, however it was typed', () => {
    const notes = '--- Job ---\nCrew: José Ruiz';
    const pending = { status: 'assigned', notes } as const;
    const added = changeCrew(pending, { add: ['Ruiz, Jose', 'Diaz, Bo'], remove: [] });
    expect(readJob(added.notes ?? '').crew).toEqual(['José Ruiz', 'Bo Diaz']);
    expect(changeCrew(pending, { add: [], remove: ['ruiz,  josé'] }).notes).toBe('');
  });

  test('is listed once, as it was first written', () => {
    const notes = (crew: string) => ({ view: { notes: `--- Job ---\nCrew: ${crew}` } });
    expect(drawAll(crewNames([notes('Jos\u00e9 Ruiz'), notes('Jose\u0301  ruiz, Bo')]))).toEqual([
      'Jos\u00e9 Ruiz',
      'Bo',
    ]);
  });
});

describe('likely names come first', () => {
  const known = ['Bo Diaz', 'Ann Lee', 'Al Reed', 'José Ruiz', 'Mia'];

  test.each([
    ['Ann L', ['Ann Lee']],
    ['Ann', ['Ann Lee']],
    ['A. Lee', ['Ann Lee']],
    ['lee a', ['Ann Lee']],
    ['A', ['Ann Lee', 'Al Reed']],
    ['Jose', ['José Ruiz']],
    ['Ruiz', ['José Ruiz']],
    ['Mia Wong', ['Mia']],
    ['A A', []],
    ['Nobody', []],
  ])('for %j: %j', (name, likely) => {
    const ordered = likelyFirst(name, known);
    expect(ordered.slice(0, likely.length)).toEqual(likely);
    expect(ordered.slice(likely.length)).toEqual(known.filter((one) => !likely.includes(one)));
  });
});

import { describe, expect, test } from 'vitest';
import { changesIn } from '../../../src/domain/drying/changes.ts';
import { addDrying, readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { jobFactsFor, jobValue, standardsText } from '../../../src/domain/drying/job-facts.ts';
import { writeFacts } from '../../../src/domain/drying/write-facts.ts';
import { at } from '../../support/drying/job.ts';
import { logOf } from '../../support/drying/log.ts';
import { DENVER } from '../../support/records/texts.ts';

const SAID = [
  '23 09:00 job meter = Tramex ME5',
  '23 09:00 job standard drywall = 9',
  '23 09:00 job standard oak = 8',
  '23 09:00 job billing = calendar days',
];
const log = logOf(
  ...SAID,
  '24 09:00 job meter = Tramex ME5, wood scale',
  '24 09:00 job standard Drywall = 10.5',
  '24 09:00 job standard oak = not said',
);

test('what was said last of the whole job counts', () => {
  expect(jobValue(log, 'meter')).toBe('Tramex ME5, wood scale');
  expect(jobValue(log, 'billing')).toBe('calendar days');
  expect(jobValue(logOf(), 'billing')).toBe('');
  expect(standardsText(log, ', ')).toBe('Drywall 10.5');
  expect(jobValue(log, 'standard drywall')).toBe('10.5');
  expect(jobValue(log, 'standard ')).toBe('');
  expect(log.notes).toEqual([]);
});

test('what it was before stays to be seen', () => {
  expect(changesIn(log)).toMatchObject([
    { about: 'job', name: 'meter', from: 'Tramex ME5', to: 'Tramex ME5, wood scale' },
    { about: 'job', name: 'standard Drywall', from: '9', to: '10.5' },
    { about: 'job', name: 'standard oak', from: '8', to: '' },
  ]);
});

describe('a form says only what is different', () => {
  const form = (change: Partial<Parameters<typeof jobFactsFor>[1]>) =>
    writeFacts(
      jobFactsFor(log, {
        meter: 'Tramex ME5, wood scale ',
        billing: 'calendar days',
        standards: 'drywall 10.5',
        ...change,
      }) ?? [],
    );

  test.each([
    [{}, []],
    [{ meter: '' }, ['job meter = not said']],
    [{ billing: '24-hour periods' }, ['job billing = 24-hour periods']],
    [{ standards: '' }, ['job standard Drywall = not said']],
    [{ standards: 'drywall 9\npine 7' }, ['job standard drywall = 9', 'job standard pine = 7']],
  ])('%j', (change, said) => {
    expect(form(change)).toEqual(said);
  });

  test('and each form of a minute counts', () => {
    const values = ['calendar days', '24-hour periods', 'calendar days'];
    const notes = values.reduce(
      (text, value) => addDrying(text, at('2026-11-24 09:00'), [{ word: 'job', name: 'billing', value }]),
      '',
    );
    expect(foldDrying(readDrying([notes], DENVER)).jobFacts.map(({ value }) => value)).toEqual(values);
  });
});

describe('dry standards are typed', () => {
  const typed = (standards: string) => jobFactsFor(logOf(), { meter: '', billing: '', standards });

  test.each([
    ['', []],
    ['drywall 9\n\n oak floor: 8,5 %\npine=7', ['drywall = 9', 'oak floor = 8.5', 'pine = 7']],
  ])('a line each: %j', (text, expected) => {
    expect(writeFacts(typed(text) ?? [])).toEqual(expected.map((said) => `job standard ${said}`));
  });

  test.each(['drywall', '9', 'drywall 9.55', 'drywall 1000', 'drywall 9\noak'])('not as %j', (text) => {
    expect(typed(text)).toBeNull();
  });
});

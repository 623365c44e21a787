import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitsOf, plainText, searchWays } from '../../src/domain/search-text.ts';
import { counterexample } from '../support/test/counterexample.ts';

describe('plain text', () => {
  it('has no capital letters and no accents', () => {
    expect(plainText('Müller')).toBe('muller');
    expect(plainText('ŁÓDŹ')).toBe('lodz');
    expect(plainText('Straße')).toBe('strasse');
    expect(plainText('Smørrebrød')).toBe('smorrebrod');
    expect(plainText('O’Neil')).toBe("o'neil");
    expect(plainText('ΟΔΟΣ')).toBe(plainText('οδος'));
    expect(plainText('İstanbul')).toBe('istanbul');
  });

  it('of a text that contains another contains the other’s plain text', () => {
    const text = fc.string({ unit: 'grapheme' });
    expect(
      counterexample(
        fc.property(text, text, text, (before, part, after) =>
          plainText(before + part + after).includes(plainText(part)),
        ),
      ),
    ).toBeNull();
  });
});

describe('a search', () => {
  it('looks for each of its words, whatever is between them', () => {
    expect(searchWays('  Lee,  Ann ')).toEqual([['lee', 'ann']]);
    expect(searchWays(' , ')).toBeNull();
    expect(searchWays('')).toBeNull();
  });

  it.each(['777-1234', '(777) 1234', '777.1234', '777 1234'])('finds a number by its digits: %s', (typed) => {
    expect(searchWays(typed)).toContainEqual(['7771234']);
  });

  it('finds a number with or without its country code', () => {
    expect(searchWays('+1 (555) 777-1234')).toContainEqual(['5557771234']);
    expect(searchWays('7771234')).toEqual([['7771234']]);
  });

  it('does not look for a number if it has letters, or hardly a digit', () => {
    expect(searchWays('WO-12345')).toEqual([['wo-12345']]);
    expect(searchWays('1-2')).toEqual([['1-2']]);
  });
});

it('a phone number has its written digits; a value that is not text has none', () => {
  expect(digitsOf('+1-555-777-1234')).toBe('15557771234');
  expect(digitsOf(null)).toBe('');
});

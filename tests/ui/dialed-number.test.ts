import { describe, expect, test } from 'vitest';
import { dialedNumber } from '../../src/ui/text/dialed-number.ts';
import { plainNumber } from '../../src/ui/text/plain-number.ts';

const ONE = '+15555550101';

describe('a phone number as typed by a user', () => {
  test.each([
    ['555-555-0101', ONE],
    ['(555) 555-0101', ONE],
    [' 555.555.0101 ', ONE],
    ['5555550101', ONE],
    ['1 (555) 555-0101', ONE],
    ['+1-555-555-0101', ONE],
    ['+15555550101', ONE],
  ])('%j is plain, and both parsers agree', (typed, number) => {
    expect(plainNumber(typed)).toEqual({ call: number, text: number });
    expect(dialedNumber(typed)).toEqual({ call: number, text: number });
  });

  test.each([
    'Claim 4471-2231-55 555-555-0101',
    'Policy 44.7122.3155, call (555) 555-0101',
    '5555550101, claim 4471-2231-55',
    'Claim # 4471223155, 555-555-0101',
    'CLM-4471223155 ext 4, 555-555-0101',
    'Policy 1234567890, 555-555-0101',
    'Since 11/28/2026 555-555-0101',
    '555-555-O1O1',
  ])('%j is exactly one phone number', (typed) => {
    expect(dialedNumber(typed)?.call).toBe(ONE);
  });

  test.each([
    '555-555-0101 ext. 4471',
    '555-555-0101 x4471',
    '555-555-0101x4471',
    '555-555-0101, ext 4471',
    '555-555-0101 (ext. 4471)',
    '(555) 555-0101 extension 4471',
    '555-555-0101 #4471',
    '555-555-0101,4471',
    '555-555-0101;ext=4471',
    '555-555-0101,,4471#',
    'office 555-555-0101 Ext: 4471',
    '555-555-0101 ext. 4471 / 555-555-0102 ext. 9',
  ])('%j dials its extension after a pause, and never in a text message', (typed) => {
    expect(plainNumber(typed)).toBeNull();
    expect(dialedNumber(typed)).toEqual({ call: `${ONE},4471`, text: ONE });
  });

  test.each([
    '555-555-0101 / 555-555-0102',
    '555-555-0101/555-555-0102',
    '555-555-0101, 555-555-0102',
    '555-555-0101,555-555-0102',
    '5555550101,5555550102',
    '5555550101 5555550102',
    '555-555-0101; 555-555-0102',
    '555-555-0101 or 555-555-0102',
    '555-555-0101 & 555-555-0102',
    '555-555-0101-555-555-0102',
    '(555) 555-0101 (555) 555-0102',
    '555-555-0101\n555-555-0102',
    'cell 555-555-0101, home 555-555-0102',
    '555-555-0101 (cell), 555-555-0102 (home)',
    '555-555-0101 Ann, 555-555-0102 Bo',
    '555-555-0101, 4471 Oak St',
  ])('of %j, the first is dialed', (typed) => {
    expect(plainNumber(typed)).toBeNull();
    expect(dialedNumber(typed)).toEqual({ call: ONE, text: ONE });
  });

  test.each([
    ['1-800-FLOWERS', '+18003569377'],
    ['1-800-flowers', '+18003569377'],
    ['(800) FLOWERS', '+18003569377'],
    ['1800FLOWERS', '+18003569377'],
    ['1-888-GOT-DRYOUT', '+18884683796'],
    ['1-800 GOT JUNK', '+18004685865'],
    ['555-DRY-HOME', '+15553794663'],
    ['1-800-4-FLOOD-1', '+18004356631'],
  ])('the letters of %j are dialed by keypad', (typed, number) => {
    expect(dialedNumber(typed)).toEqual({ call: number, text: number });
  });

  test('letters and an extension', () => {
    expect(dialedNumber('1-800-FLOWERS x12')).toEqual({ call: '+18003569377,12', text: '+18003569377' });
    expect(dialedNumber('1-800-FLOWERSx12')).toEqual({ call: '+18003569377,12', text: '+18003569377' });
  });

  test.each([
    ['+44 20 7946 0958', '+442079460958', '+442079460958'],
    ['011 44 20 7946 0958', '+442079460958', '+442079460958'],
    ['+49 30 123456 ext 5', '+4930123456,5', '+4930123456'],
    ['020 7946 0958', '02079460958', '02079460958'],
    ['555-0101', '5550101', '5550101'],
    ['555-0101 x12', '5550101,12', '5550101'],
    ['555-0101 / 555-0102', '5550101', '5550101'],
    ['555-0101 Anna', '5550101', '5550101'],
  ])('%j is local or of another country', (typed, call, text) => {
    expect(dialedNumber(typed)).toEqual({ call, text });
  });

  test.each([
    '',
    'n/a',
    'ask the office',
    '911',
    'ext. 4471',
    '12345',
    '55555501015555550102',
    '2026-11-28',
    'none yet 0',
    'Claim 4471223155',
    'Policy 1234567890',
    'javascript:alert(1)',
  ])('%j has no number', (typed) => {
    expect(plainNumber(typed)).toBeNull();
    expect(dialedNumber(typed)).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { splitAddress, withLostZero } from '../../../src/domain/import/addresses.ts';
import { cleanText } from '../../../src/domain/import/clean-text.ts';
import { type ReadValue, readEmail, readPhone } from '../../../src/domain/import/read-cell.ts';

/** Returns '555-0101' without a doubt, else '? cause → fix (lost)'. */
function shown({ value, doubt }: ReadValue): string {
  if (!doubt) return value;
  return `? ${doubt.cause} → ${doubt.fix ?? 'nothing'}${doubt.lost === '' ? '' : ` (${doubt.lost})`}`;
}

describe('cells are cleaned of what other programs add', () => {
  test.each([
    ['marks that cannot be seen', '\u202a\u200bAnn\u202c\ufeff\u00ad Lee\u0000', 'Ann Lee'],
    ['blanks of all kinds', '\u00a0 Ann\u2009Lee\t', 'Ann Lee'],
    ['="02134"', '="02134"', '02134'],
    ['="" with quotes in it', '="the ""Annex"""', 'the "Annex"'],
    [
      'numbered entities, also written twice',
      'O&#039;Brien &amp;#x27;Bo&amp;#x27; &#8211;',
      "O'Brien 'Bo' –",
    ],
    ['named entities', 'Jos&eacute; &amp; &Ntilde;u&nbsp;&lt;x&gt;', 'José & Ñu <x>'],
    ['line ends', '12 Oak St,\r\n Austin', '12 Oak St, Austin'],
    ['line ends of other programs', '12 Oak St\u000bApt 3\u2028Austin', '12 Oak St, Apt 3, Austin'],
  ])('%s', (_, cell, text) => {
    expect(cleanText(cell)).toBe(text);
  });

  test.each([
    "'Round",
    "'t Hooft",
    '=1+1',
    '-Bob',
    '@home',
    'Null',
    'True',
    'NaN',
    'AT&T; Inc',
    "'+1-555-555-0101",
    '&constructor; &toString;',
    '👩🏽‍🔧 Ana',
    'می‌خواهم',
  ])('but %s stays', (text) => {
    expect(cleanText(text)).toBe(text);
  });
});

describe('a phone number', () => {
  test.each([
    ['(312) 555-0101 ext. 5', '? extension → (312) 555-0101 (ext. 5)'],
    ['312-555-0101x5', '? extension → 312-555-0101 (x5)'],
    ['312.555.0101, Ext:22', '? extension → 312.555.0101 (Ext:22)'],
    ['(555) 555-0101 #4', '? extension → (555) 555-0101 (#4)'],
    ['312-555-0101 ext5', '? extension → 312-555-0101 (ext5)'],
    ['312-555-0101Ext5', '? extension → 312-555-0101 (Ext5)'],
    ['312-555-0101 EXT5', '? extension → 312-555-0101 (EXT5)'],
    ['312-555-0101 extension5', '? extension → 312-555-0101 (extension5)'],
    ['312-555-0101 ext-5', '? extension → 312-555-0101 (ext-5)'],
    ['312-555-0101;ext=5', '? extension → 312-555-0101 (ext=5)'],
    ['312-555-0101 - x 5', '? extension → 312-555-0101 (x 5)'],
    ['312-555-0101 ;5', '? notPhone → nothing'],
    ['12/3/2024', '? notPhone → nothing'],
    ['12.3.2024', '? notPhone → nothing'],
    ['2024-12-03', '? notPhone → nothing'],
    ['(555) 555-0102 (cell)', '? label → (555) 555-0102 (cell)'],
    ['C: 555-555-0102', '? label → 555-555-0102 (C)'],
    ['555-555-0102c', '? label → 555-555-0102 (c)'],
    ['H 555-555-0101 / C 555-555-0102', '? twoPhones → 555-555-0101 (H C 555-555-0102)'],
    ['555-555-0101 or 555-555-0102', '? twoPhones → 555-555-0101 (or 555-555-0102)'],
    ['555-555-0101/0102', '? twoPhones → 555-555-0101 (0102)'],
    ['5555550101 5555550102', '? twoPhones → 5555550101 (5555550102)'],
    ['555-555-0101\n555-555-0102', '? twoPhones → 555-555-0101 (555-555-0102)'],
    ['555-555-0101 ::: 555-555-0101', '555-555-0101'],
    ['3.12556E+09', '? rounded → nothing'],
    ['3.125560101E+09', '3125560101'],
    ['5555550101.0', '5555550101'],
    ["'+1-555-555-0101", '+1-555-555-0101'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['+1 (555) 555 - 0101, ', '+1 (555) 555-0101'],
    ['+1 (555) (555) (01 01)', '+15555550101'],
    ['tel:+1-555-555-0101', '+1-555-555-0101'],
    ['Phone #: 555-555-0101', '555-555-0101'],
    ["'5555550101", '5555550101'],
    ['\u202a555\u2011555\u20130101\u202c', '555-555-0101'],
    ['５５５-555-0101', '555-555-0101'],
    ['[555] 555/0101', '555-555-0101'],
    ['030/901820', '? notPhone → 030-901820'],
    ['555-555-01O1', '? notPhone → nothing'],
    ['555-01a01-22; 555-0102', '? notPhone → nothing'],
    ['555-555-0102cell', '? notPhone → nothing'],
    ['(555 ) 555-0101', '(555) 555-0101'],
    ['+44 (20) (7946) (0958) 1', '+4420794609581'],
    ['5 5 5 5 5 5 0 1 0 1 1', '55555501011'],
    ['911', '? notPhone → nothing'],
    ['ask Ann', '? notPhone → nothing'],
    ['N/A', ''],
    ['none', ''],
    ['-', ''],
  ])('%j: %s', (text, expected) => {
    expect(shown(readPhone(cleanText(text)))).toBe(expected);
  });

  test('in doubt is kept as it is in the file', () => {
    expect(readPhone('Phone: 555-555-0101 x8').value).toBe('Phone: 555-555-0101 x8');
  });
});

describe('an e-mail address', () => {
  test.each([
    ['A@B.CO', 'A@B.CO'],
    ["pat.o'neil@b.co", "pat.o'neil@b.co"],
    ['pat.o’neil@b.co', "pat.o'neil@b.co"],
    ['<a@b.co>,', 'a@b.co'],
    ['"Lee, Ann" <a@b.co>', 'a@b.co'],
    ['MAILTO:a@b.co?subject=Hello', 'a@b.co'],
    ['a@b.co\u200b.', 'a@b.co'],
    ['a@b.co; A@b.co', 'a@b.co'],
    ['a@b.co, c@d.co', '? twoEmails → a@b.co (c@d.co)'],
    ['a@b.co/c@d.co or e@f.co', '? twoEmails → a@b.co (c@d.co, e@f.co)'],
    ['Ann <a@b.co>; Bob <c@d.co>', '? twoEmails → a@b.co (c@d.co)'],
    ['a@b.co ::: c@d.co', '? twoEmails → a@b.co (c@d.co)'],
    ['a@b.co (work)', '? notEmail → a@b.co ((work))'],
    ['a @b.co', '? notEmail → a@b.co'],
    ['a@b,co', '? notEmail → a@b.co'],
    ['a(at)b.co', '? notEmail → a@b.co'],
    ['a@bco', '? notEmail → nothing'],
    ['@home', '? notEmail → nothing'],
    ['zoë@b.co', '? notEmail → nothing'],
    ['n/a', ''],
    ['No email', ''],
    ['--', ''],
  ])('%j: %s', (text, expected) => {
    expect(shown(readEmail(cleanText(text)))).toBe(expected);
  });
});

describe('an address in one cell is split if it is clear', () => {
  test.each([
    ['12 Oak St, Austin, TX 78701', '12 Oak St|Austin|TX|78701'],
    ['12 Oak St, Apt 3, Austin TX, 78701-1234', '12 Oak St, Apt 3|Austin|TX|78701-1234'],
    ['12 Oak St\nAustin, TX 78701\nUSA', '12 Oak St|Austin|TX|78701'],
    ['12 Oak St, New York, New York 10001', '12 Oak St|New York|New York|10001'],
    ['12 Oak St, St. Louis, N.C. 27101', '12 Oak St|St. Louis|N.C.|27101'],
    ['12 Oak St, Boston, MA 2134', '12 Oak St|Boston|MA|2134'],
    ['12 Oak St Austin TX 78701', null],
    ['12 Oak St, Austin, TX', null],
    ['3 Pine, Apt 1', null],
    ['5 Rue X, 75001 Paris', null],
    [`12 Oak St, ${'x'.repeat(300)}, TX 78701`, null],
  ])('%j', (text, parts) => {
    const address = splitAddress(cleanText(text));
    expect(address && Object.values(address).join('|')).toBe(parts);
  });
});

describe('a ZIP code that lost its zero', () => {
  test.each([
    ['2134', 'MA', '02134'],
    ['2134-1234', 'massachusetts', '02134-1234'],
    ['7030', 'N.J.', '07030'],
    ['601', 'PR', '00601'],
    ['2134', '', '02134'],
    ['2134', 'TX', 'nothing'],
    ['2134', 'Mass.', '02134'],
    ['601', '', '00601'],
    ['9012', 'AE', '09012'],
    ['21341234', 'MA', '02134-1234'],
    ['21341234', '', '02134-1234'],
    ['6011234', 'PR', '00601-1234'],
    ['601', 'TX', 'nothing'],
    ['601', 'New South Wales', 'none is missing'],
    ['01310100', 'São Paulo', 'none is missing'],
    ['2134', 'New South Wales', 'none is missing'],
    ['78701', 'TX', 'none is missing'],
  ])('%s in %j: %s', (zip, state, expected) => {
    const lost = withLostZero(zip, state);
    expect(lost === null ? 'none is missing' : (lost.fix ?? 'nothing')).toBe(expected);
  });
});

import fc from 'fast-check';

const NUL = String.fromCharCode(0);

const LENGTHS = [0, 1, 20, 21, 50, 51, 100, 101, 150, 151, 200, 201, 254, 255, 256, 10_000, 10_001];
const NUMBERS = [0, -0, -1, 0.1 + 0.2, 1e21, 2 ** 31, 2 ** 53, 2 ** 63, 1.7e308, 5e-324];
const NUMERALS = `0 -0 0.01 0.001 99.9999 100 9999999999.99 10000000000 1e9 1e-7 1e400 ٣ infinity
  9223372036854775807 9223372036854775808 -9223372036854775808 00000000000000000001`;
const DAYS = `0001-01-01 0000-01-01 9999-12-31 10000-01-01 2024-02-29 2023-02-29 2026-13-01 2026-01-31T24:00:00Z
  2026-01-31T23:59:60Z 2026-01-31T00:00:00+99:99 2026-01-31T00:00`;

/** Values at the limits of what columns accept: lengths, amounts, days, ids. */
const BOUNDARIES: readonly unknown[] = [
  ...LENGTHS.map((length) => 'x'.repeat(length)),
  ...NUMBERS,
  ...wordsOf(NUMERALS),
  ...wordsOf(DAYS),
];

/** Values of the wrong type. */
const SWAPPED: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [1],
  ['x'],
  { id: 1 },
  { amount: null },
  { amount: '5', currency: 'EUR' },
  { amount: { amount: '5' }, currency: ['USD'] },
  [[[[[[]]]]]],
];

/** Texts meant to be mistaken for something else. */
const TEXTS: readonly string[] = [
  `x${NUL}y`,
  NUL,
  '\ud83c',
  '\udfe0\ud83c',
  '🏠'.repeat(60),
  '\u202eevil\u2066',
  '\ufeff',
  'ﷺ'.repeat(18),
  'Z\u0351\u036b\u0343'.repeat(40),
  "'; drop table customers;--",
  "' or 1=1--",
  '$1',
  '$$; select pg_sleep(9); $$',
  '\\x27\\',
  '%s%n%d',
  '{{7*7}}${7*7}<%= 7*7 %>#{7*7}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  '\r\nset-cookie: a=b',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'null',
  'undefined',
  '[object Object]',
];

export const HOSTILE_VALUES: readonly unknown[] = [...BOUNDARIES, ...SWAPPED, ...TEXTS];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TEXTS, ...BOUNDARIES.map(String)),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE_VALUES),
  hostileText,
  fc.double(),
  fc.bigInt().map(String),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Keys that no body should have, including names that every object has. */
export const hostileKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'id',
    'company_id',
    '',
  ),
  fc.string({ maxLength: 10 }),
);

/** The last segment of a path, already encoded: valid and invalid ids. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '1',
    '2',
    '3',
    '0',
    '-1',
    '1.0',
    '01',
    '9007199254740993',
    '9'.repeat(300),
    '%00',
    '%ff',
    '%zz',
  ),
  fc.constantFrom(
    '%',
    '..%2f..',
    '%2e%2e',
    '1%00',
    '1;drop',
    '*',
    ':id',
    'dashboard_stats',
    '__proto__',
    "1'--",
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map(encodeURIComponent),
);

/** The query string, without the question mark. */
export const hostileQuery: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(
          'page',
          'page_size',
          'search',
          'ordering',
          'status',
          'customer',
          'cursor',
          'limit',
          'format',
        ),
        fc.string({ unit: 'grapheme', maxLength: 6 }).map(encodeURIComponent),
      ),
      fc.oneof(
        fc.constantFrom(
          '1',
          '2',
          '0',
          '-1',
          '1e3',
          '999999999999',
          '9'.repeat(40),
          'last',
          '',
          '%',
          '%ff',
          '%00',
          '[]',
        ),
        hostileText.map((text) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'))),
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

const HEADER_NAMES = wordsOf(`accept accept-encoding content-type content-encoding cookie expect host if-match
  if-none-match idempotency-key origin range referer x-forwarded-for x-forwarded-host x-forwarded-proto
  x-http-method-override x-request-id x-original-url upgrade te`);

const HEADER_VALUES = [
  ...wordsOf(`* "1" W/"1" " null application/json text/html ;;; gzip bytes=0-1 https://evil.example evil.example/..
    [::1 javascript DELETE 100-continue {{7*7}}`),
  '',
  'application/json; charset=x',
  '127.0.0.1, 10.0.0.1',
  'a'.repeat(4_000),
  "'; drop table customers;--",
];

/** Headers other than the token's. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(...HEADER_NAMES),
  fc.oneof(
    fc.constantFrom(...HEADER_VALUES),
    // A header may contain printable Latin-1 characters.
    fc
      .array(
        fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f),
        { maxLength: 30 },
      )
      .map((codes) => String.fromCharCode(...codes).trim()),
  ),
  { maxKeys: 3, noNullPrototype: true },
);

function wordsOf(text: string): string[] {
  return text.split(/\s+/);
}

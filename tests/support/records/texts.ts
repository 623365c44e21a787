import fc from 'fast-check';

export const TEXTS = 10_000;
export const DENVER = (): number => -360;
export const AT = Date.parse('2026-11-23T14:42:00Z');

export const NOTES = `Call before arriving.
--- Job ---
Crew: ann, bo
Flags: gas off, dog, gate 4471
Time: 09:00-11:00
Project: Burst pipe at 2175 Oak St
On the way: 2026-11-23 08:10 -0600 ann
--- Checklist ---
[x] Work authorization (2026-11-23 08:45 -0600 ann)
[ ] Certificate of completion
--- Log ---
2026-11-23 08:42 -0600 ann: Wall open behind the washer. Adjuster comes at 3.
--- Something of the office's ---
Their: own
`;

/** All sorts of lines that a text may have: ours, almost ours, foreign, in other alphabets, hostile. */
const line = fc.oneof(
  fc.constantFrom(
    '--- Job ---',
    '---job---',
    '  --- Log ---',
    '--- Visit 2026-11-23 09:05 -0600 ann ---',
    '--- ---',
    '---',
    '--- --- ---',
    'Crew: ann, bo',
    'crew :  ann',
    'CREW:',
    ': nothing',
    'On the way: 2026-11-23 08:10 -0600 ann',
    'Crew：ann',
    'تاريخ: ٢٣',
    'Экипаж: Анна',
    '2026-11-23 08:42 -0600 ann: Wall open',
    '2026-11-23 08:42 ann: no zone',
    '2026-02-30 25:99 -9999 x: y',
    '[x] Work authorization',
    '[ ] Certificate of completion',
    '[] empty',
    '[x]',
    '',
    '   ',
    '\t',
    '<script>alert(1)</script>',
    '(a+)+$',
    '__proto__: x',
    'constructor: y',
    '$1 $& \\',
  ),
  fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.replace(/[\r\n]/g, '')),
);
export const foreign = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 14 })
  .chain((lines) =>
    fc.boolean().map((ended) => {
      const text = lines.map(([said, end]) => said + end).join('');
      return ended ? text : text.replace(/\r?\n$/, '');
    }),
  );

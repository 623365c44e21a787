import { describe, expect, test } from 'vitest';
import { decodeText, kindOfBytes } from '../../src/domain/decode-text.ts';
import { drawAll } from '../../src/domain/draw-all.ts';

const TEXT = 'Zoë,Łódź,“quoted”,👩🏽‍🔧\r\n';

const read = (bytes: Uint8Array): string => drawAll(decodeText(bytes));

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  for (const [at, unit] of [
    0xfeff,
    ...Array.from({ length: text.length }, (_, n) => text.charCodeAt(n)),
  ].entries())
    view.setUint16(2 * at, unit, littleEndian);
  return new Uint8Array(view.buffer);
}

describe('a text is read', () => {
  test.each([
    ['in UTF-8', new TextEncoder().encode(TEXT)],
    ['in UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${TEXT}`)],
    ['in UTF-16, little end first', utf16(TEXT, true)],
    ['in UTF-16, big end first', utf16(TEXT, false)],
  ])('%s', (_, bytes) => {
    expect(kindOfBytes(bytes)).toBe('text');
    expect(read(bytes)).toBe(TEXT);
  });

  test('in windows-1252 where it is no UTF-8', () => {
    expect(read(Uint8Array.from([0x5a, 0x6f, 0xeb, 0x20, 0x93, 0x78, 0x94, 0x80]))).toBe('Zoë “x”€');
  });

  test('in windows-1252 from its beginning, however late that shows', () => {
    const bytes = new Uint8Array(1_200_000).fill(0x61);
    bytes[1_199_999] = 0xeb;
    expect(read(bytes)).toBe(`${'a'.repeat(1_199_999)}ë`);
  });

  test('whole where a letter stands across two steps', () => {
    const text = `${'a'.repeat(512 * 1024 - 1)}ë${'b'.repeat(10)}`;
    expect(read(new TextEncoder().encode(text))).toBe(text);
  });
});

test.each([
  ['a workbook', [0x50, 0x4b, 3, 4, 20], 'zip'],
  ['a picture', [0x89, 0x50, 0, 1], 'binary'],
  ['nothing', [], 'text'],
])('%s is no text', (_, bytes, kind) => {
  expect(kindOfBytes(Uint8Array.from(bytes))).toBe(kind);
});

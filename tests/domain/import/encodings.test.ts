import { describe, expect, it, test } from 'vitest';
import {
  decodeText,
  type Encoding,
  encodingSamples,
  findEncoding,
  kindOfBytes,
} from '../../../src/domain/import/encodings.ts';
import { drawAll } from '../../../src/domain/steps.ts';

const TEXT = 'Zoë,Łódź,“quoted”,👩🏽‍🔧\r\n';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const found = (bytes: Uint8Array): Encoding => drawAll(findEncoding(bytes)).encoding;
const read = (bytes: Uint8Array): string => drawAll(decodeText(bytes, found(bytes))).text;

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

/** Encodes each character as one byte. */
function oneByte(text: string, encoding: 'windows-1252' | 'macintosh'): Uint8Array {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const letters = Array.from(new TextDecoder(encoding).decode(bytes, { stream: true }));
  return Uint8Array.from(Array.from(text, (letter) => letters.indexOf(letter)));
}

describe('a text is read whole', () => {
  test.each([
    ['in UTF-8', utf8(TEXT)],
    ['in UTF-8 with a mark', utf8(`\uFEFF${TEXT}`)],
    ['in UTF-16 with a mark, little end first', utf16(`\uFEFF${TEXT}`, true)],
    ['in UTF-16 with a mark, big end first', utf16(`\uFEFF${TEXT}`, false)],
    ['in UTF-16 without a mark, little end first', utf16(`Name,City${TEXT}`, true), `Name,City${TEXT}`],
    ['in UTF-16 without a mark, big end first', utf16(`Name,City${TEXT}`, false), `Name,City${TEXT}`],
  ])('%s', (_, bytes, text = TEXT) => {
    expect([kindOfBytes(bytes), read(bytes)]).toEqual(['text', text]);
    expect(drawAll(findEncoding(bytes)).isSure).toBe(true);
  });

  test('even if a character spans two steps', () => {
    const text = `${'a'.repeat(64 * 1024 - 1)}ë${'b'.repeat(10)}`;
    expect(read(utf8(text))).toBe(text);
  });
});

describe('a one-byte encoding is recognized by the words that it makes', () => {
  const words = [
    'René',
    'Peña',
    'O’Neil',
    'CAFÉ',
    'MUÑOZ',
    'Ñandú',
    'Besançon',
    'Bjørn Søe',
    'Ålesund',
    'Élan',
  ];
  const texts = [...words, '“Bud” Al', 'Strauß', '¿Qué?', 'D’ANGELO', 'Ana – Peña'];

  test.each(texts.flatMap((text) => [[text, 'windows-1252'] as const, [text, 'macintosh'] as const]))(
    '%s in %s',
    (text, encoding) => {
      const bytes = oneByte(`Name\n${text}\n`, encoding);
      expect([found(bytes), read(bytes)]).toEqual([encoding, `Name\n${text}\n`]);
      expect(drawAll(findEncoding(bytes)).isSure).toBe(false);
    },
  );

  it('even if its first letter comes late', () => {
    const bytes = new Uint8Array(300_000).fill(0x61);
    bytes[299_999] = 0xeb;
    expect(read(bytes)).toBe(`${'a'.repeat(299_999)}ë`);
  });
});

describe('a byte that is not UTF-8 in a UTF-8 text', () => {
  const bytes = Uint8Array.from([...utf8('Zoë,Bö,Müller\nN'), 0xfa, ...utf8('ñez,É\n')]);

  it('is read as windows-1252, and garbles nothing else', () => {
    const { text, mended } = drawAll(decodeText(bytes, 'utf-8'));
    expect([found(bytes), text]).toEqual(['utf-8', 'Zoë,Bö,Müller\nNúñez,É\n']);
    expect(mended.map((at) => text[at])).toEqual(['ú']);
  });

  it('is shown in the sample', () => {
    expect(encodingSamples(bytes, 'utf-8').map(({ sample }) => sample)).toEqual([
      'Núñez,É',
      new TextDecoder('latin1').decode(Uint8Array.from([0x4e, 0xfa, 0xc3, 0xb1])).concat('ez,Ã‰'),
      'N˙√±ez,√â',
    ]);
  });

  it('is mended, however many there are', () => {
    const rows = oneByte('René,Peña,O’Neil\n'.repeat(4000), 'windows-1252');
    const mixed = Uint8Array.from([...utf8('Zoë\n'), ...rows]);
    expect([found(mixed), read(mixed)]).toEqual(['utf-8', `Zoë\n${'René,Peña,O’Neil\n'.repeat(4000)}`]);
    expect(drawAll(findEncoding(mixed)).isSure).toBe(false);
  });

  it('is not searched for to the end of a file that is plainly not UTF-8', () => {
    expect(found(oneByte('René,Peña,O’Neil\n'.repeat(4000), 'windows-1252'))).toBe('windows-1252');
  });

  it.each(['windows-1252', 'macintosh'] as const)(
    'is not made of two %s letters that look like one in UTF-8',
    (encoding) => {
      const text = 'CAFÉ’S,L’été,René,Peña,Zoë\n';
      expect([found(oneByte(text, encoding)), read(oneByte(text, encoding))]).toEqual([encoding, text]);
    },
  );

  test.each([
    ['a lone follower', [0x80]],
    ['an overlong letter', [0xe0, 0x80, 0x80]],
    ['half a pair', [0xed, 0xa0, 0x80]],
    ['more than there is', [0xf4, 0x90, 0x80, 0x80]],
    ['a letter that is cut', [0xe2, 0x82]],
  ])('may be %s', (_, bad) => {
    const { mended } = drawAll(decodeText(Uint8Array.from([...utf8('ë'), ...bad, 0x61]), 'utf-8'));
    expect(mended).toHaveLength(bad.length);
  });
});

test('an encoding that changes nothing is not offered', () => {
  expect(encodingSamples(utf8('Ann'), 'utf-8')).toEqual([{ encoding: 'utf-8', sample: '' }]);
});

test.each([
  ['a workbook', [0x50, 0x4b, 3, 4, 20], 'zip'],
  ['an old workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1], 'ole'],
  ['a picture', [0x89, 0x50, 0, 1, 0, 0, 0, 9, 8, 7], 'binary'],
  ['nothing', [], 'text'],
  ['a table with a stray zero', [...utf8(`Name\n${'Ann Lee\n'.repeat(20)}`), 0], 'text'],
])('%s is recognized by its first bytes', (_, bytes, kind) => {
  expect(kindOfBytes(Uint8Array.from(bytes))).toBe(kind);
});

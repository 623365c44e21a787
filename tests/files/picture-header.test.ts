import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPictureHeader } from '../../src/files/picture-header.ts';
import {
  box,
  brands,
  bytesOf,
  exif,
  extendedWebp,
  extent,
  frame,
  heic,
  jpeg,
  losslessWebp,
  lossyWebp,
  orientationTiff,
  png,
  rotation,
  segment,
  u16,
  u32,
} from '../support/files/picture-bytes.ts';
import { counterexample } from '../support/test/counterexample.ts';

const size = (width: number, height: number) => ({ width, height });
const sizeIn = (bytes: Uint8Array) => readPictureHeader(bytes)?.size;

describe('the kind of a file', () => {
  test.each([
    ['JPEG', jpeg(frame(40, 30)), 'image/jpeg'],
    ['PNG', png(40, 30), 'image/png'],
    ['WebP, lossy', lossyWebp(40, 30), 'image/webp'],
    ['WebP, lossless', losslessWebp(40, 30), 'image/webp'],
    ['WebP, extended', extendedWebp(40, 30), 'image/webp'],
    ['HEIC', heic(extent(40, 30)), 'image/heic'],
  ] as const)('is read from its first bytes: %s', (_, bytes, mediaType) => {
    expect(readPictureHeader(bytes)).toEqual({ mediaType, size: size(40, 30) });
  });

  test.each([
    ['no bytes', bytesOf()],
    ['text', bytesOf('Call the adjuster on Monday.\n')],
    ['PDF', bytesOf('%PDF-1.7\n')],
    ['GIF', bytesOf('GIF89a', [40, 0, 30, 0])],
    ['SVG', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a RIFF file of sound', bytesOf('RIFF', u32(0), 'WAVEfmt ')],
    ['AVIF', bytesOf(brands('avif', 'mif1', 'miaf'))],
    ['AVIF with a common brand', bytesOf(brands('mif1', 'avif', 'miaf'))],
    ['a video', bytesOf(brands('isom', 'mp42'))],
    ['half of a PNG signature', bytesOf([0x89], 'PNG')],
  ])('is no picture: %s', (_, bytes) => {
    expect(readPictureHeader(bytes)).toBeNull();
  });

  test.each(['heic', 'heix', 'hevc', 'heim'])('is HEIC by the brand %s', (brand) => {
    expect(readPictureHeader(brands(brand))?.mediaType).toBe('image/heic');
  });

  test('is HEIC by a brand after a common one, but not by bytes after the brands', () => {
    expect(readPictureHeader(brands('mif1', 'miaf', 'heic'))?.mediaType).toBe('image/heic');
    expect(readPictureHeader(bytesOf(brands('mif1', 'miaf'), 'heic'))).toBeNull();
  });
});

describe('the size of a JPEG', () => {
  test.each([0xc0, 0xc1, 0xc2, 0xc3, 0xc9, 0xcf])('is in the frame with the marker %i', (marker) => {
    expect(sizeIn(jpeg(frame(4032, 3024, marker)))).toEqual(size(4032, 3024));
  });

  test.each([0xc4, 0xc8, 0xcc])('is not in the segment with the marker %i', (marker) => {
    expect(sizeIn(jpeg(segment(marker, new Uint8Array(20)), frame(40, 30)))).toEqual(size(40, 30));
  });

  test('is found after other segments and fill bytes', () => {
    const bytes = jpeg(
      segment(0xe0, 'JFIF\0'),
      bytesOf([0xff, 0xff]),
      segment(0xfe, 'a note'),
      frame(40, 30),
    );
    expect(sizeIn(bytes)).toEqual(size(40, 30));
  });

  test.each([1, 2, 3, 4] as const)('stays with the orientation %i', (orientation) => {
    for (const order of ['MM', 'II'] as const)
      expect(sizeIn(jpeg(exif(orientationTiff(orientation, order)), frame(40, 30)))).toEqual(size(40, 30));
  });

  test.each([5, 6, 7, 8] as const)('is turned by the orientation %i', (orientation) => {
    for (const order of ['MM', 'II'] as const)
      expect(sizeIn(jpeg(exif(orientationTiff(orientation, order)), frame(40, 30)))).toEqual(size(30, 40));
  });

  test('is turned by an orientation after the frame, and by the first of two', () => {
    expect(sizeIn(jpeg(frame(40, 30), exif(orientationTiff(6))))).toEqual(size(30, 40));
    const two = jpeg(exif(orientationTiff(6)), exif(orientationTiff(1)), frame(40, 30));
    expect(sizeIn(two)).toEqual(size(30, 40));
  });

  test.each([
    ['an orientation out of range', orientationTiff(9)],
    ['no orientation at all', orientationTiff(0)],
    ['another byte order', bytesOf('XX', orientationTiff(6).slice(2))],
    ['another format', bytesOf('MM', u16(43), orientationTiff(6).slice(4))],
    [
      'an orientation of another type',
      bytesOf(orientationTiff(6).slice(0, 12), u16(4), orientationTiff(6).slice(14)),
    ],
    ['another entry', bytesOf(orientationTiff(6).slice(0, 10), u16(0x010f), orientationTiff(6).slice(12))],
    ['a directory beyond the end', bytesOf('MM', u16(42), u32(0xffff_fff0))],
    ['a directory cut off', orientationTiff(6).slice(0, 16)],
  ])('is not turned by %s', (_, tiff) => {
    expect(sizeIn(jpeg(exif(tiff), frame(40, 30)))).toEqual(size(40, 30));
  });

  test('is not turned by an entry that lies beyond its segment', () => {
    const tiff = bytesOf('MM', u16(42), u32(8), u16(500));
    expect(sizeIn(jpeg(exif(tiff), exif(orientationTiff(6)), frame(40, 30)))).toEqual(size(30, 40));
    const whole = jpeg(exif(tiff), segment(0xfe, orientationTiff(6).slice(10)), frame(40, 30));
    expect(sizeIn(whole)).toEqual(size(40, 30));
  });

  test.each([
    ['nothing after the magic', bytesOf([0xff, 0xd8, 0xff])],
    ['a segment that is too short', jpeg(bytesOf([0xff, 0xe0, 0, 1]), frame(40, 30))],
    ['a segment that runs past the end', bytesOf([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff], frame(40, 30))],
    ['no frame before the scan', bytesOf(jpeg(), frame(40, 30))],
    ['an end before the frame', jpeg(bytesOf([0xff, 0xd9]), frame(40, 30))],
    ['a width of 0', jpeg(frame(0, 30))],
    ['a height of 0', jpeg(frame(40, 0))],
  ])('is unknown: %s', (_, bytes) => {
    expect(readPictureHeader(bytes)).toEqual({ mediaType: 'image/jpeg', size: null });
  });
});

describe('the size of a PNG or WebP', () => {
  test('may take all its bits', () => {
    expect(sizeIn(png(70_000, 3))).toEqual(size(70_000, 3));
    expect(sizeIn(lossyWebp(16_383, 300))).toEqual(size(16_383, 300));
    expect(sizeIn(losslessWebp(16_384, 16_384))).toEqual(size(16_384, 16_384));
    expect(sizeIn(extendedWebp(300_000, 70_000))).toEqual(size(300_000, 70_000));
  });

  test('of a lossy WebP leaves out the scale', () => {
    const scaled = lossyWebp(40, 30);
    scaled[27] = 0x40;
    expect(sizeIn(scaled)).toEqual(size(40, 30));
  });

  test.each([
    ['a PNG without a header', bytesOf(png(40, 30).slice(0, 12), 'IDAT', u32(40), u32(30))],
    ['a PNG cut off', png(40, 30).slice(0, 20)],
    ['a WebP with another first chunk', bytesOf('RIFF', u32(0), 'WEBPICCP', u32(0))],
    ['a WebP without a key frame', bytesOf(lossyWebp(40, 30).slice(0, 23), [0, 0, 0], u16(40), u16(30))],
    ['a lossless WebP with another signature', bytesOf(losslessWebp(40, 30).slice(0, 20), [0x2e], u32(0))],
    ['an extended WebP cut off', extendedWebp(40, 30).slice(0, 29)],
  ])('is unknown: %s', (_, bytes) => {
    expect(sizeIn(bytes)).toBeNull();
  });
});

describe('the size of a HEIC', () => {
  test('is that of the largest picture, not of a tile or thumbnail', () => {
    expect(sizeIn(heic(extent(512, 512), extent(4032, 3024), extent(320, 240)))).toEqual(size(4032, 3024));
  });

  test.each([
    [0, size(4032, 3024)],
    [1, size(3024, 4032)],
    [2, size(4032, 3024)],
    [3, size(3024, 4032)],
  ])('is turned by %i quarters', (quarters, shown) => {
    expect(sizeIn(heic(extent(512, 512), extent(4032, 3024), rotation(quarters)))).toEqual(shown);
  });

  test('is found in a box with a length of 64 bits, and in one up to the end', () => {
    const properties = box('ipco', extent(40, 30));
    const long = bytesOf(u32(1), 'iprp', u32(0), u32(16 + properties.length), properties);
    const open = bytesOf(u32(0), 'meta', u32(0), long);
    expect(sizeIn(bytesOf(brands('heic'), box('free', 'x'), open))).toEqual(size(40, 30));
  });

  test.each([
    ['no boxes', bytesOf(brands('heic'))],
    ['no size', heic(rotation(1))],
    ['a size cut off', heic(box('ispe', u32(0), u32(40)))],
    ['a rotation without a value', heic(box('irot'))],
    ['a size of 0', heic(extent(0, 30))],
    ['a box shorter than its own header', heic(bytesOf(u32(4), 'free'), extent(40, 30))],
    ['a box that swallows the rest', heic(bytesOf(u32(0xffff_ffff), 'free'), extent(40, 30))],
    ['a box longer than any file', heic(bytesOf(u32(1), 'free', u32(0xffff_ffff), u32(0)), extent(40, 30))],
  ])('is unknown: %s', (_, bytes) => {
    expect(readPictureHeader(bytes)).toEqual({ mediaType: 'image/heic', size: null });
  });
});

describe('any bytes', () => {
  const WHOLE = [
    jpeg(segment(0xe0, 'JFIF\0'), exif(orientationTiff(6, 'II')), frame(40, 30)),
    png(40, 30),
    lossyWebp(40, 30),
    losslessWebp(40, 30),
    extendedWebp(40, 30),
    heic(extent(40, 30), rotation(1)),
  ];

  test('are read when cut off at any place', () => {
    for (const bytes of WHOLE)
      for (let length = 0; length <= bytes.length; length++) {
        const found = readPictureHeader(bytes.slice(0, length))?.size ?? null;
        expect([null, size(40, 30), size(30, 40)]).toContainEqual(found);
      }
  });

  test('are read when some of them are others', () => {
    const places = fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 6 });
    const found = counterexample(
      fc.property(fc.constantFrom(...WHOLE), places, (bytes, changes) => {
        const changed = Uint8Array.from(bytes);
        for (const [at, value] of changes) if (at < changed.length) changed[at] = value;
        const { width, height } = readPictureHeader(changed)?.size ?? { width: 1, height: 1 };
        return width > 0 && height > 0;
      }),
    );
    expect(found).toBeNull();
  });
});

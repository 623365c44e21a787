import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/domain/sha256.ts';
import { exifPlace, exifTime, readPhotoFacts } from '../../src/files/photo-facts.ts';
import { preparePhoto } from '../../src/files/prepare-photo.ts';
import { bytesOf, exif, frame, jpeg, orientationTiff, u16, u32 } from '../support/files/picture-bytes.ts';

describe('the time of a photo', () => {
  test.each(['-06:00', '+00:00', '+05:30', '+14:00'])('has the offset of the photo: %s', (offset) => {
    expect(exifTime('2026:11:23 09:05:00', offset)).toBe(`2026-11-23T09:05:00${offset}`);
  });

  test.each([undefined, '', '   :  ', '+15:00', '-06:60', 'Z'])(
    'else has that of the device: %j',
    (offset) => {
      const [winter, summer] = [
        exifTime('2026:01:23 09:05:07', offset),
        exifTime('2026:07:23 09:05:07', offset),
      ];
      expect(winter).toMatch(/^2026-01-23T09:05:07[+-]\d\d:\d\d$/);
      expect(Date.parse(winter ?? '')).toBe(new Date(2026, 0, 23, 9, 5, 7).getTime());
      expect(Date.parse(summer ?? '')).toBe(new Date(2026, 6, 23, 9, 5, 7).getTime());
    },
  );

  test.each([
    undefined,
    '',
    '0000:00:00 00:00:00',
    '2026:13:23 09:05:00',
    '2026:02:30 09:05:00',
    '2026:11:23 25:05:00',
    '2026-11-23T09:05:00',
    '    :  :     :  :  ',
    20_261_123,
  ])('is unknown: %j', (time) => {
    expect(exifTime(time, '-06:00')).toBeNull();
  });
});

describe('the place of a photo', () => {
  test('has an accuracy if the photo tells it', () => {
    expect(exifPlace(40.7128, -74.006, 4.7)).toEqual({
      latitude: 40.7128,
      longitude: -74.006,
      accuracy: 4.7,
    });
  });

  test.each([undefined, 0, -1, Number.NaN, Infinity, '5'])('has no accuracy: %j', (error) => {
    expect(exifPlace(40.7128, -74.006, error)?.accuracy).toBeNull();
  });

  test.each([
    [undefined, undefined],
    [40.7128, undefined],
    [0, 0],
    [90.1, 10],
    [10, -180.1],
    [Number.NaN, 10],
    ['40', '-74'],
  ])('is unknown: %j, %j', (latitude, longitude) => {
    expect(exifPlace(latitude, longitude, 5)).toBeNull();
  });
});

/** An entry of a TIFF directory. A value longer than 4 bytes lies at an offset. */
const entry = (tag: number, type: number, count: number, value: readonly number[]) => [
  ...u16(tag),
  ...u16(type),
  ...u32(count),
  ...value,
];
const rationals = (...values: readonly number[]) =>
  values.flatMap((value) => [...u32(value * 100), ...u32(100)]);
const letter = (text: string) => [text.charCodeAt(0), 0, 0, 0];

/** Taken at 40°42'46.08" north, 74°0'21.6" west. */
function phonePhoto(): Uint8Array<ArrayBuffer> {
  const [root, exifAt, gpsAt] = [8, 38, 68];
  const values = gpsAt + 2 + 5 * 12 + 4;
  const tiff = bytesOf(
    'MM',
    u16(42),
    u32(root),
    u16(2),
    entry(0x8769, 4, 1, u32(exifAt)),
    entry(0x8825, 4, 1, u32(gpsAt)),
    u32(0),
    u16(2),
    entry(0x9003, 2, 20, u32(values)),
    entry(0x9011, 2, 7, u32(values + 20)),
    u32(0),
    u16(5),
    entry(1, 2, 2, letter('N')),
    entry(2, 5, 3, u32(values + 28)),
    entry(3, 2, 2, letter('W')),
    entry(4, 5, 3, u32(values + 52)),
    entry(31, 5, 1, u32(values + 76)),
    u32(0),
    '2026:11:23 09:05:00\0',
    '-06:00\0\0',
    rationals(40, 42, 46.08),
    rationals(74, 0, 21.6),
    rationals(4.5),
  );
  return jpeg(exif(tiff), frame(40, 30));
}

describe('the facts in a file', () => {
  test('are read without drawing it, if they alone are asked for', async () => {
    const photo = phonePhoto().buffer;
    expect(await preparePhoto(photo, 'facts')).toEqual({
      outcome: 'original',
      why: 'asked',
      photo: {
        file: { bytes: photo, sha256: sha256Hex(photo), mediaType: 'image/jpeg' },
        thumb: null,
        ...(await readPhotoFacts(photo)),
      },
    });
  });

  test('are when and where a phone took it', async () => {
    expect(await readPhotoFacts(phonePhoto().buffer)).toEqual({
      takenAt: '2026-11-23T09:05:00-06:00',
      place: { latitude: expect.closeTo(40.7128, 6), longitude: expect.closeTo(-74.006, 6), accuracy: 4.5 },
    });
  });

  test.each([
    ['no bytes', bytesOf()],
    ['text', bytesOf('Call the adjuster.')],
    ['no EXIF', jpeg(frame(40, 30))],
    ['EXIF of nothing but the orientation', jpeg(exif(orientationTiff(6)), frame(40, 30))],
    ['EXIF that points beyond the file', jpeg(exif(bytesOf('MM', u16(42), u32(0xffff_fff0))), frame(40, 30))],
  ])('are unknown: %s', async (_, bytes) => {
    expect(await readPhotoFacts(bytes.buffer)).toEqual({ takenAt: null, place: null });
  });

  test('are those of a whole EXIF or none, when it is cut off', async () => {
    const whole = phonePhoto();
    for (let length = 0; length < whole.length; length += 7) {
      const { takenAt } = await readPhotoFacts(whole.slice(0, length).buffer);
      expect(takenAt === null || takenAt.startsWith('2026-11-23T09:05:00')).toBe(true);
    }
  });
});

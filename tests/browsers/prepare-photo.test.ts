import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { bytesOf, exif, orientationTiff } from '../support/files/picture-bytes.ts';
import type { SentOutcome } from './photo-page/page.ts';
import { ONCE } from './support/app-test.ts';
import { expect, test } from './support/photo-page.ts';
import { cornersPicture, see } from './support/photos.ts';

type Kept = Exclude<SentOutcome, { readonly outcome: 'refused' }>;

function kept(sent: SentOutcome): Kept {
  if (sent.outcome === 'refused') throw new Error(`refused: ${sent.why}`);
  return sent;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const decoded = (file: { readonly base64: string } | null): Buffer =>
  Buffer.from(file?.base64 ?? '', 'base64');
const whyOf = (sent: SentOutcome) => ('why' in sent ? [sent.outcome, sent.why] : [sent.outcome]);

/** What a person sees in the copy and in the thumbnail. */
async function seen(sent: SentOutcome) {
  const { file, thumb } = kept(sent);
  return { file: await see(decoded(file)), thumb: thumb && (await see(decoded(thumb))) };
}

/** The photo goes out as it came in. */
function expectUnchanged(sent: SentOutcome, bytes: Uint8Array): void {
  expect(kept(sent).file.sha256).toBe(hashOf(bytes));
  expect(decoded(kept(sent).file).equals(bytes)).toBe(true);
}

const jpegOf = (picture: Sharp): Promise<Buffer> => picture.jpeg({ quality: 92 }).toBuffer();

function withOrientation(jpeg: Uint8Array, orientation: number): Uint8Array {
  return bytesOf(jpeg.subarray(0, 2), exif(orientationTiff(orientation)), jpeg.subarray(2));
}

test('a photo of each EXIF orientation becomes upright and smaller', ONCE, async ({ page }) => {
  const stored = await jpegOf(cornersPicture(2400, 1600));
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const photo = withOrientation(stored, orientation);
    const { corners } = await see(photo);
    const sent = await page.prepare(photo);
    const sides = orientation < 5 ? { width: 2048, height: 1365 } : { width: 1365, height: 2048 };
    const thumbSides = orientation < 5 ? { width: 320, height: 213 } : { width: 213, height: 320 };
    const format = 'jpeg';
    expect([orientation, whyOf(sent), await seen(sent)]).toEqual([
      orientation,
      ['prepared'],
      { file: { format, corners, ...sides }, thumb: { format, corners, ...thumbSides } },
    ]);
    expect(decoded(kept(sent).file).length).toBeLessThan(photo.length);
    expect(decoded(kept(sent).thumb).length).toBeLessThan(40_000);
  }
});

test('a photo of 48 megapixels is made smaller', ONCE, async ({ page }) => {
  const photo = await jpegOf(sharp(await cornersPicture(1008, 756).png().toBuffer()).resize(8064, 6048));
  const corners = [0, 1, 2, 3];
  for (const [size, width] of [
    ['usual', 2048],
    ['large', 3072],
  ] as const) {
    const sent = await page.prepare(photo, size);
    expect(whyOf(sent)).toEqual(['prepared']);
    expect(await seen(sent)).toEqual({
      file: { format: 'jpeg', width, height: width * 0.75, corners },
      thumb: { format: 'jpeg', width: 320, height: 240, corners },
    });
  }
});

test('a photo of more pixels than a phone can decode is kept unchanged', ONCE, async ({ page }) => {
  const photo = await jpegOf(
    sharp({ create: { width: 10_000, height: 7001, channels: 3, background: '#456' } }),
  );
  // Its pixels would take 17 GB.
  const bomb = Buffer.from(await cornersPicture(90, 60).png().toBuffer());
  bomb.writeUInt32BE(65_535, 16);
  bomb.writeUInt32BE(65_535, 20);
  for (const bytes of [photo, bomb]) {
    const sent = await page.prepare(bytes);
    expect(whyOf(sent)).toEqual(['original', 'no_preview']);
    expectUnchanged(sent, bytes);
  }
});

test('a PNG or WebP becomes a JPEG, white where it is transparent', ONCE, async ({ page }) => {
  const mask = { create: { width: 2400, height: 800, channels: 4, background: '#0000' } } as const;
  const top = await cornersPicture(2400, 800).png().toBuffer();
  const picture = sharp({ create: { ...mask.create, height: 1600 } }).composite([
    { input: top, gravity: 'north' },
  ]);
  for (const photo of [
    await picture.clone().png().toBuffer(),
    await picture.clone().webp({ quality: 98 }).toBuffer(),
  ]) {
    const sent = await page.prepare(photo);
    expect([whyOf(sent), kept(sent).file.mediaType]).toEqual([['prepared'], 'image/jpeg']);
    const { file } = await seen(sent);
    expect(file).toMatchObject({ format: 'jpeg', width: 2048, height: 1365, corners: [0, 1, -1, -1] });
    const { data } = await sharp(decoded(kept(sent).file))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(-3)]).toEqual([255, 255, 255]);
  }
});

test('a photo goes out unchanged, with a thumbnail, if asked or if it is small', ONCE, async ({ page }) => {
  const photo = withOrientation(await jpegOf(cornersPicture(900, 600)), 6);
  const tiny = await cornersPicture(900, 600).jpeg({ quality: 20 }).toBuffer();
  for (const [bytes, size, why, thumb] of [
    [photo, 'original', 'asked', { width: 213, height: 320 }],
    [tiny, 'usual', 'small', { width: 320, height: 213 }],
  ] as const) {
    const sent = await page.prepare(bytes, size);
    expect(whyOf(sent)).toEqual(['original', why]);
    expectUnchanged(sent, bytes);
    expect((await seen(sent)).thumb).toMatchObject(thumb);
  }
});

test('a photo that this browser cannot show is kept unchanged', ONCE, async ({ page }) => {
  const heic = await readFile('tests/fixtures/photo.heic');
  const whole = await jpegOf(cornersPicture(900, 600));
  for (const [bytes, mediaType] of [
    [heic, 'image/heic'],
    [whole.subarray(0, 200), 'image/jpeg'],
    [whole.subarray(0, 3), 'image/jpeg'],
  ] as const) {
    const sent = await page.prepare(bytes);
    expect([whyOf(sent), kept(sent).thumb]).toEqual([['original', 'no_preview'], null]);
    expect(kept(sent).file.mediaType).toBe(mediaType);
    expectUnchanged(sent, bytes);
  }
});

test('a HEIC keeps its time', ONCE, async ({ page }) => {
  const sent = await page.prepare(await readFile('tests/fixtures/photo.heic'));
  expect(kept(sent).takenAt).toBe('2026-11-23T09:05:00-06:00');
});

test('a photo of one color is not trusted to be drawn right', ONCE, async ({ page }) => {
  const photo = await jpegOf(
    sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#456' } }),
  );
  const sent = await page.prepare(photo);
  expect([whyOf(sent), kept(sent).thumb]).toEqual([['original', 'check_failed'], null]);
  expectUnchanged(sent, photo);
});

test('what is no photo is refused', ONCE, async ({ page }) => {
  expect(await page.prepare(bytesOf())).toEqual({ outcome: 'refused', why: 'empty' });
  expect(await page.prepare(bytesOf('Call the adjuster.'))).toEqual({
    outcome: 'refused',
    why: 'not_picture',
  });
});

/** Changes to a worker, and what becomes of a photo. */
const LIMITS = [
  ['no canvas', "Object.defineProperty(self, 'OffscreenCanvas', { value: undefined })", 'no_tools'],
  ['no bitmaps', "Object.defineProperty(self, 'createImageBitmap', { value: undefined })", 'no_tools'],
  [
    'photos are not turned',
    'const create = createImageBitmap; self.createImageBitmap = async (blob, options) => { const bytes = new Uint8Array(await blob.arrayBuffer()); if (bytes[3] === 0xe1) bytes[3] = 0xed; return create(new Blob([bytes]), options); }',
    'no_tools',
  ],
  [
    'a canvas returns noise',
    'OffscreenCanvasRenderingContext2D.prototype.getImageData = () => ({ data: Uint8ClampedArray.from({ length: 4e5 }, () => Math.random() * 256) })',
    'no_tools',
  ],
  [
    'a bitmap has another shape',
    'const create = createImageBitmap; self.createImageBitmap = (blob, options) => create(blob, blob.size > 1e5 ? { ...options, resizeHeight: 900 } : options)',
    'check_failed',
  ],
  [
    'a large canvas stays blank',
    'const draw = OffscreenCanvasRenderingContext2D.prototype.drawImage; OffscreenCanvasRenderingContext2D.prototype.drawImage = function (...args) { if (this.canvas.width < 1000) draw.apply(this, args); }',
    'check_failed',
  ],
  [
    'a large canvas cannot be encoded',
    'const encode = OffscreenCanvas.prototype.convertToBlob; OffscreenCanvas.prototype.convertToBlob = function (options) { return this.width < 1000 ? encode.call(this, options) : Promise.reject(new Error()); }',
    'check_failed',
  ],
] as const;

test('a photo is kept unchanged by a browser with limits', ONCE, async ({ page }) => {
  const photo = await jpegOf(cornersPicture(2400, 1600));
  for (const [limit, before, why] of LIMITS) {
    const sent = await page.prepare(photo, 'usual', before);
    expect([limit, ...whyOf(sent), kept(sent).thumb]).toEqual([limit, 'original', why, null]);
    expectUnchanged(sent, photo);
  }
});

import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { seededRandom } from '../test/seeded-random.ts';

/** Pixels. */
const [WIDTH, HEIGHT] = [96, 64];

export interface SmallPhoto {
  readonly name: string;
  readonly mimeType: 'image/jpeg';
  readonly buffer: Buffer;
  readonly sha256: string;
}

/** Returns noise, saved so badly that an app which draws it again makes it larger, and so keeps it as it is. */
export function smallPhotos(count: number): Promise<SmallPhoto[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => smallPhoto(n)));
}

async function smallPhoto(n: number): Promise<SmallPhoto> {
  const random = seededRandom(n);
  const pixels = Buffer.from(Array.from({ length: WIDTH * HEIGHT * 3 }, () => Math.floor(random() * 256)));
  const picture = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
  const buffer = await picture.jpeg({ quality: 20 }).toBuffer();
  const sha256 = createHash('sha256').update(buffer).digest('hex');
  return { name: `IMG_${String(n).padStart(4, '0')}.jpg`, mimeType: 'image/jpeg', buffer, sha256 };
}

import sharp, { type Sharp } from 'sharp';

/** Top left, top right, bottom left, bottom right. */
const CORNERS = [
  [200, 40, 40],
  [40, 160, 40],
  [40, 40, 200],
  [200, 200, 40],
] as const;

/** A grainy picture with a color in each corner. */
export function cornersPicture(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  let grain = 1;
  for (let at = 0; at < width * height; at++) {
    grain = (grain * 48271) % 2147483647;
    const corner = (at % width < width / 2 ? 0 : 1) + (at < (width * height) / 2 ? 0 : 2);
    const color = CORNERS[corner] ?? CORNERS[0];
    for (let channel = 0; channel < 3; channel++)
      pixels[at * 3 + channel] = (color[channel] ?? 0) + (grain % 41) - 20;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export interface Seen {
  readonly format: string | undefined;
  readonly width: number;
  readonly height: number;
  /** 0 to 3, as in CORNERS; -1 for any other color. */
  readonly corners: readonly number[];
}

/** Decodes a picture outside the browser, and turns it by its EXIF. */
export async function see(bytes: Uint8Array): Promise<Seen> {
  const { format } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const cornerAt = (x: number, y: number): number => {
    const at = (Math.floor(y * height) * width + Math.floor(x * width)) * channels;
    return CORNERS.findIndex((color) =>
      color.every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) < 50),
    );
  };
  const places = [
    [0.2, 0.2],
    [0.8, 0.2],
    [0.2, 0.8],
    [0.8, 0.8],
  ] as const;
  return { format, width, height, corners: places.map(([x, y]) => cornerAt(x, y)) };
}

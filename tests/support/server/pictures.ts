const BEGINNINGS = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
} as const;

/** Returns a data URL of `bytes` bytes that start like a picture of this format. */
export function pictureOf(format: keyof typeof BEGINNINGS, bytes: number): string {
  const content = Buffer.alloc(bytes, 7);
  content.set(BEGINNINGS[format]);
  return `data:image/${format};base64,${content.toString('base64')}`;
}

export const PNG_LOGO = pictureOf('png', 100);
export const JPEG_LOGO = pictureOf('jpeg', 100);

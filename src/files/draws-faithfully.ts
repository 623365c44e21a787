const [WIDTH, HEIGHT] = [16, 8];

/** An EXIF segment with one entry: turn right by 90 degrees. */
const TURNED = [
  0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0,
  0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
];

/**
 * Tries a tiny picture, black on the left and marked to be turned. Some browsers lack a step, or do not turn. Others
 * return noise from a canvas, to protect against fingerprinting.
 */
export async function drawsFaithfully(): Promise<boolean> {
  try {
    const picture = new OffscreenCanvas(WIDTH, HEIGHT);
    const context = picture.getContext('2d');
    if (!context) return false;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.fillStyle = '#000';
    context.fillRect(0, 0, WIDTH / 2, HEIGHT);
    const jpeg = await picture.convertToBlob({ type: 'image/jpeg', quality: 1 });
    const [start = 0, marker = 0, ...rest] = new Uint8Array(await jpeg.arrayBuffer());
    // In one piece, because Firefox does not recognize a picture whose first piece has 2 bytes.
    const turned = new Blob([new Uint8Array([start, marker, ...TURNED, ...rest])], { type: 'image/jpeg' });
    return isBlackAbove(await createImageBitmap(turned, { imageOrientation: 'from-image' }));
  } catch {
    return false;
  }
}

function isBlackAbove(bitmap: ImageBitmap): boolean {
  if (bitmap.width !== HEIGHT || bitmap.height !== WIDTH) return false;
  const context = new OffscreenCanvas(HEIGHT, WIDTH).getContext('2d');
  if (!context) return false;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, HEIGHT, WIDTH);
  const reds = Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => data[pixel * 4] ?? 128);
  const half = reds.length / 2;
  return reds.every((red, pixel) => (pixel < half ? red < 64 : red > 192));
}

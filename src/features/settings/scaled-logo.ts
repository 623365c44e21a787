import { logoWords } from '../../words/settings.ts';

/** What browsers draw. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'];

const MEGABYTE = 1_000_000;
const LARGEST_FILE = 10 * MEGABYTE;
/** A phone has no memory for more. */
const MOST_PIXELS = 50_000_000;
/** Twice as sharp as the space for it on paper. */
const WIDTH = 720;
const HEIGHT = 288;
/** The limit of servers, in bytes. */
const LARGEST_LOGO = 64 * 1024;
/** A photograph is larger as PNG, and has no edges that JPEG would blur. */
const QUALITIES = [0.85, 0.7, 0.5];
/** A picture that does not fit is drawn smaller by this factor, until it fits. */
const SMALLER = 0.75;

/** A file that is no logo; `message` says why in words for a person. */
export class LogoError extends Error {
  override readonly name = 'LogoError';
}

/**
 * A picture, redrawn small enough to be kept, as a data address: whatever else was in the file, a script in an SVG or the
 * place where a photograph was taken, is not in it.
 * @throws LogoError
 */
export async function scaledLogo(file: File): Promise<string> {
  if (!LOGO_TYPES.includes(file.type)) throw new LogoError(logoWords.otherType({ file: file.name }));
  if (file.size > LARGEST_FILE) {
    throw new LogoError(logoWords.tooLarge({ file: file.name, megabytes: LARGEST_FILE / MEGABYTE }));
  }
  const address = URL.createObjectURL(file);
  try {
    return drawn(await pictureAt(address, file.name), file);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Scripts in a picture do not run, and it loads nothing. */
function pictureAt(address: string, name: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new LogoError(logoWords.unreadable({ file: name })));
    picture.src = address;
  });
}

function drawn(picture: HTMLImageElement, { name, type }: File): string {
  const largest = type === 'image/svg+xml' ? Number.POSITIVE_INFINITY : 1;
  const { naturalWidth: width, naturalHeight: height } = picture;
  if (width === 0 || height === 0) throw new LogoError(logoWords.noSize({ file: name }));
  if (width * height > MOST_PIXELS) {
    throw new LogoError(logoWords.tooManyPixels({ file: name, width, height }));
  }
  // A drawing is as sharp as it is large; a picture becomes no sharper.
  const scale = Math.min(largest, WIDTH / width, HEIGHT / height);
  try {
    return fitting((smaller) =>
      canvasOf(picture, { width: width * scale * smaller, height: height * scale * smaller }),
    );
  } catch (error) {
    if (error instanceof LogoError) throw error;
    // An SVG with HTML in it may not be copied out again.
    throw new LogoError(logoWords.notDrawn({ file: name }), { cause: error });
  }
}

interface Drawing {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
}

function canvasOf(
  picture: HTMLImageElement,
  { width, height }: { readonly width: number; readonly height: number },
): Drawing {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext('2d');
  if (!context) throw new LogoError(logoWords.cannotScale);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

/** The largest drawing that a server takes, as a data address: a PNG, else a JPEG on white. */
export function fitting(draw: (smaller: number) => Drawing): string {
  for (let smaller = 1; ; smaller *= SMALLER) {
    const { canvas, context } = draw(smaller);
    const png = canvas.toDataURL('image/png');
    if (bytesOf(png) <= LARGEST_LOGO) return png;
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const jpeg = canvas.toDataURL('image/jpeg', quality);
      if (bytesOf(jpeg) <= LARGEST_LOGO) return jpeg;
    }
  }
}

/** The bytes that a data address stands for, a few more at most. */
function bytesOf(address: string): number {
  return ((address.length - address.indexOf(',')) * 3) / 4;
}

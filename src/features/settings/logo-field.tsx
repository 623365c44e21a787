import { Button } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { FileChooser } from '../../ui/fields/file-chooser.tsx';
import { logoWords, settingLabels } from '../../words/settings-and-about.ts';
import css from './settings-dialog.module.css';
import screenCss from './settings-screen.module.css';

interface Props {
  /** A data URL, or ''. */
  readonly value: string;
  readonly note: string | undefined;
  readonly onChange: (value: string) => void;
}

export function LogoField({ value, note, onChange }: Props) {
  const label = useId();
  const { problem, reading, take, remove } = useLogoFile(onChange);
  return (
    <div role="group" aria-labelledby={label} className={css.logo}>
      <span id={label} className={css.label}>
        {settingLabels.companyLogo}
      </span>
      {value !== '' && <img src={value} alt={logoWords.picture} className={screenCss.logo} />}
      <div className={css.buttons}>
        <FileChooser
          label={logoWords.file}
          accept={LOGO_TYPES.join(',')}
          variant="default"
          loading={reading}
          onTake={(file) => void take(file)}
        >
          {value === '' ? logoWords.choose : logoWords.replace}
        </FileChooser>
        {value !== '' && (
          <Button variant="default" onClick={remove}>
            {logoWords.remove}
          </Button>
        )}
      </div>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <p className={css.note}>{note ?? logoWords.note}</p>
    </div>
  );
}

interface LogoFile {
  readonly problem: string | null;
  readonly reading: boolean;
  readonly take: (file: File) => Promise<void>;
  readonly remove: () => void;
}

function useLogoFile(onChange: Props['onChange']): LogoFile {
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  /** The last file chosen. An earlier file that takes longer to read is ignored. */
  const chosen = useRef<File>(null);

  async function take(file: File): Promise<void> {
    chosen.current = file;
    setProblem(null);
    setReading(true);
    try {
      const logo = await scaledLogo(file);
      if (chosen.current === file) onChange(logo);
    } catch (error) {
      if (!(error instanceof LogoError)) throw error;
      if (chosen.current === file) setProblem(error.message);
    } finally {
      if (chosen.current === file) setReading(false);
    }
  }

  function remove(): void {
    chosen.current = null;
    setProblem(null);
    setReading(false);
    onChange('');
  }

  return { problem, reading, take, remove };
}

const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'];

const MEGABYTE = 1_000_000;
const LARGEST_FILE = 10 * MEGABYTE;
/** With more pixels, phones run out of memory. */
const MOST_PIXELS = 50_000_000;
/** In pixels: about 300 per inch for a logo of 60 × 24 mm on paper. */
const WIDTH = 720;
const HEIGHT = 288;
/** In bytes, like the server's `LOGO_BYTES` (`server/resources/company-settings.ts`). */
const LARGEST_LOGO = 64 * 1024;
/** JPEG qualities, tried in order if the PNG is too large. */
const QUALITIES = [0.85, 0.7, 0.5];
const SMALLER = 0.75;

class LogoError extends Error {
  override readonly name = 'LogoError';
}

/**
 * Returns only the pixels, without an SVG's script or a photograph's location.
 * @throws LogoError
 */
async function scaledLogo(file: File): Promise<string> {
  if (!LOGO_TYPES.includes(file.type)) throw new LogoError(logoWords.otherType({ file: file.name }));
  if (file.size > LARGEST_FILE) {
    throw new LogoError(logoWords.tooLarge({ file: file.name, megabytes: LARGEST_FILE / MEGABYTE }));
  }
  const address = URL.createObjectURL(file);
  try {
    return redraw(await pictureAt(address, file.name), file);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** An `Image` element runs no scripts and loads no other files. */
function pictureAt(address: string, name: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new LogoError(logoWords.unreadable({ file: name })));
    picture.src = address;
  });
}

function redraw(picture: HTMLImageElement, { name, type }: File): string {
  const largest = type === 'image/svg+xml' ? Number.POSITIVE_INFINITY : 1;
  const { naturalWidth: width, naturalHeight: height } = picture;
  if (width === 0 || height === 0) throw new LogoError(logoWords.noSize({ file: name }));
  if (width * height > MOST_PIXELS) {
    throw new LogoError(logoWords.tooManyPixels({ file: name, width, height }));
  }
  // Only vector drawings can be enlarged without blur.
  const scale = Math.min(largest, WIDTH / width, HEIGHT / height);
  try {
    return fitting((smaller) =>
      canvasOf(picture, { width: width * scale * smaller, height: height * scale * smaller }),
    );
  } catch (error) {
    if (error instanceof LogoError) throw error;
    // Browsers forbid reading back an SVG that contains HTML.
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

/** Returns the largest drawing that the server accepts: a PNG, or else a JPEG on white. */
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

/** Overestimates by up to three bytes. */
function bytesOf(address: string): number {
  return ((address.length - address.indexOf(',')) * 3) / 4;
}

import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import SignaturePad from 'signature_pad';
import { signingScreenWords as words } from '../../words/documents.ts';
import css from './signing.module.css';

export interface Signature {
  /** Places that the finger has touched. */
  readonly points: number;
  /** Draws the strokes as a PNG. */
  readonly picture: () => Promise<ArrayBuffer>;
}

interface Props {
  readonly label: string;
  /** Null while the field is empty. */
  readonly onChange: (signature: Signature | null) => void;
}

/** A box to sign in with a finger, a pen or a mouse. */
export function SignatureField({ label, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const title = useId();
  const changed = useEffectEvent((points: number) => {
    onChange(points === 0 ? null : { points, picture: () => pngOf(canvas.current) });
  });

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    // Black on white in every theme, as it is printed.
    const drawing = new SignaturePad(element, { penColor: '#000', backgroundColor: '#fff' });
    pad.current = drawing;
    fit(element, drawing);
    const ended = (): void => changed(drawing.toData().flatMap(({ points }) => points).length);
    drawing.addEventListener('endStroke', ended);
    const sizes = new ResizeObserver(() => fit(element, drawing));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      drawing.removeEventListener('endStroke', ended);
      drawing.off();
    };
  }, []);

  function clear(): void {
    pad.current?.clear();
    onChange(null);
  }

  return (
    <div>
      <p id={title} className={css.label}>
        {label}
      </p>
      <canvas ref={canvas} role="img" aria-labelledby={title} className={css.signature} />
      <Button variant="default" onClick={clear} aria-label={words.clearOf({ label })}>
        {words.clear}
      </Button>
    </div>
  );
}

/** Gives the canvas the resolution of the screen. When a phone is turned, the strokes keep their place in the box. */
function fit(element: HTMLCanvasElement, pad: SignaturePad): void {
  const ratio = Math.max(window.devicePixelRatio, 1);
  const { offsetWidth: width, offsetHeight: height } = element;
  const was = { width: element.width / ratio, height: element.height / ratio };
  // The box is hidden.
  if (width === 0) return;
  if (Math.round(was.width) === width && Math.round(was.height) === height) return;
  const scale = Math.min(width / was.width, height / was.height);
  const strokes = pad.toData();
  element.width = width * ratio;
  element.height = height * ratio;
  element.getContext('2d')?.scale(ratio, ratio);
  pad.clear();
  const placed = strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }));
  pad.fromData(placed);
}

async function pngOf(element: HTMLCanvasElement | null): Promise<ArrayBuffer> {
  const picture = await new Promise<Blob | null>((resolve) => {
    if (element) element.toBlob(resolve, 'image/png');
    else resolve(null);
  });
  if (!picture) throw new Error('the signature was not drawn');
  return picture.arrayBuffer();
}

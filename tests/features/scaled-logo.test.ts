import { describe, expect, it } from 'vitest';
import { fitting } from '../../src/features/settings/logo-field.tsx';

const KIB = 1024;

/** A canvas whose picture has so many bytes as a PNG, and as a JPEG of the best quality. */
function canvasOf(png: number, jpeg: number) {
  const address = (type: string, bytes: number): string =>
    `data:${type};base64,${'A'.repeat((bytes * 4) / 3)}`;
  return {
    toDataURL: (type: string, quality = 0) =>
      type === 'image/png' ? address(type, png) : address(type, (jpeg * quality) / 0.85),
  } as HTMLCanvasElement;
}

const context = { fillRect: () => {} } as unknown as CanvasRenderingContext2D;

/** Kind and size in KiB of what is made of such a picture, and the sizes at which it was drawn. */
function made(png: number, jpeg: number): readonly [string, number, readonly number[]] {
  const drawn: number[] = [];
  const address = fitting((smaller) => {
    drawn.push(smaller);
    return { canvas: canvasOf(png * smaller ** 2, jpeg * smaller ** 2), context };
  });
  const [head = '', text = ''] = address.split(';base64,');
  return [head.slice('data:image/'.length), Math.round((text.length * 3) / 4 / KIB), drawn];
}

describe('a logo has 64 KiB at most', () => {
  it.each([
    ['a PNG that fits stays one', 60 * KIB, 90 * KIB, ['png', 60, [1]]],
    ['a larger one is a JPEG', 200 * KIB, 50 * KIB, ['jpeg', 50, [1]]],
    ['of a lower quality where it must be', 200 * KIB, 100 * KIB, ['jpeg', 59, [1]]],
    ['and drawn smaller where that is not enough', 900 * KIB, 140 * KIB, ['jpeg', 46, [1, 0.75]]],
  ] as const)('%s', (_, png, jpeg, result) => {
    expect(made(png, jpeg)).toEqual(result);
  });
});

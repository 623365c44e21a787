import type { PaperPictures } from './paper-content.ts';

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Across and down. */
const GRIDS = { 2: [1, 2], 6: [2, 3] } as const;

/** @returns the cells of a page, in reading order, with `gap` between them */
export function pictureCells(perPage: PaperPictures['perPage'], area: Rectangle, gap: number): Rectangle[] {
  const [across, down] = GRIDS[perPage];
  const width = (area.width - (across - 1) * gap) / across;
  const height = (area.height - (down - 1) * gap) / down;
  return Array.from({ length: perPage }, (_, n) => ({
    left: area.left + (n % across) * (width + gap),
    top: area.top + Math.floor(n / across) * (height + gap),
    width,
    height,
  }));
}

/** The largest rectangle of the picture's shape, in the middle of the cell. */
export function fittedPicture(picture: Pick<Rectangle, 'width' | 'height'>, cell: Rectangle): Rectangle {
  const scale = Math.min(cell.width / picture.width, cell.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return {
    left: cell.left + (cell.width - width) / 2,
    top: cell.top + (cell.height - height) / 2,
    width,
    height,
  };
}

/** More do not fit into the memory of a phone. */
const PICTURES_PER_FILE = 120;

/** @returns parts of nearly equal length, each of which is a file; one without pictures */
export function filesOf<Picture>(pictures: readonly Picture[]): Picture[][] {
  const count = Math.max(1, Math.ceil(pictures.length / PICTURES_PER_FILE));
  return Array.from({ length: count }, (_, part) =>
    pictures.slice(
      Math.round((part * pictures.length) / count),
      Math.round(((part + 1) * pictures.length) / count),
    ),
  );
}

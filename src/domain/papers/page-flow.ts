/** Where on which page the next block goes. Lengths are in one unit, from the top of the page. */
export interface Cursor {
  /** The first page is 0. */
  readonly page: number;
  readonly top: number;
}

/** The part of a page that may be printed on. */
export interface PageArea {
  readonly top: number;
  readonly bottom: number;
}

export interface Placed {
  readonly places: readonly Cursor[];
  /** Below the last of them. */
  readonly next: Cursor;
}

/**
 * Places blocks that belong together, such as a heading with the first lines below it, or a sentence with its signature.
 * If they do not fit on the rest of the page, all begin on the next one. What is longer than a page goes on, block by
 * block. Tables are broken by the PDF library, which repeats their heads.
 * @param after height of more that is placed later, and stays with them
 */
export function placeTogether(cursor: Cursor, heights: readonly number[], area: PageArea, after = 0): Placed {
  const all = heights.reduce((sum, height) => sum + height, after);
  const isLong = all > area.bottom - area.top;
  let at = isLong || fits(cursor, all, area) ? cursor : nextPage(cursor, area);
  const places = heights.map((height) => {
    const place = fits(at, height, area) || at.top <= area.top ? at : nextPage(at, area);
    at = { page: place.page, top: place.top + height };
    return place;
  });
  return { places, next: at };
}

function fits({ top }: Cursor, height: number, { bottom }: PageArea): boolean {
  return top + height <= bottom;
}

function nextPage({ page }: Cursor, { top }: PageArea): Cursor {
  return { page: page + 1, top };
}

/** Number of a text's first lines that stay together. A heading above it needs room for them too. */
export function firstLines(count: number): number {
  return count < 4 ? count : 2;
}

/**
 * A text is broken after any line, but never leaves one line alone on a page.
 * @param after height of what follows the text and stays with its last lines
 */
export function placeLines(cursor: Cursor, count: number, height: number, area: PageArea, after = 0): Placed {
  if (count < 4)
    return placeTogether(
      cursor,
      Array.from({ length: count }, () => height),
      area,
      after,
    );
  const first = placeTogether(cursor, [height, height], area);
  let at = first.next;
  const places = [...first.places];
  for (let line = 2; line < count - 2; line += 1) {
    const placed = placeTogether(at, [height], area);
    places.push(...placed.places);
    at = placed.next;
  }
  const last = placeTogether(at, [height, height], area, after);
  return { places: [...places, ...last.places], next: last.next };
}

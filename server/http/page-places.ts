import { ALWAYS_FIT } from './answer-size.ts';

/** A page of a list as a client asks for it. */
export interface Page {
  /** From 1. */
  readonly number: number;
  /** Rows on each page. */
  readonly size: number;
  /** Whether all pages before it have exactly this size: an address says so that was in `next` or `previous`. */
  readonly exact: boolean;
}

/** Which rows of a list a page shows, and by what size the pages behind it are numbered. */
export interface Place {
  /** How many rows of the list come before it. */
  readonly start: number;
  readonly rows: number;
  /** Divides `start + rows`. */
  readonly size: number;
}

export interface Listed {
  /** How many rows of the list fit into one answer, whichever they are; `rows` is empty where more were asked for. */
  readonly fits: number;
}

type List<T> = (place: Pick<Place, 'start' | 'rows'>) => Promise<T>;

/** Where the page with this number begins, and every page behind it. */
interface Numbering {
  readonly number: number;
  readonly start: number;
  readonly size: number;
  readonly usedAt: number;
}

const REMEMBERED = 10_000;
const REMEMBERED_MS = 15 * 60_000;

/**
 * Finds the rows of a page so that a reading over all pages shows each row once, although fewer rows than were asked for
 * may fit into an answer, and fewer still when records grow meanwhile.
 *
 * Whoever follows `next` is told in it by what size pages are numbered (`exact`), which needs nothing to be remembered:
 * sizes are made smaller to powers of two, and a page ends where one of the new size begins. Whoever counts pages
 * without looking at `next` is remembered, by this process alone: from the page on which the size became smaller, the
 * following pages are numbered anew.
 */
export class PagePlaces {
  readonly #numberings = new Map<string, Numbering>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @param reader whoever reads this list */
  async read<T extends Listed>(
    page: Page,
    reader: string,
    list: List<T>,
  ): Promise<{ place: Place; found: T }> {
    if (page.exact) return fitting(exactPlace(page), list);
    const key = `${reader} ${page.size}`;
    const known = page.number === 1 ? undefined : this.#known(key);
    const asked = known ? placeIn(known, page.number) : exactPlace(page);
    const read = await fitting(asked, list, known ? undefined : page.number);
    const { start, rows, size } = read.place;
    this.#remember(key, { number: page.number + 1, start: start + rows, size, usedAt: this.#now() });
    return read;
  }

  #known(key: string): Numbering | undefined {
    const known = this.#numberings.get(key);
    return known && this.#now() - known.usedAt < REMEMBERED_MS ? known : undefined;
  }

  /** The last one is the youngest: where there are too many, the oldest is forgotten. */
  #remember(key: string, numbering: Numbering): void {
    this.#numberings.delete(key);
    this.#numberings.set(key, numbering);
    const [oldest] = this.#numberings.keys();
    if (this.#numberings.size > REMEMBERED && oldest !== undefined) this.#numberings.delete(oldest);
  }
}

function exactPlace({ number, size }: Pick<Page, 'number' | 'size'>): Place {
  return { start: (number - 1) * size, rows: size, size };
}

function placeIn(numbering: Numbering, number: number): Place {
  const { size } = numbering;
  return { start: Math.max(0, numbering.start + (number - numbering.number) * size), rows: size, size };
}

/**
 * Reads a page that fits. `number` is that of a page of which nobody knows where the ones before it ended: then all of
 * them had the size that fits now.
 */
async function fitting<T extends Listed>(
  asked: Place,
  list: List<T>,
  number?: number,
): Promise<{ place: Place; found: T }> {
  let place = asked;
  let found = await list(place);
  while (found.fits < place.rows) {
    const size = sizeFor(found.fits);
    place = number === undefined ? shortened(place.start, size) : exactPlace({ number, size });
    found = await list(place);
  }
  return { place, found };
}

/** From the same row on, up to where a page of the smaller size begins. */
function shortened(start: number, size: number): Place {
  return { start, rows: size - (start % size), size };
}

/** The largest power of two that is not above it: all smaller ones divide it. */
function sizeFor(fits: number): number {
  return Math.max(ALWAYS_FIT, 2 ** (31 - Math.clz32(fits)));
}

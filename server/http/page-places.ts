import { ALWAYS_FIT } from './size-limits.ts';

export interface Page {
  /** Starts at 1. */
  readonly number: number;
  readonly size: number;
  /** True in URLs from `next` and `previous`: all pages before this one have exactly this size. */
  readonly exact: boolean;
}

export interface Place {
  readonly start: number;
  readonly rows: number;
  /** Later pages are numbered by this size, which divides `start + rows`. */
  readonly size: number;
}

export interface Listed {
  /** How many rows always fit into one response. If more were requested, none are listed. */
  readonly fits: number;
}

type List<T> = (place: Pick<Place, 'start' | 'rows'>) => Promise<T>;

/** From page `number`, which begins at row `start`, all pages have this size. */
interface Numbering {
  readonly number: number;
  readonly start: number;
  readonly size: number;
  readonly usedAt: number;
}

const REMEMBERED = 10_000;
const REMEMBERED_MS = 15 * 60_000;

/**
 * Shows each row once to a client that reads all pages, although fewer rows than requested may fit. For clients that
 * follow `next`, the URL holds the size that fits (`exact`), and nothing is remembered. Sizes shrink to powers of two,
 * and a page ends where a page of the new size begins. For clients that count pages themselves, this process remembers
 * where the size shrank.
 */
export class PagePlaces {
  readonly #numberings = new Map<string, Numbering>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

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

/** If `number` is given, it is unknown where earlier pages ended. They are assumed to have the size that fits now. */
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

/** Ends the page where one of the smaller size begins. */
function shortened(start: number, size: number): Place {
  return { start, rows: size - (start % size), size };
}

/** A power of two, because all smaller powers divide it. */
function sizeFor(fits: number): number {
  return Math.max(ALWAYS_FIT, 2 ** (31 - Math.clz32(fits)));
}

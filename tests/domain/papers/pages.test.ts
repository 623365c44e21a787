import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cursor, firstLines, placeLines, placeTogether } from '../../../src/domain/papers/page-flow.ts';
import { filesOf, fittedPicture, pictureCells } from '../../../src/domain/papers/picture-pages.ts';

const AREA = { top: 10, bottom: 110 };
const START: Cursor = { page: 0, top: 10 };

/** '0:10' is 10 below the top of the first page. */
const said = (places: readonly Cursor[]): string[] => places.map(({ page, top }) => `${page}:${top}`);

describe('what belongs together', () => {
  test.each([
    ['stays on the page if it fits', { page: 0, top: 80 }, [20, 10], ['0:80', '0:100'], '0:110'],
    ['goes to the next page as a whole', { page: 0, top: 90 }, [20, 10], ['1:10', '1:30'], '1:40'],
    ['goes on if it is longer than a page', { page: 0, top: 50 }, [60, 60], ['0:50', '1:10'], '1:70'],
    [
      'that does not even begin on this page goes on',
      { page: 0, top: 60 },
      [60, 60],
      ['1:10', '2:10'],
      '2:70',
    ],
    ['that no page can hold gets one of its own', START, [200, 5], ['0:10', '1:10'], '1:15'],
    ['that is nothing takes no room', { page: 2, top: 110 }, [], [], '2:110'],
  ])('%s', (_, cursor, heights, places, next) => {
    const placed = placeTogether(cursor, heights, AREA);
    expect(said(placed.places)).toEqual(places);
    expect(said([placed.next])).toEqual([next]);
  });

  test('is in order, on the pages, and nothing overlaps', () => {
    const groups = fc.array(fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 5 }), { maxLength: 12 });
    fc.assert(
      fc.property(groups, (given) => {
        let cursor = START;
        for (const heights of given) {
          const { places, next } = placeTogether(cursor, heights, AREA);
          for (const [at, place] of places.entries()) {
            expect(place.top + (heights[at] ?? 0)).toBeLessThanOrEqual(AREA.bottom);
            expect(place.page * 1000 + place.top).toBeGreaterThanOrEqual(cursor.page * 1000 + cursor.top);
            cursor = { page: place.page, top: place.top + (heights[at] ?? 0) };
          }
          cursor = next;
        }
      }),
    );
  });
});

describe('the lines of a text', () => {
  test.each([
    ['stay together if they are few', 95, 3, ['1:10', '1:20', '1:30']],
    ['leave no line alone at the end of a page', 95, 4, ['1:10', '1:20', '1:30', '1:40']],
    ['leave no line alone at the top of a page', 80, 4, ['0:80', '0:90', '1:10', '1:20']],
    ['go on where the page ends', 70, 6, ['0:70', '0:80', '0:90', '0:100', '1:10', '1:20']],
    ['are none', 70, 0, []],
  ])('%s', (_, top, count, places) => {
    expect(said(placeLines({ page: 0, top }, count, 10, AREA).places)).toEqual(places);
  });

  test.each([
    ['few', 70, 3, 20, ['1:10', '1:20', '1:30'], '1:40'],
    ['the last two', 60, 5, 20, ['0:60', '0:70', '0:80', '1:10', '1:20'], '1:30'],
    ['all that fit', 60, 5, 0, ['0:60', '0:70', '0:80', '0:90', '0:100'], '0:110'],
    ['room longer than a page cannot hold', 60, 2, 200, ['0:60', '0:70'], '0:80'],
  ])('stay with what follows them: %s', (_, top, count, after, places, next) => {
    const placed = placeLines({ page: 0, top }, count, 10, AREA, after);
    expect([said(placed.places), said([placed.next])]).toEqual([places, [next]]);
  });

  test.each([
    [1, 1],
    [3, 3],
    [4, 2],
  ])('begin together: of %d lines %d', (count, first) => {
    expect(firstLines(count)).toBe(first);
    const { places } = placeLines({ page: 0, top: 105 }, count, 10, AREA);
    expect(places.filter(({ page }) => page === 1).length).toBeGreaterThanOrEqual(first);
  });

  test('of a long text fill page after page', () => {
    const { places, next } = placeLines(START, 25, 10, AREA);
    expect(new Set(places.map(({ page }) => page))).toEqual(new Set([0, 1, 2]));
    expect(said([next])).toEqual(['2:60']);
  });
});

describe('pictures', () => {
  const page = { left: 0, top: 0, width: 210, height: 310 };

  test('are two on a page, one below the other', () => {
    expect(pictureCells(2, page, 10)).toEqual([
      { left: 0, top: 0, width: 210, height: 150 },
      { left: 0, top: 160, width: 210, height: 150 },
    ]);
  });

  test('are six on a page, in rows of two', () => {
    const cells = pictureCells(6, page, 10);
    expect(cells.map(({ left, top }) => [left, Math.round(top)])).toEqual([
      [0, 0],
      [110, 0],
      [0, 107],
      [110, 107],
      [0, 213],
      [110, 213],
    ]);
    expect(cells.every(({ width }) => width === 100)).toBe(true);
  });

  test.each([
    [
      { width: 400, height: 300 },
      { left: 10, top: 32.5, width: 100, height: 75 },
    ],
    [
      { width: 300, height: 400 },
      { left: 22.5, top: 20, width: 75, height: 100 },
    ],
  ])('keep their shape: %j', (picture, place) => {
    expect(fittedPicture(picture, { left: 10, top: 20, width: 100, height: 100 })).toEqual(place);
  });

  test.each([
    [0, [0]],
    [1, [1]],
    [120, [120]],
    [121, [61, 60]],
    [250, [83, 84, 83]],
  ])('%d are in files of %j', (count, sizes) => {
    const pictures = Array.from({ length: count }, (_, n) => n);
    const files = filesOf(pictures);
    expect(files.map(({ length }) => length)).toEqual(sizes);
    expect(files.flat()).toEqual(pictures);
  });
});

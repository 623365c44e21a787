import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readListPage } from '../../src/api/resource-api.ts';
import { counterexample } from '../support/test/counterexample.ts';

const rows = [{ id: 1 }, { id: 2 }];

describe('a page of a list', () => {
  // @spec 3.22 7.12 D3.1
  it('[L19] is an envelope, of whose next only the query string is used', () => {
    const next = 'http://evil.test:81/other/path/?page=2&page_size=500#here';
    expect(readListPage({ results: rows, count: 45, next })).toEqual({
      rows,
      count: 45,
      next: '?page=2&page_size=500',
    });
  });

  // @spec 3.23 D3.2
  it('[L1] is a bare array, which is the whole list', () => {
    expect(readListPage(rows)).toEqual({ rows, count: 2, next: null });
    expect(readListPage([])).toEqual({ rows: [], count: 0, next: null });
  });

  it.each([undefined, null, '2', -1, 1.5])('[L1] has no count where the server gives none: %j', (count) => {
    expect(readListPage({ results: rows, count })?.count).toBeNull();
  });

  // @spec D3.1
  it.each([undefined, null, 7, '', 'http://a.test/customers/'])(
    '[L1] is the last one when next is %j',
    (next) => {
      expect(readListPage({ results: rows, next })?.next).toBeNull();
    },
  );

  it('[L1] keeps rows that are objects and leaves out anything else', () => {
    expect(readListPage({ results: [{ id: 1 }, null, 'x', [2], 3, { id: 2 }] })?.rows).toEqual(rows);
  });

  it.each([null, 'text', 7, {}, { results: null }, { results: { id: 1 } }, { detail: 'No.' }])(
    '[L7] is none at all in %j',
    (body) => {
      expect(readListPage(body)).toBeNull();
    },
  );

  it('[L19] never gives a next that could leave for another host', () => {
    expect(
      counterexample(
        fc.property(
          fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()),
          (next) => {
            const query = readListPage({ results: [], next })?.next ?? null;
            return query === null || (query.startsWith('?') && !query.includes('#'));
          },
        ),
        5000,
      ),
    ).toBeNull();
  });
});

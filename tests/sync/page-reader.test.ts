import { describe, expect, it, vi } from 'vitest';
import type { ListPage } from '../../src/api/resource-api.ts';
import type { Answer } from '../../src/domain/answer.ts';
import { PageReader } from '../../src/sync/pull/page-reader.ts';
import { flush } from '../support/browser/flush.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';

interface Asked {
  readonly query: string | null;
  readonly signal: AbortSignal | undefined;
  readonly answer: (answer: Answer) => void;
}

/** A reader, and what it has asked for. */
function aReader(atOnce = 4, small = false) {
  const asked: Asked[] = [];
  const clock = new ManualClock(1_000_000);
  const tab = new AbortController();
  const lost = vi.fn<() => void>();
  const reader = new PageReader({
    list: (query, { signal }) =>
      new Promise((resolve) => {
        asked.push({ query, signal, answer: resolve });
        const abort = (): void => resolve({ kind: 'noAnswer', cause: 'aborted' });
        if (signal?.aborted) abort();
        signal?.addEventListener('abort', abort);
      }),
    atOnce: () => atOnce,
    small,
    lost,
    clock,
    signal: tab.signal,
  });
  const queries = (): (string | null)[] => asked.map(({ query }) => query);
  return { reader, asked, queries, clock, tab, lost };
}

const answer = (name: string): Answer => ({
  kind: 'response',
  status: 200,
  body: { kind: 'json', value: name },
  retryAfter: null,
});
const page = (next: string | null, rows = 2): ListPage => ({
  next,
  count: 10,
  rows: Array.from({ length: rows }, () => ({})),
});

describe('the pages of a collection', () => {
  it('[L20] say whether one that was asked for ahead is there', async () => {
    const { reader, asked } = aReader();
    reader.askAhead(page('?page=2'), 4);
    expect([reader.hasArrived('?page=2'), reader.hasArrived('?page=9')]).toEqual([false, false]);
    asked[1]?.answer(answer('third'));
    await flush();
    expect([reader.hasArrived('?page=2'), reader.hasArrived('?page=3')]).toEqual([false, true]);
    void reader.read(null);
    expect(reader.hasArrived('?page=3')).toBe(false);
  });

  it('[L20] are asked for ahead by their numbers, as far as there are rows, four at once', () => {
    const { reader, queries } = aReader();
    reader.askAhead(page('?page=2&page_size=2'), 8);
    expect(queries()).toEqual([
      '?page=2&page_size=2',
      '?page=3&page_size=2',
      '?page=4&page_size=2',
      '?page=5&page_size=2',
    ]);
    expect(reader.underWay).toBe(4);
    const last = aReader();
    last.reader.askAhead(page('?page_size=2&page=9'), 3);
    expect(last.queries()).toEqual(['?page_size=2&page=9', '?page_size=2&page=10']);
  });

  it('[L24] resume at the same row in smaller pages, if the server used the requested page size', () => {
    const [usual, small] = [aReader().reader, aReader(4, true).reader];
    const next = '?page=3&page_size=750';
    expect(usual.goOnAt(next, 1500)).toBe(next);
    expect(small.goOnAt(next, 1500)).toBe('?page=7&page_size=250');
    for (const other of [
      { next, read: 40 },
      { next: '?page=3&page_size=500', read: 1000 },
      { next: '?cursor=a', read: 750 },
      { next: null, read: 750 },
    ])
      expect(small.goOnAt(other.next, other.read)).toBe(other.next);
    expect([usual.isSmall, small.isSmall]).toEqual([false, true]);
  });

  it('[L21] come from what was asked for ahead, each once', async () => {
    const { reader, asked, queries } = aReader(2);
    reader.askAhead(page('?page=2'), 8);
    for (const one of asked) one.answer(answer(one.query ?? ''));
    expect(await reader.read('?page=2')).toEqual(answer('?page=2'));
    reader.askAhead(page('?page=3'), 6);
    expect(queries()).toEqual(['?page=2', '?page=3', '?page=4']);
    expect(await reader.read('?page=3')).toEqual(answer('?page=3'));
  });

  it('[L20] that have no numbers are asked for one ahead, as are those of a server that does not count', () => {
    const cursors = aReader();
    cursors.reader.askAhead(page('?cursor=cD0x'), 8);
    expect(cursors.queries()).toEqual(['?cursor=cD0x']);
    const uncounted = aReader();
    uncounted.reader.askAhead(page('?page=2'), null);
    expect(uncounted.queries()).toEqual(['?page=2']);
    const subpage = aReader();
    subpage.reader.askAhead(page('?subpage=2&page=x'), 8);
    expect(subpage.queries()).toEqual(['?subpage=2&page=x']);
  });

  it('[L20] are requested one by one if nothing may run in parallel, and not at all after the last', () => {
    const sending = aReader(1);
    sending.reader.askAhead(page('?page=2'), 8);
    expect(sending.queries()).toEqual(['?page=2']);
    const last = aReader();
    last.reader.askAhead(page(null), 0);
    expect(last.queries()).toEqual([]);
  });

  it('[L21] that the server does not name as the next are dropped, and the one that it names is asked for', async () => {
    const { reader, asked, queries } = aReader(2);
    reader.askAhead(page('?page=2'), 8);
    const named = reader.read('?after=17');
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, true, false]);
    asked[2]?.answer(answer('named'));
    expect(await named).toEqual(answer('named'));
    expect(queries()).toEqual(['?page=2', '?page=3', '?after=17']);
  });

  it('[L41] take as long as they take, without what the device slept between them', async () => {
    const { reader, clock, asked } = aReader();
    const first = reader.read(null);
    clock.advance(400);
    asked[0]?.answer(answer('first'));
    await first;
    const second = reader.read('?page=2');
    clock.advance(30 * 60 * 60_000);
    asked[1]?.answer(answer('second'));
    await second;
    expect(reader.tookMs()).toBe(30_400);
    clock.putBack(60_000);
    expect(reader.tookMs()).toBe(30_400);
  });

  it.each<[how: string, lost: Answer]>([
    ['without an answer', { kind: 'noAnswer', cause: 'network' }],
    [
      'by a server that could not take so many',
      { ...answer(''), status: 502, body: { kind: 'html' } } as Answer,
    ],
    ['in the middle of its body', { ...answer(''), body: { kind: 'text' } } as Answer],
  ])('[L22] that were lost among those asked for ahead are asked for once more: %s', async (_, lost) => {
    const { reader, asked, queries } = aReader(3);
    reader.askAhead(page('?page=2'), 6);
    asked[0]?.answer(lost);
    asked[1]?.answer(answer('?page=3'));
    await flush();
    expect([reader.hasArrived('?page=2'), reader.hasArrived('?page=3')]).toEqual([false, true]);
    const second = reader.read('?page=2');
    await flush();
    asked[3]?.answer(answer('?page=2'));
    expect(await second).toEqual(answer('?page=2'));
    expect(await reader.read('?page=3')).toEqual(answer('?page=3'));
    expect(queries()).toEqual(['?page=2', '?page=3', '?page=4', '?page=2']);
    const again = aReader(1);
    again.reader.askAhead(page('?page=2'), 2);
    again.asked[0]?.answer(lost);
    const failed = again.reader.read('?page=2');
    await flush();
    again.asked[1]?.answer(lost);
    expect(await failed).toEqual(lost);
    expect(again.queries()).toEqual(['?page=2', '?page=2']);
  });

  it.each<[what: string, fault: Answer]>([
    ['nothing', { kind: 'noAnswer', cause: 'network' }],
    ['a portal', { ...answer(''), body: { kind: 'html' } } as Answer],
    ['a redirect', { kind: 'redirect' }],
    ['a gateway', { ...answer(''), status: 502 } as Answer],
  ])('[P19] that %s answered are reported at once, and those that were dropped are not', async (_, fault) => {
    const { reader, asked, lost } = aReader(3);
    reader.askAhead(page('?page=2'), 6);
    asked[1]?.answer(fault);
    await flush();
    expect(lost).toHaveBeenCalledTimes(1);
    reader.close();
    await flush();
    expect(lost).toHaveBeenCalledTimes(1);
  });

  it.each<[what: string, said: Answer]>([
    ['asks for patience', { ...answer(''), status: 429 } as Answer],
    ['has no such page', { ...answer(''), status: 404 } as Answer],
    ['signs out', { kind: 'unauthorized', refresh: 'refused' }],
  ])('[L22] are not asked for twice where the server %s', async (_, said) => {
    const { reader, asked, queries } = aReader(1);
    reader.askAhead(page('?page=2'), 2);
    asked[0]?.answer(said);
    expect(await reader.read('?page=2')).toEqual(said);
    expect(queries()).toEqual(['?page=2']);
  });

  it('[L23] are not asked for ahead on a slow link', async () => {
    const { reader, asked, queries, clock } = aReader();
    const first = reader.read(null);
    clock.advance(3001);
    asked[0]?.answer(answer('slow'));
    await first;
    reader.askAhead(page('?page=2'), 8);
    expect(queries()).toEqual([null]);
  });

  it('are no longer waited for when the pull or the tab ends', async () => {
    const { reader, asked } = aReader(2);
    reader.askAhead(page('?page=2'), 8);
    reader.close();
    expect(asked.every(({ signal }) => signal?.aborted)).toBe(true);
    const other = aReader();
    const first = other.reader.read(null);
    other.tab.abort();
    expect(await first).toEqual({ kind: 'noAnswer', cause: 'aborted' });
    expect(other.reader.underWay).toBe(0);
    expect(await other.reader.read('?page=2')).toEqual({ kind: 'noAnswer', cause: 'aborted' });
  });
});

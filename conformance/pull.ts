import { PAGE_SIZE, readListPage } from '../src/api/resource-api.ts';
import { asObject, readRecord, type WireRecord } from '../src/domain/answer.ts';
import type { ServerId } from '../src/domain/resource-spec.ts';
import type { Exchange } from './client.ts';
import { inWords, statusOf } from './exchange.ts';

/** The first page as the app requests it. Servers without page sizes ignore the parameter. */
export const APP_PAGE = `?page_size=${PAGE_SIZE}`;

export interface Pull {
  readonly records: readonly WireRecord[];
  readonly pages: number;
  readonly count: number | null;
  /** The list was an array, not `{results, count, next}`. */
  readonly isBare: boolean;
  readonly nameless: number;
  readonly nexts: readonly string[];
  readonly fault: string | null;
  /** Reading was cut short, because the list has too many pages. */
  readonly isCut: boolean;
}

export interface Pages {
  readonly query: string;
  readonly most: number;
  readonly ask: (query: string) => Promise<Exchange>;
}

/** Follows `next` as the app does, using only its query. */
export async function readPages({ query: first, most, ask }: Pages): Promise<Pull> {
  const records: WireRecord[] = [];
  const nexts: string[] = [];
  const asked = new Set<string>();
  let [pages, count, isBare, nameless]: [number, number | null, boolean, number] = [0, null, false, 0];
  const end = (fault: string | null, isCut = false): Pull => ({
    records,
    pages,
    count,
    isBare,
    nameless,
    nexts,
    fault,
    isCut,
  });

  for (let query = first; ; ) {
    const exchange = await ask(query);
    asked.add(query);
    const body = bodyOf(exchange);
    const page = readListPage(body);
    if (statusOf(exchange) !== 200 || !page) return end(`${inWords(exchange)}, which is not a list`);
    pages += 1;
    count = page.count;
    isBare ||= Array.isArray(body);
    const read = page.rows.map(readRecord).filter((record) => record !== null);
    records.push(...read);
    nameless += lengthOf(body) - read.length;
    const next = asObject(body)?.['next'];
    if (typeof next === 'string') nexts.push(next);
    if (page.next === null) return end(null);
    if (asked.has(page.next)) return end(`${exchange.line}: its next page is an earlier one`);
    if (pages >= most) return end(null, true);
    query = page.next;
  }
}

export function repeatedIn({ records }: Pull): readonly ServerId[] {
  const seen = new Set<ServerId>();
  return records
    .map(({ id }) => id)
    .filter((id) => {
      const before = seen.has(id);
      seen.add(id);
      return before;
    });
}

function bodyOf({ answer }: Exchange): unknown {
  return answer.kind === 'response' && answer.body.kind === 'json' ? answer.body.value : null;
}

function lengthOf(body: unknown): number {
  const rows = Array.isArray(body) ? body : asObject(body)?.['results'];
  return Array.isArray(rows) ? rows.length : 0;
}

import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { type Check, fails, needless, OK, type Outcome, skipped, unless } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { shown } from '../exchange.ts';
import { type Pull, repeatedIn } from '../pull.ts';
import { kindOf, prefixOf } from './kind-words.ts';

/** More rows than fit on one page of any known server. */
const PAGE_AT_MOST = 120;
/** A server that honors this page size needs two pages for a list with one row more. */
const SMALL_SIZE = 2;
const SMALL_PAGE = `?page_size=${SMALL_SIZE}`;
const SMALL_PAGES = 4;
const ONE_PAGE = 'the list fits on one page';

export function listChecks(resource: ResourceName): readonly Check[] {
  const { noun, one, plural, path } = kindOf(resource);
  const about = { theme: plural };
  const incomplete = `The list on the device is not complete: ${one} may be missing, with or without a connection.`;
  return [
    {
      ...about,
      id: prefixOf(resource, 'list'),
      level: 'MUST',
      asks: `GET ${path} returns 200 with {count, next, results} or an array. Every row has an id, and new records are included.`,
      otherwise: incomplete,
      run: async (context) => {
        const pull = await context.pull(resource);
        if (pull.fault !== null) return fails(pull.fault);
        if (pull.nameless > 0) return fails(`${pull.nameless} rows of the list have no id`);
        const { id } = await context.first(resource);
        const has = pull.records.some((record) => record.id === id);
        if (!has && pull.isCut) return cut(pull);
        return has
          ? OK
          : fails(
              `the new ${noun} ${shown(id)} is not in the list of ${pull.records.length}, read to its end`,
            );
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'pages'),
      level: 'MUST',
      asks: 'Following each page’s "next" shows every row exactly once, as many as "count" says.',
      otherwise: incomplete,
      run: (context) => pagesOf(context, resource),
    },
    {
      ...about,
      id: prefixOf(resource, 'paged'),
      level: 'SHOULD',
      asks: 'Lists come in pages, with "count" and "next".',
      otherwise:
        'A long list comes in one answer, which is slow or fails on a weak signal, and rows that change in the meantime go unnoticed.',
      run: async (context) => {
        const { fault, isBare, count } = await context.pull(resource);
        if (fault !== null) return skipped('the list could not be read');
        if (isBare) return fails('the list is an array');
        return count === null ? fails('it has no count') : OK;
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'next-host'),
      level: 'SHOULD',
      asks: '"next" has the server’s own address.',
      otherwise:
        'The app works: it uses only what follows the question mark. Another program that follows the address sends its token to another server.',
      run: async (context) => {
        const nexts = [
          ...(await context.pull(resource)).nexts,
          ...(await smallPages(context, resource)).nexts,
        ];
        if (nexts.length === 0) return skipped('no list was long enough to have a next page');
        const own = new URL(context.url).origin;
        const foreign = nexts.map((next) => originOf(next, own)).filter((origin) => origin !== own);
        return unless([...new Set(foreign)].map((origin) => `next leads to ${origin}, the server is ${own}`));
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'order'),
      level: 'SHOULD',
      asks: 'A list has the same order each time.',
      otherwise:
        'Rows move between pages while they are read, so the app cannot tell which were deleted, or settle a change whose answer was lost.',
      run: async (context) => {
        const before = await context.pull(resource);
        if (before.fault !== null) return skipped('the list could not be read');
        for (let time = 0; time < 2; time += 1) {
          if (isSameOrder(before, await context.readAnew(resource))) return OK;
        }
        return fails('three reads in a row showed the same rows in different orders');
      },
    },
  ];
}

async function pagesOf(context: CheckContext, resource: ResourceName): Promise<Outcome> {
  const { records } = await context.pull(resource);
  for (let n = records.length; n <= SMALL_SIZE; n += 1) await context.make(resource);
  if (context.fillPages && resource === 'customers') await fillPage(context);
  let faults: readonly string[] = [];
  // Other people may create or delete records in the meantime, which moves rows between pages. That is unlikely twice
  // in a row.
  for (let time = 0; time < 2; time += 1) {
    const isFirst = time === 0 && !context.fillPages;
    const whole = await (isFirst ? context.pull(resource) : context.readAnew(resource));
    if (whole.isCut) return cut(whole);
    const small = await (isFirst ? smallPages(context, resource) : readSmall(context, resource));
    faults = [...faultsIn(whole), ...faultsIn(small)];
    if (faults.length > 0) continue;
    if (whole.pages > 1 || small.pages > 1) return OK;
    if (whole.isBare) return needless('the list is an array, which has no pages');
    return skipped(resource === 'customers' ? `${ONE_PAGE}; --fill-pages creates more customers` : ONE_PAGE);
  }
  return fails([...new Set(faults)].join('; '));
}

function faultsIn(pull: Pull): string[] {
  const { records, count, fault, isCut, isBare } = pull;
  if (fault !== null) return [fault];
  const repeated = repeatedIn(pull).length;
  const found = records.length - repeated;
  return [
    ...(repeated > 0 ? [`${repeated} rows were on more than one page`] : []),
    ...(!isCut && !isBare && count !== null && count !== found
      ? [`"count" is ${count}, but following "next" to the last page showed ${found} rows`]
      : []),
  ];
}

async function fillPage(context: CheckContext): Promise<void> {
  for (let made = 0; made < PAGE_AT_MOST; made += 1) {
    if (made % 10 === 0 && (await context.readAnew('customers', '', 1)).nexts.length > 0) return;
    await context.make('customers');
  }
}

function smallPages(context: CheckContext, resource: ResourceName): Promise<Pull> {
  return context.once(`${resource}.small`, () => readSmall(context, resource));
}

function readSmall(context: CheckContext, resource: ResourceName): Promise<Pull> {
  return context.readAnew(resource, SMALL_PAGE, SMALL_PAGES);
}

function originOf(next: string, base: string): string {
  return URL.canParse(next, base) ? new URL(next, base).origin : 'no address';
}

function isSameOrder(one: Pull, other: Pull): boolean {
  const ids = (pull: Pull, among: Pull): string => {
    const known = new Set(among.records.map(({ id }) => id));
    return [...new Set(pull.records.map(({ id }) => id))].filter((id) => known.has(id)).join();
  };
  return ids(one, other) === ids(other, one);
}

function cut({ pages, records, count }: Pull): Outcome {
  const all = count === null ? 'more' : count;
  return skipped(`read ${records.length} of ${all} rows on ${pages} pages; --all-pages reads to the end`);
}

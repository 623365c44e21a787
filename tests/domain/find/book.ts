import type { Customer } from '../../../src/domain/customer.ts';
import type { Estimate } from '../../../src/domain/estimate.ts';
import { type FindAnswer, type FoundKind, findAnswer } from '../../../src/domain/find/find.ts';
import type { Bonuses, FindSource } from '../../../src/domain/find/find-in-kind.ts';
import { FindIndex } from '../../../src/domain/find/find-index.ts';
import type { Project } from '../../../src/domain/project.ts';
import type { Fields, ResourceName } from '../../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs, specOf } from '../../../src/domain/resource-specs.ts';
import { plainText } from '../../../src/domain/search-text.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import type { WorkOrder } from '../../../src/domain/work-order.ts';

export interface BookRow {
  readonly localId: string;
  readonly serverId: number | undefined;
  readonly view: Fields;
}

export type Book = Readonly<Record<ResourceName, readonly BookRow[]>>;

const ENV = { now: 1_772_000_000_000, random: 0.5 };

export function bookRows<N extends ResourceName>(resource: N, given: readonly Partial<Fields>[]): BookRow[] {
  return given.map((fields, n) => ({
    localId: `${resource}-${n + 1}`,
    serverId: n + 1,
    view: { ...(resourceSpecs[resource].blank(ENV) as unknown as Fields), ...(fields as Fields) },
  }));
}

export function bookOf(given: {
  readonly customers?: readonly Partial<Customer>[];
  readonly projects?: readonly Partial<Project>[];
  readonly estimates?: readonly Partial<Estimate>[];
  readonly workOrders?: readonly Partial<WorkOrder>[];
}): Book {
  return {
    customers: bookRows('customers', given.customers ?? []),
    projects: bookRows('projects', given.projects ?? []),
    estimates: bookRows('estimates', given.estimates ?? []),
    workOrders: bookRows('workOrders', given.workOrders ?? []),
  };
}

function textsOf(resource: ResourceName, rows: readonly BookRow[]): string[] {
  return rows.map(({ view }) => plainText(specOf(resource).searchText(view)));
}

/** @param unread kinds that are still being read */
export function indexOf(book: Book, unread: readonly ResourceName[] = []): FindIndex<BookRow> {
  return new FindIndex<BookRow>({
    rows: (resource) => book[resource],
    isRead: (resource) => !unread.includes(resource),
    texts: function* read(resource) {
      yield;
      return unread.includes(resource)
        ? null
        : { rows: book[resource], texts: textsOf(resource, book[resource]) };
    },
  });
}

export function sourceOf(book: Book, resource: ResourceName): FindSource {
  const source = drawAll(indexOf(book).source(resource, book.customers));
  if (!source) throw new Error('The book is always read.');
  return source;
}

interface Wish {
  readonly order?: readonly ResourceName[];
  readonly most?: number;
  readonly bonuses?: Partial<Bonuses>;
}

export const NO_BONUSES: Bonuses = { opened: new Set(), me: '' };

/** Returns what is told, one answer after the other. */
export function answersTo(
  index: FindIndex<BookRow>,
  typed: string,
  { order = RESOURCE_NAMES, most = 5, bonuses, isLate = false }: Wish & { readonly isLate?: boolean } = {},
): FindAnswer<BookRow>[] {
  const answers: FindAnswer<BookRow>[] = [];
  const question = { typed, order, most, bonuses: { ...NO_BONUSES, ...bonuses } };
  const told = { tell: (answer: FindAnswer<BookRow>) => answers.push(answer), isLate: () => isLate };
  drawAll(findAnswer(index, question, told));
  return answers;
}

export function findIn(book: Book, typed: string, wish?: Wish): readonly FoundKind<BookRow>[] {
  return answersTo(indexOf(book), typed, wish).at(-1)?.kinds ?? [];
}

/** Returns 'customers: Ann Lee' for the first hit, or 'nothing'. */
export function firstHit(book: Book, typed: string, wish?: Wish): string {
  const [first] = findIn(book, typed, wish);
  const row = first?.hits[0]?.row;
  return first && row ? `${first.resource}: ${specOf(first.resource).title(row.view)}` : 'nothing';
}

import type { Fields, ResourceName, ServerId } from '../resource-spec.ts';
import { RESOURCE_NAMES } from '../resource-specs.ts';
import { customerPlaces, placesById } from './customer-places.ts';
import {
  type Claim,
  type ClaimsByCustomer,
  claimsIn,
  claimsOfJob,
  factTexts,
  phoneTexts,
} from './fact-texts.ts';
import type { FindSource } from './find-in-kind.ts';

export interface ListRow {
  readonly localId: string;
  readonly serverId?: ServerId | undefined;
  readonly view: Fields;
}

/** The records in memory, in list order. */
export interface FindLists<R extends ListRow> {
  rows(resource: ResourceName): readonly R[];
  /** False while the rows are being read. */
  isRead(resource: ResourceName): boolean;
  /** Returns the rows with their search texts, or null while the rows are being read. */
  texts(
    resource: ResourceName,
  ): Generator<void, { readonly rows: readonly R[]; readonly texts: readonly string[] } | null>;
}

/** Other kinds whose records decide what is found of a kind. */
export const FOUND_THROUGH: Readonly<Record<ResourceName, readonly ResourceName[]>> = {
  customers: [],
  projects: ['customers'],
  estimates: ['customers'],
  // Their claims lead to jobs.
  workOrders: ['customers', 'projects', 'estimates'],
};

/** One kind of record as it is now. */
export interface FindKind<R extends ListRow> extends FindSource {
  readonly rows: readonly R[];
  readonly claimsOf: (row: R, place: number) => readonly Claim[];
}

/**
 * What Find searches beside the lists' own texts. It is made of the rows in memory, in steps, while Find is open, and
 * made again if the rows are others: a save and a start pay nothing for it.
 */
export class FindIndex<R extends ListRow> {
  readonly lists: FindLists<R>;
  readonly #ids = remembered(placesById);
  readonly #places = Object.fromEntries(
    RESOURCE_NAMES.map((resource) => [resource, remembered(customerPlaces)]),
  ) as Record<ResourceName, typeof customerPlaces>;
  readonly #claims = remembered(claimsOf);
  readonly #facts = remembered(jobTexts);
  readonly #phones = { projects: remembered(phoneTexts), estimates: remembered(phoneTexts) };

  constructor(lists: FindLists<R>) {
    this.lists = lists;
  }

  /** @param customers the rows whose places the source names */
  *source(resource: ResourceName, customers: readonly R[]): Generator<void, FindKind<R> | null> {
    const own = yield* this.lists.texts(resource);
    if (!own) return null;
    const plain = { ...own, resource, facts: NONE, customers: NOWHERE, claimsOf: () => [] };
    if (resource === 'customers') return plain;
    const ids = yield* this.#ids(customers);
    const places = yield* this.#places[resource](own.rows, ids);
    if (resource !== 'workOrders')
      return { ...plain, customers: places, facts: yield* this.#phones[resource](own.rows) };
    const projects = this.lists.rows('projects');
    const estimates = this.lists.rows('estimates');
    const claims = yield* this.#claims(
      projects,
      yield* this.#places.projects(projects, ids),
      estimates,
      yield* this.#places.estimates(estimates, ids),
    );
    const facts = yield* this.#facts(own.rows, places, claims);
    return {
      ...plain,
      customers: places,
      facts,
      claimsOf: (row, place) => claimsOfJob(row, Number(places[place]), claims),
    };
  }
}

const NONE: readonly string[] = [];
const NOWHERE = new Int32Array();
type Rows = readonly ListRow[];

function claimsOf(
  projects: Rows,
  projectCustomers: Int32Array,
  estimates: Rows,
  estimateCustomers: Int32Array,
): Generator<void, ClaimsByCustomer> {
  return claimsIn([
    { isProject: true, rows: projects, customers: projectCustomers },
    { isProject: false, rows: estimates, customers: estimateCustomers },
  ]);
}

function jobTexts(
  rows: Rows,
  customers: Int32Array,
  claims: ClaimsByCustomer,
): Generator<void, readonly string[]> {
  return factTexts({ rows, customers, claims });
}

/** Keeps the last result while the arguments are the same objects. */
function remembered<A extends readonly object[], T>(
  make: (...given: A) => Generator<void, T>,
): (...given: A) => Generator<void, T> {
  let last: { readonly given: A; readonly made: T } | null = null;
  return function* remember(...given) {
    if (last?.given.every((one, n) => one === given[n])) return last.made;
    const made = yield* make(...given);
    last = { given, made };
    return made;
  };
}

import { createDeviceServices } from '../../src/app/device/device.ts';
import type { LiveCollection, ShownRecord } from '../../src/db/live-collection.ts';
import type { FindAnswer as Answer } from '../../src/domain/find/find.ts';
import type { Fields, ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { plainText } from '../../src/domain/search-text.ts';
import { Finder } from '../../src/records/find/finder.ts';
import { quantileOf } from '../frame/rounds.ts';
import { collectionOf } from './account.ts';
import { bookOf } from './book.ts';

type FindAnswer = Answer<ShownRecord>;
type Collections = Readonly<Record<ResourceName, LiveCollection>>;

/** What people type into Find: names, the end of a phone number, an address, a claim, a crew, a gate code, nobody. */
const TYPED = [
  'castellanos',
  '4711',
  'ximena del',
  '12 mulb',
  '44-1182',
  'bo diaz',
  'gate 4471',
  'zz-nobody',
];
/** Every text on the way to one of these. */
const TEXTS = [
  ...new Set(TYPED.flatMap((text) => Array.from(text, (_, index) => text.slice(0, index + 1)))),
].filter((text) => text.trim() === text);

/** Times in ms from a key until hits are shown, and until all kinds have been searched; the longest task of the work. */
export interface FindTimes {
  readonly first: number;
  readonly all: number;
  readonly task: number;
}

const { clock } = createDeviceServices(true);
const books = new Map<number, Collections>();

/** Quantiles (p95) over all texts. @param count records of each kind */
export async function findTimes(count: number): Promise<FindTimes> {
  const collections = bookWith(count);
  const finder = new Finder({ collections, clock });
  const stop = finder.start();
  await answerTo(finder, '');
  const times: { readonly first: number; readonly all: number }[] = [];
  let task = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) task = Math.max(task, duration);
  });
  observer.observe({ type: 'longtask' });
  for (const text of TEXTS) times.push(await answerTo(finder, text));
  await new Promise((resolve) => setTimeout(resolve, 50));
  observer.disconnect();
  stop();
  return {
    first: quantileOf(
      times.map(({ first }) => first),
      0.95,
    ),
    all: quantileOf(
      times.map(({ all }) => all),
      0.95,
    ),
    task,
  };
}

/** Counts the texts for which Find counts other records than a plain look at each record does. */
export async function wrongFinds(count: number): Promise<number> {
  const collections = bookWith(count);
  const finder = new Finder({ collections, clock });
  const stop = finder.start();
  const customers = new Map(
    collections.customers
      .getSnapshot()
      .records.map(({ localId, view }) => [localId, textOf('customers', view)]),
  );
  let wrong = 0;
  for (const text of TEXTS) {
    const { answer } = await answerTo(finder, text);
    const words = text.split(' ');
    const digits = /[a-z]/.test(text) ? '' : text.replaceAll(/\D/g, '');
    for (const resource of RESOURCE_NAMES) {
      const expected = collections[resource].getSnapshot().records.filter(({ view }) => {
        const theirs = customers.get(String(view['customer'])) ?? '';
        const own = [textOf(resource, view), theirs];
        if (resource === 'workOrders')
          own.push(plainText(String(view['notes'])), claimOf(String(view['customer'])));
        const has = (word: string): boolean => own.some((one) => one.includes(word));
        return words.every(has) || (digits.length >= 3 && has(digits));
      }).length;
      const found = answer.kinds.find((kind) => kind.resource === resource)?.found ?? 0;
      if (found !== expected) wrong += 1;
    }
  }
  stop();
  return wrong;
}

function textOf(resource: ResourceName, view: Fields): string {
  return plainText(specOf(resource).searchText(view));
}

function answerTo(
  finder: Finder,
  typed: string,
): Promise<{ readonly first: number; readonly all: number; readonly answer: FindAnswer }> {
  const began = performance.now();
  let first: number | null = null;
  return new Promise((resolve) => {
    const stop = finder.subscribe(() => {
      const answer = finder.getSnapshot();
      if (answer.typed !== typed) return;
      const passed = performance.now() - began;
      first ??= passed;
      if (!answer.isOver) return;
      stop();
      resolve({ first, all: passed, answer });
    });
    finder.ask({ typed, order: RESOURCE_NAMES, most: 5, bonuses: { opened: new Set(), me: '' } });
  });
}

const STREETS = ['Juniper', 'Hickory', 'Larkspur', 'Foxglove', 'Bluebonnet', 'Sagebrush', 'Cottonwood'];
const WORK = [
  'Extract water',
  'Dry the basement',
  'Tear out drywall',
  'Clean soot',
  'Treat mold',
  'Board up',
];
const CREW = ['Bo Diaz', 'Cleo Park', 'Dana Wu', 'Eli Stone', 'Fay Moss'];

/** Every second customer has a claim. */
function claimOf(customer: string): string {
  const n = Number(customer);
  return n % 2 === 0 ? `claim number: ${n % 100}-${1000 + (n % 9000)}` : '';
}

const MAKE: Readonly<Record<Exclude<ResourceName, 'customers'>, (n: number) => Fields>> = {
  projects: (n) => ({
    title: `${WORK[n % WORK.length]}, house ${n}`,
    description:
      n % 2 === 0
        ? `Water in the house.\n--- Claim ---\nClaim number: ${claimOf(String(n)).slice(14)}`
        : 'Soot.',
    customer: String(n),
  }),
  estimates: (n) => ({
    title: `Estimate of ${WORK[n % WORK.length]}`,
    estimate_number: `EST-${n}`,
    customer: String(n),
  }),
  workOrders: (n) => ({
    title: `${WORK[n % WORK.length]} at ${100 + (n % 9900)} ${STREETS[n % STREETS.length]} Lane`,
    customer: String(n),
    notes: `Key under the mat.\n--- Job ---\nCrew: ${CREW[n % CREW.length]}\nFlags: gas off, gate ${n % 10_000}\n--- Log ---\nWall open behind the washer.`,
  }),
};

function bookWith(count: number): Collections {
  const known = books.get(count);
  if (known) return known;
  const rows = (resource: ResourceName): readonly Fields[] =>
    resource === 'customers'
      ? bookOf(count).map((wire) => ({ ...specOf('customers').decode(wire) }))
      : Array.from({ length: count }, (_, n) => ({
          ...specOf(resource).blank({ now: 1_700_000_000_000 + n, random: (n % 1000) / 1000 }),
          ...MAKE[resource](n + 1),
        }));
  const made = Object.fromEntries(
    RESOURCE_NAMES.map((resource) => [resource, held(resource, rows(resource))]),
  ) as unknown as Collections;
  books.set(count, made);
  return made;
}

function held(resource: ResourceName, views: readonly Fields[]): LiveCollection {
  const collection = collectionOf(resource);
  collection.begin();
  collection.addRange(
    views.map((view, n) => ({
      localId: String(n + 1),
      serverId: n + 1,
      server: view,
      view,
      mark: 'synced' as const,
      position: [n + 1, n + 1] as const,
      serverGen: 1,
      firstSeenGen: 1,
      seen: { created_at: null, updated_at: null, first_seen: 0 },
    })),
  );
  collection.finish();
  return collection;
}

import { nameKey } from '../day/person-names.ts';
import { daysFrom } from '../plain-date.ts';
import { isOver } from '../resource-specs.ts';
import { WORK_ORDERS_PER_STEP } from '../steps.ts';
import type { DayIndex } from './index-days.ts';
import type { ScheduleRow, Slot, Slots } from './slots.ts';

/** A row of the schedule. */
export interface Person {
  readonly key: string;
  /** As first written. */
  readonly name: string;
}

/** How this device draws rows. All names are keys: see `nameKey`. */
export interface RowSettings {
  /** Rows that come first. */
  readonly order: readonly string[];
  readonly hidden: ReadonlySet<string>;
  /** Draws one person's jobs in the row of another: 'ann' in the row of 'ann lee'. */
  readonly joined: ReadonlyMap<string, string>;
}

export const PLAIN_ROWS: RowSettings = { order: [], hidden: new Set(), joined: new Map() };

/** People of finished work keep their row for this many days. */
const DAYS_KEPT = 90;

/** Rows per step whose notes are not read. */
const STEP = 1000;

/** Returns the key of the row that shows this person's jobs. Spellings of a name share a row. */
export function rowKeyOf(name: string, { joined }: Pick<RowSettings, 'joined'>): string {
  const key = keyOf(name);
  return joined.get(key) ?? key;
}

/** Keys by name. Making one is slow, and a week asks for the same few names again and again. */
const keys = new Map<string, string>();

function keyOf(name: string): string {
  const key = keys.get(name) ?? nameKey(name);
  keys.set(name, key);
  return key;
}

/** Returns the keys of the rows that show a job; none for a job of nobody. */
export function rowKeysOf({ crew }: Pick<Slot<unknown>, 'crew'>, settings: RowSettings): string[] {
  return [...new Set(crew.map((name) => rowKeyOf(name, settings)))];
}

/** Collects the people of work orders, each once. */
export class People {
  readonly #names = new Map<string, string>();
  readonly #settings: RowSettings;

  constructor(known: readonly Person[], settings: RowSettings) {
    this.#settings = settings;
    for (const { key, name } of known) this.#names.set(key, name);
  }

  add({ crew }: Pick<Slot<unknown>, 'crew'>): void {
    for (const name of crew) {
      const key = rowKeyOf(name, this.#settings);
      const known = this.#names.get(key);
      // The row of joined names is called by the name they are joined to.
      const isBetter = known !== undefined && keyOf(known) !== key && keyOf(name) === key;
      if (known === undefined || isBetter) this.#names.set(key, name);
    }
  }

  /** Without hidden ones. */
  get rows(): readonly Person[] {
    const people = [...this.#names].map(([key, name]) => ({ key, name }));
    return inOrder(
      this.#settings,
      people.filter(({ key }) => !this.#settings.hidden.has(key)),
    );
  }
}

export function samePeople(one: readonly Person[], other: readonly Person[]): boolean {
  const isSame = ({ key, name }: Person, at: number): boolean =>
    other[at]?.key === key && other[at].name === name;
  return one.length === other.length && one.every(isSame);
}

/** Sorts by the order of the settings, then by name. */
export function inOrder({ order }: Pick<RowSettings, 'order'>, people: readonly Person[]): Person[] {
  const placeOf = ({ key }: Person): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return [...people].sort(
    (one, other) => placeOf(one) - placeOf(other) || one.name.localeCompare(other.name, 'en'),
  );
}

/** Returns the people on crews of open work orders and of those of the last 90 days. */
export function* crewPeople<Row extends ScheduleRow>(
  index: DayIndex<Row>,
  slots: Slots<Row>,
  { today, settings }: { readonly today: string; readonly settings: RowSettings },
): Generator<void, readonly Person[]> {
  const since = daysFrom(today, -DAYS_KEPT);
  const people = new People([], settings);
  let spent = 0;
  for (const [day, rows] of [[today, index.undated] as const, ...index.byDay]) {
    for (const row of rows) {
      const isRead = day >= since || !isOver('workOrders', row.view.status);
      if (isRead) people.add(slots.of(row));
      spent += isRead ? STEP / WORK_ORDERS_PER_STEP : 1;
      if (spent < STEP) continue;
      spent = 0;
      yield;
    }
  }
  return people.rows;
}

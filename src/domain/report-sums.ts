import { type Amount, fromCents, toCents } from './money.ts';
import type { Report, ReportChart } from './reports.ts';
import type { Fields } from './resource-spec.ts';
import { choicesOf } from './resource-specs.ts';

interface Worth {
  count: number;
  cents: number;
}

export class ReportSums {
  readonly #chart: ReportChart;
  readonly #groups = new Map<string, Map<string, Worth>>();

  constructor(chart: ReportChart) {
    this.#chart = chart;
  }

  add(record: Fields): void {
    const { bars, parts, sum } = this.#chart;
    const bar = String(record[bars] ?? '');
    const part = String(record[parts] ?? '');
    const ofBar = this.#groups.get(bar) ?? new Map<string, Worth>();
    if (ofBar.size === 0) this.#groups.set(bar, ofBar);
    const worth = ofBar.get(part) ?? { count: 0, cents: 0 };
    if (worth.count === 0) ofBar.set(part, worth);
    worth.count += 1;
    if (sum !== null) worth.cents += toCents(record[sum] as Amount | undefined);
  }

  get groups(): ReadonlyMap<string, ReadonlyMap<string, Readonly<Worth>>> {
    return this.#groups;
  }

  get count(): number {
    return this.#total(({ count }) => count);
  }

  /** 0 if the chart counts records. */
  get cents(): number {
    return this.#total(({ cents }) => cents);
  }

  /** Returns sums by the values of one of the chart's two fields. */
  by(field: string): ReadonlyMap<string, Readonly<Worth>> {
    const worths = new Map<string, Worth>();
    for (const [bar, ofBar] of this.#groups) {
      for (const [part, { count, cents }] of ofBar) {
        const value = field === this.#chart.bars ? bar : part;
        const worth = worths.get(value) ?? { count: 0, cents: 0 };
        worths.set(value, { count: worth.count + count, cents: worth.cents + cents });
      }
    }
    return worths;
  }

  having(field: string, value: string): number {
    const { bars, parts } = this.#chart;
    return this.#total(({ count }, bar, part) => {
      const has = (field === bars && bar === value) || (field === parts && part === value);
      return has ? count : 0;
    });
  }

  #total(of: (worth: Worth, bar: string, part: string) => number): number {
    let total = 0;
    for (const [bar, ofBar] of this.#groups) for (const [part, worth] of ofBar) total += of(worth, bar, part);
    return total;
  }
}

/** Records per step, about a millisecond. */
const STEP = 1000;

export function* sumRecords(
  chart: ReportChart,
  rows: readonly { readonly view: Fields }[],
): Generator<void, ReportSums> {
  const sums = new ReportSums(chart);
  for (const [n, { view }] of rows.entries()) {
    if (n % STEP === STEP - 1) yield;
    sums.add(view);
  }
  return sums;
}

export interface ReportBar {
  readonly value: string;
  readonly parts: Readonly<Record<string, number>>;
  readonly total: number;
}

/** Sorts by the field's choices, then by first occurrence. Sums of money are in dollars. */
export function reportBars(
  { resource, chart }: Pick<Report, 'resource' | 'chart'>,
  { groups }: ReportSums,
): { readonly bars: readonly ReportBar[]; readonly parts: readonly string[] } {
  const order = inOrder(groups.keys(), choicesOf(resource, chart.bars));
  const allParts = [...groups.values()].flatMap((ofBar) => [...ofBar.keys()]);
  const shown = (worths: readonly Worth[]): number =>
    chart.sum === null
      ? worths.reduce((total, { count }) => total + count, 0)
      : fromCents(worths.reduce((total, { cents }) => total + cents, 0));
  return {
    bars: [...groups]
      .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      .map(([value, ofBar]) => ({
        value,
        parts: Object.fromEntries([...ofBar].map(([part, worth]) => [part, shown([worth])])),
        total: shown([...ofBar.values()]),
      })),
    parts: inOrder(allParts, choicesOf(resource, chart.parts)),
  };
}

interface StatusShare {
  readonly status: string;
  /** A count, or dollars. */
  readonly size: number;
}

/** Breaks a report's main figure down by status, in the order of the choices. */
export function statusShares(
  { resource, main }: Pick<Report, 'resource' | 'main'>,
  sums: ReportSums,
): readonly StatusShare[] {
  const worths = sums.by('status');
  const order = inOrder(worths.keys(), choicesOf(resource, 'status'));
  return [...worths]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([status, { count, cents }]) => ({
      status,
      size: main.shares === 'dollars' ? fromCents(cents) : count,
    }));
}

function inOrder(values: Iterable<string>, choices: readonly string[]): string[] {
  const met = new Set(values);
  return [
    ...choices.filter((choice) => met.has(choice)),
    ...[...met].filter((value) => !choices.includes(value)),
  ];
}

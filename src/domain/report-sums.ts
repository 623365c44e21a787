import { type Amount, fromCents, toCents } from './money.ts';
import type { Report, ReportChart } from './reports.ts';
import type { Fields } from './resource-spec.ts';
import { choicesOf } from './resource-specs.ts';

interface Worth {
  count: number;
  cents: number;
}

/** Sums records by the two fields of a report's chart, for all its figures. */
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

export function sumRecords(chart: ReportChart, rows: readonly { readonly view: Fields }[]): ReportSums {
  const sums = new ReportSums(chart);
  for (const { view } of rows) sums.add(view);
  return sums;
}

export interface ReportBar {
  readonly value: string;
  readonly parts: Readonly<Record<string, number>>;
  readonly total: number;
}

/** Sorts by the order of the fields' choices, unknown values last. Amounts are in dollars. */
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

function inOrder(values: Iterable<string>, choices: readonly string[]): string[] {
  const met = new Set(values);
  return [
    ...choices.filter((choice) => met.has(choice)),
    ...[...met].filter((value) => !choices.includes(value)),
  ];
}

const EASY = [1, 2, 2.5, 3, 4, 5, 6, 8, 10];
const INTERVALS = 4;

export function axisTicks(most: number, whole: boolean): readonly number[] {
  const least = Math.max(most, 0) / INTERVALS;
  const power = 10 ** Math.floor(Math.log10(least || 1));
  const steps = [...EASY, ...EASY.map((easy) => 10 * easy)].map((easy) => easy * power);
  const step = Math.min(...steps.filter((one) => one >= least && (!whole || Number.isInteger(one))));
  const ticks = [0];
  let end = 0;
  do {
    end = ticks.length * step;
    ticks.push(end);
  } while (end < most);
  return ticks;
}

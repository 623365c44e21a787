import { type Amount, toCents } from './money.ts';
import type { ReportChart } from './report.ts';
import type { Fields } from './resource-spec.ts';

/** How many records there are, and what their amounts come to in cents. */
interface Worth {
  count: number;
  cents: number;
}

/** Records added up one by one, by the two fields that a report's chart tells apart: all its figures are made of this. */
export class ReportSums {
  readonly #chart: ReportChart;
  readonly #groups = new Map<string, Map<string, Worth>>();

  constructor(chart: ReportChart) {
    this.#chart = chart;
  }

  add(record: Fields): void {
    const { bars, parts, sum } = this.#chart;
    const bar = String(record[bars.field] ?? '');
    const part = String(record[parts.field] ?? '');
    const ofBar = this.#groups.get(bar) ?? new Map<string, Worth>();
    if (ofBar.size === 0) this.#groups.set(bar, ofBar);
    const worth = ofBar.get(part) ?? { count: 0, cents: 0 };
    if (worth.count === 0) ofBar.set(part, worth);
    worth.count += 1;
    if (sum !== null) worth.cents += toCents(record[sum] as Amount | undefined);
  }

  /** By the value of the bars' field, and within it by that of the parts' field. */
  get groups(): ReadonlyMap<string, ReadonlyMap<string, Readonly<Worth>>> {
    return this.#groups;
  }

  get count(): number {
    return this.#total(({ count }) => count);
  }

  /** What the amounts of all records come to, where the chart adds one up. */
  get cents(): number {
    return this.#total(({ cents }) => cents);
  }

  /** How many records have this value in one of the two fields. */
  having(field: string, value: string): number {
    const { bars, parts } = this.#chart;
    return this.#total(({ count }, bar, part) => {
      const has = (field === bars.field && bar === value) || (field === parts.field && part === value);
      return has ? count : 0;
    });
  }

  #total(of: (worth: Worth, bar: string, part: string) => number): number {
    let total = 0;
    for (const [bar, ofBar] of this.#groups) for (const [part, worth] of ofBar) total += of(worth, bar, part);
    return total;
  }
}

/** Adds all records up. */
export function sumRecords(chart: ReportChart, rows: readonly { readonly view: Fields }[]): ReportSums {
  const sums = new ReportSums(chart);
  for (const { view } of rows) sums.add(view);
  return sums;
}

import { fromCents } from './money.ts';
import type { ReportSums } from './report-sums.ts';
import type { Fields, ResourceName } from './resource-spec.ts';

/** How a figure reads: '1,204', '$8,350', '62.5%'. */
export type ReportUnit = 'count' | 'dollars' | 'percent';

/** One figure of a report; a share of 1 where its unit is percent. Null where there is nothing to divide by. */
export interface ReportTile {
  readonly label: string;
  readonly value: number | null;
  readonly unit: ReportUnit;
}

/** A fact of a record in a report's table and export. */
export interface ReportColumn<R extends Fields = Fields> {
  readonly header: string;
  /** 'title' is what the record is called; a field otherwise. */
  readonly field: 'title' | (keyof R & string);
  /** The values that the field has: it is shown in words. */
  readonly choices?: readonly string[];
  /** Stands in its color. */
  readonly chip?: boolean;
  /** True where it says nothing that matters any more: gray, without its color. */
  readonly quiet?: (row: R) => boolean;
  readonly unit?: 'dollars' | 'percent';
  /** The columns that an export has in its place: what an import takes apart again. */
  readonly exportedAs?: readonly ReportColumn<R>[];
}

/** A field whose values a chart tells apart. */
export interface ReportGroup<R extends Fields = Fields> {
  readonly field: keyof R & string;
  readonly choices: readonly string[];
}

/** What a report draws: a bar for each value of one field, divided by the values of another. */
export interface ReportChart<R extends Fields = Fields> {
  readonly title: string;
  readonly bars: ReportGroup<R>;
  readonly parts: ReportGroup<R>;
  /** The amount that is added up, in dollars; null counts records. */
  readonly sum: (keyof R & string) | null;
}

/** A summary of all records of one kind. */
export interface Report<R extends Fields = Fields> {
  /** Its name in the address: '/reports?report=customer-summary'. */
  readonly id: string;
  readonly title: string;
  /** What it answers, in one line. */
  readonly about: string;
  readonly resource: ResourceName;
  /** Its figures, from its records added up by its chart. */
  readonly tiles: (sums: ReportSums) => readonly ReportTile[];
  readonly chart: ReportChart<R>;
  /** The columns of the table, and the first ones of the export. */
  readonly columns: readonly ReportColumn<R>[];
  /** What the export tells beyond the table. */
  readonly details: readonly ReportColumn<R>[];
}

/** What a report's export tells of each record, and how the file is called. */
export function exportOf({ id, resource, columns, details }: Report): {
  readonly name: string;
  readonly resource: ResourceName;
  readonly columns: readonly ReportColumn[];
} {
  return {
    name: id,
    resource,
    columns: [...columns, ...details].flatMap((column) => column.exportedAs ?? [column]),
  };
}

/** How many of a report's records its table shows; the export holds all of them. */
export const REPORT_ROWS = 10;

/** One bar of a chart: its value of the field, the sum of each part that it has, and of all. */
export interface ReportBar {
  readonly value: string;
  readonly parts: Readonly<Record<string, number>>;
  readonly total: number;
}

/**
 * The bars of a chart, in the order of the field's choices; values that no list knows come last. What no record
 * has is left out. Amounts in dollars.
 */
export function reportBars(
  { bars, parts, sum }: ReportChart,
  { groups }: ReportSums,
): { readonly bars: readonly ReportBar[]; readonly parts: readonly string[] } {
  const order = inOrder(groups.keys(), bars.choices);
  const allParts = [...groups.values()].flatMap((ofBar) => [...ofBar.keys()]);
  const shown = (worths: readonly { readonly count: number; readonly cents: number }[]): number =>
    sum === null
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
    parts: inOrder(allParts, parts.choices),
  };
}

function inOrder(values: Iterable<string>, choices: readonly string[]): string[] {
  const met = new Set(values);
  return [
    ...choices.filter((choice) => met.has(choice)),
    ...[...met].filter((value) => !choices.includes(value)),
  ];
}

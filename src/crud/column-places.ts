import type { CSSProperties } from 'react';
import type { ResourceView } from './resource-view.ts';

/** Height of a table's row in rem, with one line of columns and with two; the style sheet says the same. */
const ROW_REM = 3.5;
const TALL_ROW_REM = 4.75;

export interface ColumnPlaces {
  /** Columns stand above one another, so that rows are higher. */
  readonly tall: boolean;
  readonly rowRem: number;
  /** Where the nth column stands, and how wide the places are: once for the table, not for each cell. */
  readonly style: CSSProperties;
}

/** Where a table's columns stand. */
export function columnPlaces(view: ResourceView, stacked: boolean): ColumnPlaces {
  const stacks = stacked ? view.stacks : (view.wideStacks ?? view.columns.map(({ field }) => [field]));
  const tall = stacks.some(({ length }) => length > 1);
  const places: Record<string, string> = { '--columns': columnsOf(view, stacks) };
  for (const [n, { field }] of view.columns.entries()) {
    const across = stacks.findIndex((stack) => stack.includes(field));
    const stack = stacks[across] ?? [];
    const line = stack.indexOf(field) + 1;
    const [from, to] = stack.length === 1 ? [1, -1] : [line, line + 1];
    places[`--by-${n + 1}`] = to < 0 ? 'center' : line === 1 ? 'end' : 'start';
    places[`--at-${n + 1}`] = `${from} / ${across + 1} / ${to} / ${across + 2}`;
  }
  return { tall, rowRem: tall ? TALL_ROW_REM : ROW_REM, style: places };
}

/** The shares that the places have of the table's width; the style sheet says which the buttons have. */
function columnsOf({ columns }: ResourceView, stacks: ResourceView['stacks']): string {
  const shares = stacks.map(([first]) => columns.find(({ field }) => field === first)?.width ?? 1);
  return [...shares.map((share) => `minmax(0, ${share}fr)`), 'var(--buttons)'].join(' ');
}

import type { CSSProperties } from 'react';
import type { ResourceView } from '../resource-view.ts';

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

/**
 * Where a table's columns stand.
 * @param stacked the table is too narrow for a place for each
 */
export function columnPlaces({ columns }: ResourceView, stacked: boolean): ColumnPlaces {
  const lower = columns.filter(({ under, alwaysUnder }) => under && (stacked || alwaysUnder));
  const upper = columns.filter((column) => !lower.includes(column));
  const widths = upper.map(({ width }) => `minmax(0, ${width}fr)`);
  const style: Record<string, string> = { '--columns': [...widths, 'var(--buttons)'].join(' ') };
  for (const [n, column] of columns.entries()) {
    const isLower = lower.includes(column);
    const across = 1 + upper.findIndex(({ field }) => field === (isLower ? column.under : column.field));
    const isUpper = lower.some(({ under }) => under === column.field);
    style[`--at-${n + 1}`] = `${isLower ? 2 : 1} / ${across} / ${isUpper ? 2 : -1} / ${across + 1}`;
    style[`--by-${n + 1}`] = isLower ? 'start' : isUpper ? 'end' : 'center';
  }
  const tall = lower.length > 0;
  return { tall, rowRem: tall ? TALL_ROW_REM : ROW_REM, style };
}

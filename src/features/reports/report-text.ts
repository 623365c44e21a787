import type { ReportUnit } from '../../domain/reports.ts';

const COUNT = new Intl.NumberFormat('en-US');
const DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const SHORT = { notation: 'compact', maximumFractionDigits: 1 } as const;
const SHORT_COUNT = new Intl.NumberFormat('en-US', SHORT);
const SHORT_DOLLARS = new Intl.NumberFormat('en-US', { ...SHORT, style: 'currency', currency: 'USD' });
const PERCENT = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A figure as people read it: whole dollars, percent with one decimal; '-' for none. */
export function figureText(value: number | null, unit: ReportUnit): string {
  if (value === null) return '-';
  switch (unit) {
    case 'count':
      return COUNT.format(value);
    case 'dollars':
      return DOLLARS.format(value);
    case 'percent':
      return PERCENT.format(value);
    default:
      return unit satisfies never;
  }
}

/** A figure on an axis: '$1.5M'. */
export function axisText(value: number, unit: 'count' | 'dollars'): string {
  return (unit === 'dollars' ? SHORT_DOLLARS : SHORT_COUNT).format(value);
}

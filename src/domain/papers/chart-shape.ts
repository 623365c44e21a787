import type { PaperChart } from './paper-content.ts';

export interface ChartPoint {
  readonly x: number;
  readonly y: number;
}

export interface ChartShape {
  /** Values on the left axis, from the bottom up. */
  readonly ticks: readonly { readonly text: string; readonly y: number }[];
  /** Labels of the bottom axis. If there are many, some are left out. */
  readonly labels: readonly { readonly text: string; readonly x: number }[];
  /** One for each line of the chart. A line has gaps where nothing was read. */
  readonly lines: readonly {
    readonly name: string;
    readonly stretches: readonly (readonly ChartPoint[])[];
  }[];
}

/** Room for figures on the left, and for labels below. */
const LEFT = 12;
const BELOW = 6;
const MOST_LABELS = 8;
const TICKS = 4;
const STEPS = [1, 2, 2.5, 5, 10];

/** Lays out a chart of this width and height, from its top left corner. The screen and the PDF draw the same shape. */
export function chartShape({ axis, lines }: PaperChart, width: number, height: number): ChartShape {
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const step = tickStep(Math.max(0, ...values));
  const top = step * Math.max(1, Math.ceil(Math.max(0, ...values) / step));
  const x = (at: number): number =>
    rounded(LEFT + (axis.length < 2 ? (width - LEFT) / 2 : (at * (width - LEFT)) / (axis.length - 1)));
  const y = (value: number): number => rounded((height - BELOW) * (1 - Math.max(0, value) / top));
  const every = Math.ceil(axis.length / MOST_LABELS);
  return {
    ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, n) => ({
      text: String(rounded(n * step)),
      y: y(n * step),
    })),
    labels: axis.flatMap((text, at) => (at % every === 0 ? [{ text, x: x(at) }] : [])),
    lines: lines.map((line) => ({
      name: line.name,
      stretches: stretchesOf(
        line.values.map((value, at) => (value === null ? null : { x: x(at), y: y(value) })),
      ),
    })),
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

function tickStep(most: number): number {
  const rough = Math.max(most, 1) / TICKS;
  const scale = 10 ** Math.floor(Math.log10(rough));
  return scale * Math.min(...STEPS.filter((step) => step * scale >= rough));
}

function stretchesOf(points: readonly (ChartPoint | null)[]): ChartPoint[][] {
  const stretches: ChartPoint[][] = [[]];
  for (const point of points) {
    if (point) stretches.at(-1)?.push(point);
    else stretches.push([]);
  }
  return stretches.filter((stretch) => stretch.length > 0);
}

/** Dark enough to print, and of different lightness, so that they differ in gray. */
export const CHART_COLORS = ['#0b3d66', '#c2410c', '#15803d', '#7e22ce', '#b45309', '#0e7490'] as const;

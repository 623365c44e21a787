import { decisive, type Line, type Samples, usual, verdictOf } from './line.ts';
import { medianOf, quantileOf } from './rounds.ts';

const HEADS = ['#', 'What', 'Ours', 'Limit', 'Peer', 'Median', 'p90', 'Budget', 'Verdict'] as const;

/** What the same line had measured in the run before this one. */
type Before = (line: Line) => Samples | undefined;

/** The lines as a table, a row of cells each, heads first. */
function cellsOf(lines: readonly Line[], before: Before): readonly (readonly string[])[] {
  return [HEADS, ...lines.map((line) => cellsOfLine(line, before(line)))];
}

function cellsOfLine(line: Line, before: Samples | undefined): readonly string[] {
  const { budget, name, ours, unit, limit, peer, bounds, isWorst } = line;
  const counted = (value: number): string =>
    bounds === 'itself' ? `${figure(value)} ${unit}` : `${value.toFixed(2)} x`;
  return [
    budget,
    name,
    `${figure(medianOf(ours))} ${unit}`,
    beside(limit),
    beside(peer),
    counted(usual(line)),
    isWorst ? `${counted(decisive(line))} (worst)` : counted(decisive(line)),
    boundOf(line),
    verdictOf(line, before),
  ];
}

/** The middle of what it is held against, and from where to where eight rounds in ten go. */
function beside(against: Line['limit']): string {
  if (!against) return '-';
  const { name, values } = against;
  const [low, high] = [quantileOf(values, 0.1), quantileOf(values, 0.9)];
  return `${figure(medianOf(values))} (${figure(low)} to ${figure(high)}; ${name})`;
}

function boundOf({ atMost, atLeast, bounds, unit }: Line): string {
  const of = bounds === 'itself' ? ` ${unit}` : ' x';
  return [
    ...(atMost === undefined ? [] : [`≤ ${atMost}${of}`]),
    ...(atLeast === undefined ? [] : [`≥ ${atLeast}${of}`]),
  ].join(', ');
}

/** Three digits that count: 2700, 43.1, 0.24. */
function figure(value: number): string {
  if (Math.abs(value) >= 100 || value === 0) return value.toFixed(0);
  return value.toPrecision(3);
}

/** For a terminal. */
export function asText(lines: readonly Line[], before: Before): string {
  const rows = cellsOf(lines, before);
  const widths = HEADS.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** For a page. */
export function asMarkdown(lines: readonly Line[], before: Before): string {
  const [heads = [], ...rows] = cellsOf(lines, before).map((cells) => `| ${cells.join(' | ')} |`);
  return [heads, `|${' --- |'.repeat(HEADS.length)}`, ...rows].join('\n');
}

import { bounded, isMet, type Line } from './line.ts';
import { medianOf } from './rounds.ts';

const HEADS = ['#', 'What', 'Ours', 'Limit', 'Peer', 'Ratio', 'Budget', 'Verdict'] as const;

/** The lines as a table, a row of cells each, heads first. */
function cellsOf(lines: readonly Line[]): readonly (readonly string[])[] {
  return [HEADS, ...lines.map(cellsOfLine)];
}

function cellsOfLine(line: Line): readonly string[] {
  const { budget, name, ours, unit, limit, peer, bounds } = line;
  const beside = (against: Line['limit']): string =>
    against ? `${figure(medianOf(against.values))} (${against.name})` : '-';
  return [
    budget,
    name,
    `${figure(medianOf(ours))} ${unit}`,
    beside(limit),
    beside(peer),
    bounds === 'itself' ? '-' : `${bounded(line).toFixed(2)} x`,
    boundOf(line),
    isMet(line) ? 'met' : 'MISSED',
  ];
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
export function asText(lines: readonly Line[]): string {
  const rows = cellsOf(lines);
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
export function asMarkdown(lines: readonly Line[]): string {
  const [heads = [], ...rows] = cellsOf(lines).map((cells) => `| ${cells.join(' | ')} |`);
  return [heads, `|${' --- |'.repeat(HEADS.length)}`, ...rows].join('\n');
}

import { boundedByRound, isMet, type Line } from './line.ts';
import { medianOf } from './rounds.ts';

const HEADS = ['#', 'What', 'Ours', 'Against', 'Median (spread)', 'Goal', 'Met'] as const;

export function asTable(lines: readonly Line[]): string {
  const rows = [HEADS, ...lines.map(cellsOf)];
  const widths = HEADS.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const [heads = '', ...body] = rows.map(
    (cells) => `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`,
  );
  return [heads, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

function cellsOf(line: Line): readonly string[] {
  const { goal, name, ours, unit, against } = line;
  return [
    goal,
    name,
    `${figure(medianOf(ours))} ${unit}`,
    against ? `${figure(medianOf(against.values))} (${against.name})` : '-',
    spreadOf(line),
    goalOf(line),
    isMet(line) ? 'yes' : 'NO',
  ];
}

function spreadOf(line: Line): string {
  const values = boundedByRound(line);
  const counted = line.against ? (value: number) => value.toFixed(2) : figure;
  const unit = line.against ? 'x' : line.unit;
  const middle = `${counted(medianOf(values))} ${unit}`;
  if (values.length < 2) return middle;
  return `${middle} (${counted(Math.min(...values))} to ${counted(Math.max(...values))})`;
}

function goalOf({ atMost, atLeast, against, unit }: Line): string {
  const counted = against ? 'x' : unit;
  if (atMost !== undefined) return `≤ ${atMost} ${counted}`;
  return atLeast === undefined ? '-' : `≥ ${atLeast} ${counted}`;
}

/** Three significant digits: 2700, 43.1, 0.24. */
function figure(value: number): string {
  if (Math.abs(value) >= 100 || value === 0) return value.toFixed(0);
  return value.toPrecision(3);
}

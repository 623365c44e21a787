import type { Point, Series } from './series.ts';

const PANEL = { width: 260, height: 190 } as const;
/** Room around a panel's axes. */
const ROOM = { left: 16, right: 34, top: 52, bottom: 34 } as const;
const COLUMNS = 3;
const WIDE = PANEL.width - ROOM.left - ROOM.right;
const HIGH = PANEL.height - ROOM.top - ROOM.bottom;

/** Its own ground, so that it can be read on a page of either color. */
const STYLE = `
  text { font: 12px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #24292f; }
  .name { font-weight: 600; font-size: 13px; }
  .faint { fill: #57606a; }
  .ground { fill: #ffffff; stroke: #d0d7de; }
  .axis { stroke: #d0d7de; }
  .line { fill: none; stroke: #1565b8; stroke-width: 2; stroke-linejoin: round; }
  .point { fill: #1565b8; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .faint { fill: #9198a1; }
    .ground { fill: #151b23; stroke: #3d444d; }
    .axis { stroke: #3d444d; }
    .line { stroke: #6facea; }
    .point { fill: #6facea; }
  }`;

/** One SVG with a small chart for each series, all over the same axis of records. */
export function picture(all: readonly Series[]): string {
  const largest = Math.max(...all.flatMap(({ points }) => points.map(({ records }) => records)));
  const columns = Math.min(COLUMNS, all.length);
  const rows = Math.ceil(all.length / columns);
  const [width, height] = [columns * PANEL.width, rows * PANEL.height];
  const panels = all.map((series, n) => {
    const [x, y] = [(n % columns) * PANEL.width, Math.floor(n / columns) * PANEL.height];
    return `<g transform="translate(${x} ${y})">\n${panel(series, largest)}\n</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.5 -0.5 ${width + 1} ${height + 1}" width="${width}" height="${height}" role="img">`,
    `<title>How the times grow with the number of records on the device</title>`,
    `<desc>${escaped(all.map(inWords).join(' '))}</desc>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" width="${width}" height="${height}" rx="8" />`,
    ...panels,
    '</svg>\n',
  ].join('\n');
}

function panel({ name, unit, points }: Series, largest: number): string {
  const top = Math.max(...points.map(({ value }) => value));
  const at = ({ records, value }: Point): readonly [number, number] => [
    round(ROOM.left + (WIDE * records) / largest),
    round(ROOM.top + HIGH * (1 - value / top)),
  ];
  const floor = ROOM.top + HIGH;
  const marks = points.map((point) => {
    const [x, y] = at(point);
    return `<circle class="point" cx="${x}" cy="${y}" r="3" />`;
  });
  return [
    `<text class="name" x="${ROOM.left}" y="22">${escaped(name)}</text>`,
    `<line class="axis" x1="${ROOM.left}" y1="${floor}" x2="${ROOM.left + WIDE}" y2="${floor}" />`,
    `<polyline class="line" points="${points.map((point) => at(point).join()).join(' ')}" />`,
    ...marks,
    ...labels(points, unit, at),
    ...ticks(points, largest).map(
      ({ x, text, anchor }) =>
        `<text class="faint" x="${x}" y="${floor + 18}" text-anchor="${anchor}">${text}</text>`,
    ),
  ].join('\n');
}

/** The values of the smallest, a middle and the largest book; the points between them would be in each other's way. */
function labels(
  points: readonly Point[],
  unit: string,
  at: (point: Point) => readonly [number, number],
): readonly string[] {
  return points.flatMap((point, n) => {
    if (n === 1 && points.length > 3) return [];
    const [x, own] = at(point);
    // The line to the next point runs behind the first one's label.
    const y = n === 0 ? Math.min(own, at(points[1] ?? point)[1]) : own;
    const anchor = n === 0 ? 'start' : 'middle';
    const text = n === points.length - 1 ? `${figure(point.value)} ${unit}` : figure(point.value);
    return [`<text x="${x}" y="${round(y - 9)}" text-anchor="${anchor}">${text}</text>`];
  });
}

function ticks(points: readonly Point[], largest: number) {
  return points
    .filter((_, n) => n !== 1 || points.length < 4)
    .map(({ records }, n) => ({
      x: round(ROOM.left + (WIDE * records) / largest),
      text: records >= 1000 ? `${records / 1000}k` : String(records),
      anchor: n === 0 ? 'start' : 'middle',
    }));
}

/** 'Search keystroke: 0.04 ms with 1,000 records, 0.3 ms with 10,000.' */
function inWords({ name, unit, points }: Series): string {
  const told = points.map(
    ({ records, value }) => `${figure(value)} ${unit} with ${records.toLocaleString('en')}`,
  );
  return `${name}: ${told.join(', ')}.`;
}

/** Three digits that count, without an exponent. */
function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

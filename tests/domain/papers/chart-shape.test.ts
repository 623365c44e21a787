import { expect, test } from 'vitest';
import { chartShape } from '../../../src/domain/papers/chart-shape.ts';

const chart = (axis: readonly string[], values: readonly (number | null)[]) =>
  ({ part: 'chart', heading: 'Grains', axis, lines: [{ name: 'A', values }] }) as const;

test('a chart has round figures on its axis, and gaps where nothing was read', () => {
  const { ticks, labels, lines } = chartShape(
    chart(['Mon', 'Tue', 'Wed', 'Thu'], [90, 60, null, 30]),
    112,
    56,
  );
  expect(ticks).toEqual([
    { text: '0', y: 50 },
    { text: '25', y: 37.5 },
    { text: '50', y: 25 },
    { text: '75', y: 12.5 },
    { text: '100', y: 0 },
  ]);
  expect(labels.map(({ text }) => text)).toEqual(['Mon', 'Tue', 'Wed', 'Thu']);
  expect(labels.at(-1)?.x).toBe(112);
  expect(lines[0]?.stretches.map((points) => points.map(({ y }) => y))).toEqual([[5, 20], [35]]);
});

test('if there are many days, only some are labeled, and a single day is in the middle', () => {
  const days = Array.from({ length: 20 }, (_, n) => `Day ${n}`);
  const many = chartShape(
    chart(
      days,
      days.map(() => 10),
    ),
    112,
    56,
  );
  expect(many.labels).toHaveLength(7);
  expect(many.lines[0]?.stretches[0]).toHaveLength(20);
  expect(chartShape(chart(['Mon'], [0]), 112, 56).lines[0]?.stretches).toEqual([[{ x: 62, y: 50 }]]);
  expect(chartShape(chart([], [null]), 112, 56).lines[0]?.stretches).toEqual([]);
});

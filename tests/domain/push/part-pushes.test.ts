import { describe, expect, it, test } from 'vitest';
import { estimateSpec } from '../../../src/domain/estimate.ts';
import { groupPushes, pushesOfCrew, withoutAside } from '../../../src/domain/push/part-pushes.ts';
import { type Push, pushKey } from '../../../src/domain/push/push.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import { workOrderSpec } from '../../../src/domain/work-order.ts';

const SEEN = { created_at: null, updated_at: null, first_seen: 0 };
const TODAY = '2026-03-05';

function late(localId: string, given: { readonly crew?: string; readonly days?: number } = {}): Push {
  const { crew = 'Ann', days = 1 } = given;
  const notes = `--- Job ---\nCrew: ${crew}`;
  const view = { ...workOrderSpec.blank({ now: 0, random: 0 }), notes };
  const row = { localId, seen: SEEN, view } as never;
  return { rule: 'overdue', kind: 'workOrders', row, day: '2026-03-01', days, cents: 0 };
}

function sent(localId: string, days = 3): Push {
  const row = { localId, seen: SEEN, view: estimateSpec.blank({ now: 0, random: 0 }) } as never;
  return {
    rule: 'quietEstimate',
    kind: 'estimates',
    row,
    day: '2026-03-02',
    quiet: 'status',
    days,
    cents: 0,
  };
}

const many = Array.from({ length: 2500 }, (_, n) => late(`${n}`));

function countSteps(steps: Generator<void, unknown>): number {
  let count = 0;
  while (!steps.next().done) count += 1;
  return count;
}

describe('a push that was put away', () => {
  const all = [late('1'), sent('1')];
  const aside = (until: string, reason: string): readonly string[] => {
    const asides = new Map([['overdue:workOrders/1', { until, reason }]]);
    return drawAll(withoutAside(all, asides, TODAY)).aside.map(pushKey);
  };

  test.each([
    ['is hidden until its day', '2026-03-06', '2026-03-01', ['overdue:workOrders/1']],
    ['comes back on its day', TODAY, '2026-03-01', []],
    ['comes back if it has another reason by now', '2026-03-06', '2026-02-27', []],
  ])('%s', (_, until, reason, expected) => {
    expect(aside(until, reason)).toEqual(expected);
  });

  it('is looked for in steps, and not at all if there is none', () => {
    const asides = new Map([['overdue:workOrders/1', { until: TODAY, reason: '' }]]);
    expect(countSteps(withoutAside(many, asides, TODAY))).toBe(2);
    expect(drawAll(withoutAside(many, new Map(), TODAY))).toEqual({ shown: many, aside: [] });
  });
});

describe('the list of one crew', () => {
  it('has the jobs of one person, however the name is written', () => {
    const all = [
      late('1', { crew: 'Ann Lee, Bo Diaz' }),
      late('2', { crew: 'LEE, ANN' }),
      late('3', { crew: 'Bo Diaz' }),
      sent('1'),
    ];
    const { names, pushes } = drawAll(pushesOfCrew(all, 'ann lee'));
    expect(names).toEqual(expect.arrayContaining(['Ann Lee', 'Bo Diaz']));
    expect(pushes.map(pushKey)).toContain('overdue:workOrders/1');
    expect(pushes.every(({ kind }) => kind === 'workOrders')).toBe(true);
  });

  it('is the whole list without a name', () => {
    const all = many.slice(0, 50);
    expect(drawAll(pushesOfCrew(all, ''))).toEqual({ names: ['Ann'], pushes: all });
  });
});

describe('the groups', () => {
  it('are in the order of the rules, and count what is not old', () => {
    const all = [sent('1'), late('1'), sent('2', 31), sent('3', 400)];
    expect(drawAll(groupPushes(all))).toEqual([
      { rule: 'overdue', pushes: [all[1]], fresh: 1 },
      { rule: 'quietEstimate', pushes: [all[0], all[2], all[3]], fresh: 1 },
    ]);
  });

  it('are made in steps', () => {
    expect(countSteps(groupPushes(many))).toBe(2);
  });
});

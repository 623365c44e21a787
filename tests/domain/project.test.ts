import { describe, expect, it } from 'vitest';
import { checkDraft } from '../../src/domain/check.ts';
import { type Project, projectSpec } from '../../src/domain/project.ts';

const blank = projectSpec.blank({ now: 0, random: 0 });

describe('a project on the wire', () => {
  // @spec D1.18 D3.12
  it('reads its days without the time of day that a server adds', () => {
    const read = projectSpec.decode({
      start_date: '2026-01-31T00:00:00Z',
      estimated_completion_date: '2026-02-30',
    });
    expect(read).toMatchObject({ start_date: '2026-01-31', estimated_completion_date: null });
  });

  // @spec 3.12 D3.10
  it('is sent with null for blank days, and with its cost as a plain number', () => {
    expect(
      projectSpec.encode(
        { start_date: '', estimated_completion_date: '2026-01-31', estimated_cost: 2500.5 },
        'create',
      ),
    ).toEqual({ start_date: null, estimated_completion_date: '2026-01-31', estimated_cost: 2500.5 });
  });

  // @spec D3.5
  it.each([
    [2500.5, 2500.5],
    ['2500.50', 2500.5],
    [{ amount: '2500.50' }, 2500.5],
    [null, null],
    ['soon', null],
  ])('with a cost of %j costs %j', (sent, cost) => {
    expect(projectSpec.decode({ estimated_cost: sent }).estimated_cost).toBe(cost);
  });
});

describe('a project', () => {
  // @spec 5.6 D1.20
  it('is refused only for a cost in words', () => {
    expect(checkDraft('projects', blank, blank)).toEqual([]);
    expect(checkDraft('projects', { ...blank, estimated_cost: 'a lot' }, blank)).toEqual([
      { field: 'estimated_cost', inline: '“a lot” is not an amount. Write it like 12,500.00', alert: null },
    ]);
  });

  it('is found by its type, both as stored and as displayed', () => {
    const found = projectSpec.searchText({ ...blank, title: 'Roof', description: 'Leaks' } satisfies Project);
    expect(found.split('\n').slice(0, 4)).toEqual(['Roof', 'Leaks', 'water_damage', 'water damage']);
  });

  it('merges its address as one', () => {
    expect(projectSpec.mergeGroups).toEqual([
      ['address_line_1', 'address_line_2', 'city', 'state', 'postal_code'],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { countStats, DASHBOARD_STATS, readStats } from '../../src/domain/dashboard-stats.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';

describe('the figures of the dashboard', () => {
  // @spec 2.13 9.6 D1.11
  it('are eight, with the order and labels of their cards', () => {
    expect(DASHBOARD_STATS.map(({ label }) => label)).toEqual([
      'Total Customers',
      'Active Customers',
      'Active Projects',
      'Completed Projects',
      'Pending Estimates',
      'Approved Estimates',
      'Open Work Orders',
      'In Progress Work Orders',
    ]);
  });

  // @spec 3.25 3.26 3.27 3.28 D1.11 D1.12 D2.23
  it.each<[ResourceName, readonly string[], object]>([
    ['customers', ['active', 'lead', 'active', 'gone'], { total_customers: 4, active_customers: 2 }],
    ['customers', [], { total_customers: 0, active_customers: 0 }],
    [
      'projects',
      ['pending', 'in_progress', 'completed', 'completed', 'on_hold'],
      { active_projects: 1, completed_projects: 2 },
    ],
    [
      'estimates',
      ['draft', 'sent', 'sent', 'accepted', 'rejected', 'expired'],
      { pending_estimates: 3, approved_estimates: 1 },
    ],
    [
      'workOrders',
      ['pending', 'assigned', 'in_progress', 'completed', 'cancelled'],
      { open_work_orders: 2, in_progress_work_orders: 1 },
    ],
  ])('of %s with %j', (resource, statuses, figures) => {
    expect(countStats(resource, statuses)).toEqual(figures);
  });

  // @spec 3.24
  it.each<[unknown, number]>([
    [{ active_projects: 3, completed_projects: 7 }, 3],
    [{ completed_projects: 7 }, 0],
    [{ active_projects: null }, 0],
    [{ active_projects: '12' }, 12],
    [{ active_projects: ' 12 ' }, 12],
    [{ active_projects: '-1' }, 0],
    [{ active_projects: '1.5' }, 0],
    [{ active_projects: '' }, 0],
    [{ active_projects: 'many' }, 0],
    [{ active_projects: -1 }, 0],
    [{ active_projects: 1.5 }, 0],
    [{ active_projects: { count: 3 } }, 0],
    [[], 0],
    ['<html>', 0],
    [null, 0],
    [undefined, 0],
  ])('are read from %j; a missing or invalid count is 0', (wire, active) => {
    const { active_projects, ...others } = readStats('projects', wire);
    expect(active_projects).toBe(active);
    expect(Object.keys(others)).toEqual(['completed_projects']);
  });
});

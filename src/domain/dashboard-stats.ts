import { statLabels } from '../words/common.ts';
import { PENDING_ESTIMATES } from './estimate.ts';
import type { ResourceName } from './resource-spec.ts';
import { OPEN_WORK_ORDERS } from './work-order.ts';

export interface DashboardStat {
  readonly resource: ResourceName;
  /** The key in the response of dashboard_stats. */
  readonly key: string;
  readonly label: string;
  /** Null counts every record. */
  readonly statuses: readonly string[] | null;
}

/** In the order of the cards. The app and the server count by this table. */
export const DASHBOARD_STATS: readonly DashboardStat[] = [
  { resource: 'customers', key: 'total_customers', label: statLabels.total_customers, statuses: null },
  {
    resource: 'customers',
    key: 'active_customers',
    label: statLabels.active_customers,
    statuses: ['active'],
  },
  {
    resource: 'projects',
    key: 'active_projects',
    label: statLabels.active_projects,
    statuses: ['in_progress'],
  },
  {
    resource: 'projects',
    key: 'completed_projects',
    label: statLabels.completed_projects,
    statuses: ['completed'],
  },
  {
    resource: 'estimates',
    key: 'pending_estimates',
    label: statLabels.pending_estimates,
    statuses: PENDING_ESTIMATES,
  },
  {
    resource: 'estimates',
    key: 'approved_estimates',
    label: statLabels.approved_estimates,
    statuses: ['accepted'],
  },
  {
    resource: 'workOrders',
    key: 'open_work_orders',
    label: statLabels.open_work_orders,
    statuses: OPEN_WORK_ORDERS,
  },
  {
    resource: 'workOrders',
    key: 'in_progress_work_orders',
    label: statLabels.in_progress_work_orders,
    statuses: ['in_progress'],
  },
];

export type StatCounts = Readonly<Record<string, number>>;

export function countStats(resource: ResourceName, statuses: Iterable<string>): StatCounts {
  const counted = new Map<string, number>();
  for (const status of statuses) counted.set(status, (counted.get(status) ?? 0) + 1);
  return sumStats(resource, counted);
}

export function sumStats(resource: ResourceName, counted: ReadonlyMap<string, number>): StatCounts {
  return figures(resource, ({ statuses }) => {
    const counts = statuses === null ? [...counted.values()] : statuses.map((s) => counted.get(s) ?? 0);
    return counts.reduce((sum, count) => sum + count, 0);
  });
}

const NUMERIC = /^\d{1,15}$/;

/** Reads a missing or unreadable figure as 0. Never throws. */
export function readStats(resource: ResourceName, wire: unknown): StatCounts {
  const given: Readonly<Record<string, unknown>> =
    typeof wire === 'object' && wire !== null ? { ...wire } : {};
  return figures(resource, ({ key }) => {
    const sent = given[key];
    const count = typeof sent === 'string' && NUMERIC.test(sent.trim()) ? Number(sent) : sent;
    return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : 0;
  });
}

function figures(resource: ResourceName, figure: (stat: DashboardStat) => number): StatCounts {
  const own = DASHBOARD_STATS.filter((stat) => stat.resource === resource);
  return Object.fromEntries(own.map((stat) => [stat.key, figure(stat)]));
}

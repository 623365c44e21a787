import { DASHBOARD_STATS } from '../../src/domain/dashboard-stats.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { type Check, fails, OK } from '../check.ts';
import { inWords, objectIn, shown, statusOf } from '../exchange.ts';
import { kindOf, prefixOf } from './kind-words.ts';

export function dashboardChecks(resource: ResourceName): readonly Check[] {
  const { plural, path } = kindOf(resource);
  const keys = DASHBOARD_STATS.filter((stat) => stat.resource === resource).map(({ key }) => key);
  return [
    {
      id: prefixOf(resource, 'stats'),
      theme: plural,
      level: 'SHOULD',
      asks: `GET ${path}dashboard_stats/ returns 200 with the numbers ${keys.join(' and ')}.`,
      otherwise:
        'With a connection, the dashboard shows an error or 0; without one, it shows the device’s own figures.',
      run: async (context) => {
        const exchange = await context.ask('GET', `${path}dashboard_stats/`);
        const figures = statusOf(exchange) === 200 ? objectIn(exchange) : null;
        if (!figures) return fails(inWords(exchange));
        const missing = keys.filter((key) => !/^\d+$/.test(String(figures[key])));
        return missing.length === 0
          ? OK
          : fails(missing.map((key) => `${key} is ${shown(figures[key])}`).join('; '));
      },
    },
  ];
}

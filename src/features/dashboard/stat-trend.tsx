import { useToday } from '../../crud/time.tsx';
import { DASHBOARD_STATS } from '../../domain/dashboard-stats.ts';
import { type StatDay, TREND_DAYS, type Trend } from '../../domain/stat-days.ts';
import { Chart } from '../../ui/charts/chart.tsx';
import { Spark } from '../../ui/charts/spark.tsx';
import { formatDate, formatLongDay } from '../../ui/text/format-date.ts';
import { trendWords } from '../../words/dashboard-and-reports.ts';
import { formatCount } from '../../words/formats.ts';
import css from './stat-trend.module.css';

const DAY_MS = 86_400_000;

export function StatTrend({ points, change }: Trend) {
  return (
    <span className={css.trend}>
      <span className={css.spark}>
        <Spark
          days={TREND_DAYS}
          points={points.map(({ day, value }) => ({ at: Date.parse(day) / DAY_MS, value }))}
        />
      </span>
      {change && <span className={css.change}>{changeWords(change)}</span>}
    </span>
  );
}

function changeWords({ by, since, isWeek }: NonNullable<Trend['change']>): string {
  const day = formatDate(since);
  if (by === 0) return isWeek ? trendWords.sameAsLastWeek : trendWords.sameAsDay({ day });
  // U+2212 is as wide as a plus sign.
  const change = `${by > 0 ? '+' : '\u2212'}${formatCount(Math.abs(by))}`;
  return isWeek ? trendWords.sinceLastWeek({ change }) : trendWords.sinceDay({ change, day });
}

/** All sparklines as one table, for screen readers. */
export function StatTable({ days }: { readonly days: readonly StatDay[] }) {
  const today = useToday();
  const before = days.filter(({ day }) => day !== today);
  if (before.length === 0) return null;
  return (
    <Chart
      title={trendWords.table}
      untitled
      table={{
        head: [trendWords.day, ...DASHBOARD_STATS.map(({ label }) => label)],
        rows: before.map(({ day, stats }) => [
          formatLongDay(day),
          ...DASHBOARD_STATS.map(({ key }) => formatCount(stats[key] ?? 0)),
        ]),
      }}
    />
  );
}

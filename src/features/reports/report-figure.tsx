import { useMemo } from 'react';
import { statusShares } from '../../domain/report-sums.ts';
import type { Report } from '../../domain/reports.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { choicesOf } from '../../domain/resource-specs.ts';
import type { RecordList } from '../../records/use-records.ts';
import { useFetched } from '../../records/use-sync-status.ts';
import { Legend } from '../../ui/charts/bars.tsx';
import { Chart, fillOf } from '../../ui/charts/chart.tsx';
import { StackedBar } from '../../ui/charts/stacked-bar.tsx';
import { choiceLabel } from '../../ui/fields/choice-chip.tsx';
import css from './report-figure.module.css';
import { figureText, useReportSums } from './report-records.ts';

interface Props {
  readonly report: Report;
  readonly list: RecordList<Fields>;
}

/** Shows nothing until all records have been fetched, because partial sums would be wrong. */
export default function ReportFigure({ report, list }: Props) {
  const { resource, main } = report;
  const sums = useReportSums(report, list);
  const shares = useMemo(() => sums && statusShares(report, sums), [report, sums]);
  const isWhole = useFetched(resource) === 'yes';
  const tile = sums && report.tiles(sums)[main.tile];
  if (!isWhole || !tile || !shares) return null;
  const choices = choicesOf(resource, 'status');
  const parts = shares.map(({ status, size }) => ({
    key: status,
    size,
    fill: fillOf(status),
    text: `${choiceLabel(status, choices)} ${figureText(size, main.shares)}`,
  }));
  return (
    <>
      <p className={css.main}>
        <strong className={css.value}>{figureText(tile.value, tile.unit)}</strong>
        <span>{tile.label}</span>
      </p>
      <Chart title={main.title} untitled>
        <StackedBar parts={parts} />
        <div className={css.legend}>
          <Legend parts={parts} />
        </div>
      </Chart>
    </>
  );
}

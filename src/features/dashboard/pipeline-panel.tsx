import { Link } from 'react-router-dom';
import { useResourceView } from '../../crud/resource-view.ts';
import { ESTIMATE_STATUSES, PENDING_ESTIMATES } from '../../domain/estimate.ts';
import { fromCents } from '../../domain/money.ts';
import type { PipelinePart } from '../../domain/pipeline.ts';
import { Swatch } from '../../ui/charts/bars.tsx';
import { Chart, fillOf } from '../../ui/charts/chart.tsx';
import { StackedBar } from '../../ui/charts/stacked-bar.tsx';
import { choiceLabel } from '../../ui/fields/choice-chip.tsx';
import { formatWholeMoney } from '../../ui/text/format-values.tsx';
import { fieldLabels } from '../../words/common.ts';
import { pipelineWords } from '../../words/dashboard-and-reports.ts';
import { formatCount } from '../../words/formats.ts';
import { Nothing, Panel } from './panel.tsx';
import css from './pipeline-panel.module.css';

const PENDING: readonly string[] = PENDING_ESTIMATES;

/** The table is for everyone, because a part of the bar can be too narrow to tap. */
export function Pipeline({ parts }: { readonly parts: readonly PipelinePart[] }) {
  const { path } = useResourceView('estimates');
  const count = sum(parts, (part) => part.count);
  const unpriced = sum(parts, (part) => part.unpriced);
  if (count === 0) {
    return (
      <Panel title={pipelineWords.title}>
        <Nothing>{pipelineWords.none}</Nothing>
      </Panel>
    );
  }
  return (
    <Panel title={pipelineWords.title}>
      <p className={css.open}>
        <strong className={css.value}>{pendingValue(parts)}</strong>
        <span>{pipelineWords.open}</span>
      </p>
      <Chart title={pipelineWords.chart} untitled>
        <div className={css.bar}>
          <StackedBar
            parts={parts.map(({ status, cents }) => ({ key: status, size: cents, fill: fillOf(status) }))}
          />
        </div>
        <table role="table" className={css.table}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                {fieldLabels.status}
              </th>
              <th role="columnheader" scope="col">
                {pipelineWords.estimates}
              </th>
              <th role="columnheader" scope="col">
                {pipelineWords.value}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {parts.map(({ status, count: number, cents }) => (
              <tr key={status} role="row">
                <th role="rowheader" scope="row">
                  <Link to={`${path}?status=${status}`} className={css.link}>
                    <Swatch fill={fillOf(status)} />
                    <span>{choiceLabel(status, ESTIMATE_STATUSES)}</span>
                  </Link>
                </th>
                <td role="cell">{formatCount(number)}</td>
                <td role="cell">{dollars(cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Chart>
      {unpriced > 0 && <Nothing>{pipelineWords.unpriced({ count: unpriced })}</Nothing>}
    </Panel>
  );
}

/** Returns the value of the pending estimates, in whole dollars. */
export function pendingValue(parts: readonly PipelinePart[]): string {
  return dollars(sum(parts, ({ status, cents }) => (PENDING.includes(status) ? cents : 0)));
}

function sum(parts: readonly PipelinePart[], of: (part: PipelinePart) => number): number {
  return parts.reduce((total, part) => total + of(part), 0);
}

function dollars(cents: number): string {
  return formatWholeMoney(fromCents(cents));
}

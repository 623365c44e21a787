import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { type CSSProperties, useId } from 'react';
import type { ReportChart as Chart, ReportBar } from '../../domain/report.ts';
import { choiceLabel } from '../../ui/choice-label.ts';
import { toneOf } from '../../ui/tone.ts';
import css from './report-chart.module.css';
import { axisText, figureText } from './report-text.ts';

const BAR_PX = 40;
const AXIS_PX = 40;
const LABELS_PX = 132;

interface Props {
  readonly chart: Chart;
  readonly bars: readonly ReportBar[];
  /** The values that the bars are divided by. */
  readonly parts: readonly string[];
}

/** A report's picture, and the same figures in words for whoever does not see it. A lazy chunk: it is heavy. */
export default function ReportChart({ chart, bars, parts }: Props) {
  const title = useId();
  const divided = chart.bars.field !== chart.parts.field;
  const unit = chart.sum === null ? 'count' : 'dollars';
  const nameOfBar = (value: string): string => choiceLabel(value, chart.bars.choices);
  const nameOfPart = (value: string): string => choiceLabel(value, chart.parts.choices);
  return (
    <figure className={css['figure']} aria-labelledby={title}>
      <figcaption id={title} className={css['title']}>
        {chart.title}
      </figcaption>
      <div aria-hidden>
        {divided && (
          <ul className={css['legend']}>
            {parts.map((part) => (
              <li key={part} style={{ '--part': fillOf(part) } as CSSProperties}>
                {nameOfPart(part)}
              </li>
            ))}
          </ul>
        )}
        <BarChart
          h={bars.length * BAR_PX + AXIS_PX}
          data={bars.map(({ value, parts: sums }) => ({
            bar: nameOfBar(value),
            // Not by their values: a server's own may mean a path to the chart.
            ...Object.fromEntries(parts.map((part, index) => [`part${index}`, sums[part] ?? 0])),
          }))}
          dataKey="bar"
          series={parts.map((part, index) => ({
            name: `part${index}`,
            label: nameOfPart(part),
            color: fillOf(part),
          }))}
          type="stacked"
          orientation="vertical"
          gridAxis="y"
          tickLine="none"
          valueFormatter={(value) => figureText(value, unit)}
          yAxisProps={{ width: LABELS_PX, interval: 0 }}
          xAxisProps={{ allowDecimals: false, tickFormatter: (value: number) => axisText(value, unit) }}
          barProps={{ maxBarSize: 22, isAnimationActive: false }}
          accessibilityLayer={false}
        />
      </div>
      <ul className={css['words']}>
        {bars.map(({ value, parts: sums, total }) => (
          <li key={value}>
            {nameOfBar(value)}: {figureText(total, unit)}
            {divided &&
              ` (${parts
                .filter((part) => sums[part] !== undefined)
                .map((part) => `${nameOfPart(part)} ${figureText(sums[part] ?? null, unit)}`)
                .join(', ')})`}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function fillOf(part: string): string {
  return `var(--rc-${toneOf(part)}-fill)`;
}

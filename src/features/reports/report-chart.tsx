import { type CSSProperties, useId } from 'react';
import type { ReportBar } from '../../domain/report-sums.ts';
import type { Report } from '../../domain/reports.ts';
import { choicesOf } from '../../domain/resource-specs.ts';
import { choiceLabel } from '../../ui/fields/choice-label.ts';
import { toneOf } from '../../ui/tone.ts';
import { ChartBars } from './chart-bars.tsx';
import css from './report-chart.module.css';
import { axisText, figureText } from './report-text.ts';

interface Props {
  readonly report: Report;
  readonly bars: readonly ReportBar[];
  /** The values that the bars are divided by. */
  readonly parts: readonly string[];
}

/** A report's picture, and the same figures in words for whoever does not see it. */
export function ReportChart({ report: { resource, chart }, bars, parts }: Props) {
  const title = useId();
  const divided = chart.bars !== chart.parts;
  const unit = chart.sum === null ? 'count' : 'dollars';
  const nameOfBar = (value: string): string => choiceLabel(value, choicesOf(resource, chart.bars));
  const nameOfPart = (value: string): string => choiceLabel(value, choicesOf(resource, chart.parts));
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
        <ChartBars
          bars={bars.map(({ value, parts: sums }) => ({
            name: nameOfBar(value),
            parts: parts.map((part) => ({
              name: nameOfPart(part),
              fill: fillOf(part),
              size: sums[part] ?? 0,
              words: figureText(sums[part] ?? 0, unit),
            })),
          }))}
          whole={unit === 'count'}
          tickText={(tick) => axisText(tick, unit)}
        />
      </div>
      <ul className={css['words']}>
        {bars.map(({ value, parts: sums, total }) => (
          <li key={value}>
            {`${nameOfBar(value)}: ${figureText(total, unit)}${
              divided
                ? ` (${parts
                    .filter((part) => sums[part] !== undefined)
                    .map((part) => `${nameOfPart(part)} ${figureText(sums[part] ?? null, unit)}`)
                    .join(', ')})`
                : ''
            }`}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function fillOf(part: string): string {
  return `var(--rc-${toneOf(part)}-fill)`;
}

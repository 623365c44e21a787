import { type CSSProperties, type MouseEvent, useId, useState } from 'react';
import { axisTicks, type ReportBar } from '../../domain/report-sums.ts';
import type { Report } from '../../domain/reports.ts';
import { choicesOf } from '../../domain/resource-specs.ts';
import { choiceLabel, toneOf } from '../../ui/fields/choice-chip.tsx';
import css from './report-chart.module.css';
import { axisText, figureText } from './report-records.ts';

interface Props {
  readonly report: Report;
  readonly bars: readonly ReportBar[];
  readonly parts: readonly string[];
}

/** Screen readers get the same figures in words. */
export function ReportChart({ report: { resource, chart }, bars, parts }: Props) {
  const title = useId();
  const divided = chart.bars !== chart.parts;
  const unit = chart.sum === null ? 'count' : 'dollars';
  const nameOfBar = (value: string): string => choiceLabel(value, choicesOf(resource, chart.bars));
  const nameOfPart = (value: string): string => choiceLabel(value, choicesOf(resource, chart.parts));
  return (
    <figure className={css.figure} aria-labelledby={title}>
      <figcaption id={title} className={css.title}>
        {chart.title}
      </figcaption>
      <div aria-hidden>
        {divided && (
          <ul className={css.legend}>
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
      <ul className={css.words}>
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

interface ChartPart {
  readonly name: string;
  readonly fill: string;
  /** Below 0 is drawn as 0. */
  readonly size: number;
  readonly words: string;
}

interface ChartBar {
  readonly name: string;
  readonly parts: readonly ChartPart[];
}

interface ChartBarsProps {
  readonly bars: readonly ChartBar[];
  /** Counts have no halves on the scale. */
  readonly whole: boolean;
  readonly tickText: (tick: number) => string;
}

export function ChartBars({ bars, whole, tickText }: ChartBarsProps) {
  const [pointed, setPointed] = useState<{ readonly bar: number; readonly x: number } | null>(null);
  const ticks = axisTicks(Math.max(0, ...bars.map(lengthOf)), whole);
  const end = ticks.at(-1) ?? 1;
  const told = pointed && bars[pointed.bar];

  function point(bar: number, { clientX, currentTarget }: MouseEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed({ bar, x: (clientX - left) / width });
  }

  return (
    <div className={css.plot} onMouseLeave={() => setPointed(null)}>
      <div className={css.scale}>
        {ticks.map((tick) => (
          <span key={tick} className={css.tick} style={{ left: share(tick, end) }}>
            <span className={css.value}>{tickText(tick)}</span>
          </span>
        ))}
      </div>
      {bars.map((bar, index) => (
        <div key={bar.name} className={css.bar} onMouseMove={(event) => point(index, event)}>
          <span className={css.name}>{bar.name}</span>
          <span className={css.parts}>
            {bar.parts.map(({ name, fill, size }) => (
              <span key={name} style={{ width: share(Math.max(0, size), end), background: fill }} />
            ))}
          </span>
        </div>
      ))}
      {told && (
        <div
          className={css.told}
          data-left={pointed.x > 0.5 || undefined}
          style={{ '--bar': pointed.bar, '--x': `${100 * pointed.x}%` } as CSSProperties}
        >
          <p>{told.name}</p>
          {told.parts.map(({ name, fill, words }) => (
            <p key={name} className={css.fact} style={{ '--part': fill } as CSSProperties}>
              <span>{name}</span>
              <span>{words}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

function lengthOf({ parts }: ChartBar): number {
  return parts.reduce((sum, { size }) => sum + Math.max(0, size), 0);
}

function share(size: number, end: number): string {
  return `${(100 * size) / end}%`;
}

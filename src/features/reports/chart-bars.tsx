import { type CSSProperties, type MouseEvent, useState } from 'react';
import { axisTicks } from '../../domain/axis-ticks.ts';
import css from './chart-bars.module.css';

export interface ChartPart {
  readonly name: string;
  /** A color, as CSS has it. */
  readonly fill: string;
  /** What is below 0 has no length. */
  readonly size: number;
  /** Its size in words. */
  readonly words: string;
}

export interface ChartBar {
  readonly name: string;
  readonly parts: readonly ChartPart[];
}

interface Props {
  readonly bars: readonly ChartBar[];
  /** What is counted: the scale has no halves. */
  readonly whole: boolean;
  readonly tickText: (tick: number) => string;
}

/** Lying bars, each of parts end to end, over a scale from 0; the figures of the one that is pointed at beside it. */
export function ChartBars({ bars, whole, tickText }: Props) {
  const [pointed, setPointed] = useState<{ readonly bar: number; readonly x: number } | null>(null);
  const ticks = axisTicks(Math.max(0, ...bars.map(lengthOf)), whole);
  const end = ticks.at(-1) ?? 1;
  const told = pointed && bars[pointed.bar];

  function point(bar: number, { clientX, currentTarget }: MouseEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed({ bar, x: (clientX - left) / width });
  }

  return (
    <div className={css['plot']} onMouseLeave={() => setPointed(null)}>
      <div className={css['scale']}>
        {ticks.map((tick) => (
          <span key={tick} className={css['tick']} style={{ left: share(tick, end) }}>
            <span className={css['value']}>{tickText(tick)}</span>
          </span>
        ))}
      </div>
      {bars.map((bar, index) => (
        <div key={bar.name} className={css['bar']} onMouseMove={(event) => point(index, event)}>
          <span className={css['name']}>{bar.name}</span>
          <span className={css['parts']}>
            {bar.parts.map(({ name, fill, size }) => (
              <span key={name} style={{ width: share(Math.max(0, size), end), background: fill }} />
            ))}
          </span>
        </div>
      ))}
      {told && (
        <div
          className={css['told']}
          data-left={pointed.x > 0.5 || undefined}
          style={{ '--bar': pointed.bar, '--x': `${100 * pointed.x}%` } as CSSProperties}
        >
          <p>{told.name}</p>
          {told.parts.map(({ name, fill, words }) => (
            <p key={name} className={css['fact']} style={{ '--part': fill } as CSSProperties}>
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

import { type CSSProperties, type MouseEvent, useState } from 'react';
import { axisTicks } from './axis-ticks.ts';
import { share } from './chart.tsx';
import css from './charts.module.css';
import { type BarPart, lengthOf, StackedBar } from './stacked-bar.tsx';

interface NamedPart extends BarPart {
  readonly name: string;
  readonly words: string;
}

interface Bar {
  readonly name: string;
  /** The whole bar in words, for screen readers. */
  readonly words: string;
  readonly parts: readonly NamedPart[];
}

interface Props {
  readonly bars: readonly Bar[];
  /** For counts, whose scale has no fractions. */
  readonly whole: boolean;
  readonly tickText: (tick: number) => string;
}

/** A bar chart. Hovering over or focusing a bar shows its figures. */
export function Bars({ bars, whole, tickText }: Props) {
  const [pointed, setPointed] = useState<{ readonly bar: number; readonly x: number } | null>(null);
  const ticks = axisTicks(Math.max(0, ...bars.map(({ parts }) => lengthOf(parts))), whole);
  const end = ticks.at(-1) ?? 1;
  const told = pointed && bars[pointed.bar];

  function point(bar: number, { clientX, currentTarget }: MouseEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed({ bar, x: (clientX - left) / width });
  }

  return (
    <div className={css.plot} onMouseLeave={() => setPointed(null)}>
      <div className={css.scale} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className={css.tick} style={{ left: share(tick, end) }}>
            <span className={css.value}>{tickText(tick)}</span>
          </span>
        ))}
      </div>
      {bars.map((bar, index) => (
        <div
          key={bar.name}
          className={css.bar}
          role="img"
          aria-label={bar.words}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: focusing a bar shows its figures, as hovering does
          tabIndex={0}
          onMouseMove={(event) => point(index, event)}
          onFocus={() => setPointed({ bar: index, x: 1 })}
          onBlur={() => setPointed(null)}
        >
          <span className={css.name}>{bar.name}</span>
          <StackedBar parts={bar.parts} end={end} />
        </div>
      ))}
      {told && (
        <div
          className={css.told}
          aria-hidden
          data-left={pointed.x > 0.5 || undefined}
          style={{ '--bar': pointed.bar, '--x': `${100 * pointed.x}%` } as CSSProperties}
        >
          <p>{told.name}</p>
          {told.parts.map(({ key, name, fill, words }) => (
            <p key={key} className={css.fact}>
              <Swatch fill={fill} />
              <span>{name}</span>
              <span>{words}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

export function Swatch({ fill }: { readonly fill: string }) {
  return (
    <svg className={css.swatch} aria-hidden>
      <rect width="100%" height="100%" rx="3" fill={fill} />
    </svg>
  );
}

interface LegendProps {
  readonly parts: readonly { readonly key: string; readonly fill: string; readonly text: string }[];
}

export function Legend({ parts }: LegendProps) {
  return (
    <ul className={css.legend}>
      {parts.map(({ key, fill, text }) => (
        <li key={key}>
          <Swatch fill={fill} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

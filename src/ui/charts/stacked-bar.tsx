import { share } from './chart.tsx';
import css from './charts.module.css';

export interface BarPart {
  readonly key: string;
  /** Negative sizes are drawn as 0. */
  readonly size: number;
  readonly fill: string;
}

interface Props {
  readonly parts: readonly BarPart[];
  /** The size at the right edge. If absent, the parts fill the bar. */
  readonly end?: number;
}

/** Screen readers skip this bar, because text elsewhere gives its figures. */
export function StackedBar({ parts, end = lengthOf(parts) }: Props) {
  return (
    <svg className={css.stacked} aria-hidden>
      {parts.map(({ key, size, fill }, index) => (
        <rect
          key={key}
          x={share(lengthOf(parts.slice(0, index)), end)}
          width={share(size, end)}
          height="100%"
          fill={fill}
        />
      ))}
    </svg>
  );
}

export function lengthOf(parts: readonly Pick<BarPart, 'size'>[]): number {
  return parts.reduce((sum, { size }) => sum + Math.max(0, size), 0);
}

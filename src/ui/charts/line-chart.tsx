import { axisTicks } from './axis-ticks.ts';
import { share } from './chart.tsx';
import css from './charts.module.css';

export interface Line {
  readonly key: string;
  readonly name: string;
  readonly fill: string;
  /** As of SVG, in pixels: color is never the only difference. */
  readonly dash?: string;
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

interface Props {
  readonly lines: readonly Line[];
  /** The names of the positions on the axis. */
  readonly days: readonly string[];
  /** A dashed line across. */
  readonly limit?: number | null;
  readonly legend?: boolean;
  /** Without axes. */
  readonly small?: boolean;
}

/** Screen readers skip it: the table or text of its chart gives the figures. */
export function LineChart({ lines, days, limit = null, legend = false, small = false }: Props) {
  const values = [...lines.flatMap(({ points }) => points.map(({ value }) => value)), limit ?? 0];
  const ticks = axisTicks(Math.max(...values), false);
  const end = ticks.at(-1) ?? 1;
  const last = Math.max(1, days.length - 1);
  const x = (at: number): number => (100 * at) / last;
  const y = (value: number): number => 100 - (100 * value) / end;
  return (
    <div aria-hidden>
      {legend && <Lines lines={lines} />}
      <div className={css.lines} data-small={small || undefined}>
        {!small &&
          ticks.map((tick) => (
            <span key={tick} className={css.level} style={{ bottom: share(tick, end) }}>
              <span>{Number(tick.toPrecision(6))}</span>
            </span>
          ))}
        <svg className={css.drawing} viewBox="0 0 100 100" preserveAspectRatio="none">
          {limit !== null && (
            <path d={`M0 ${y(limit)}H100`} stroke="var(--rc-green-fill)" strokeDasharray="4 3" />
          )}
          {lines.map(({ key, fill, dash, points }) => (
            <g key={key} stroke={fill}>
              <path
                d={points.map(({ at, value }, n) => `${n === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('')}
                strokeDasharray={dash}
              />
              {/* A zero-length line with round caps is a dot that does not stretch with the chart. */}
              <path
                d={points.map(({ at, value }) => `M${x(at)} ${y(value)}h0`).join('')}
                className={css.dot}
              />
            </g>
          ))}
        </svg>
      </div>
      {!small && (
        <p className={css.ends}>
          <span>{days[0]}</span>
          {days.length > 1 && <span>{days.at(-1)}</span>}
        </p>
      )}
    </div>
  );
}

function Lines({ lines }: Pick<Props, 'lines'>) {
  return (
    <ul className={css.legend}>
      {lines.map(({ key, name, fill, dash }) => (
        <li key={key}>
          <svg className={css.stroke} viewBox="0 0 24 4" stroke={fill}>
            <path d="M1 2H23" strokeDasharray={dash} />
          </svg>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}

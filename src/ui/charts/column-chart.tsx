import type { ComponentType, ReactNode } from 'react';
import { axisTicks } from './axis-ticks.ts';
import { share } from './chart.tsx';
import css from './charts.module.css';

interface Column {
  readonly key: string;
  readonly size: number;
  /** Above the column. */
  readonly figure: string;
  /** Below it, in two lines. */
  readonly name: readonly [string, string];
  /** The whole column in words, for screen readers. */
  readonly words: string;
  readonly to: string;
  readonly marked?: boolean;
}

interface LinkProps {
  readonly to: string;
  readonly className?: string;
  readonly 'aria-label': string;
  readonly 'data-marked'?: boolean | undefined;
  readonly children: ReactNode;
}

interface Props {
  readonly columns: readonly Column[];
  readonly fill: string;
  /** A dashed line across all columns. */
  readonly limit?: number | null;
  /** The router's link component. */
  readonly Link: ComponentType<LinkProps>;
}

/** Each column is a link. The columns wrap where a finger needs more room. */
export function Columns({ columns, fill, limit = null, Link }: Props) {
  const end = axisTicks(Math.max(limit ?? 0, ...columns.map(({ size }) => size)), true).at(-1) ?? 1;
  return (
    <div className={css.columns}>
      {columns.map(({ key, size, figure, name, words, to, marked }) => (
        <Link key={key} to={to} className={css.column} aria-label={words} data-marked={marked || undefined}>
          <span className={css.count}>{figure}</span>
          <svg className={css.shaft} aria-hidden>
            <rect y={share(end - size, end)} width="100%" height={share(size, end)} fill={fill} />
            {limit !== null && <Limit at={share(end - limit, end)} />}
          </svg>
          <span>{name[0]}</span>
          <span>{name[1]}</span>
        </Link>
      ))}
    </div>
  );
}

/** Meets the lines of the next columns. Padding is 18 % of a column and its content 64 %, so 28 % of the content. */
function Limit({ at }: { readonly at: string }) {
  return <line className={css.limit} x1="-28%" x2="128%" y1={at} y2={at} />;
}

/**
 * A chart's title and its table. Charts are SVG, so that forced colors keep their fills, and all lengths are
 * percentages, so that text is never stretched.
 */

import { type ReactNode, useId } from 'react';
import { toneOf } from '../fields/choice-chip.tsx';
import css from './charts.module.css';

interface ChartProps {
  readonly title: string;
  /** The title is only for screen readers. */
  readonly untitled?: boolean;
  /** For screen readers. Absent if text beside the chart gives the figures. */
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly children?: ReactNode;
}

export function Chart({ title, untitled = false, table, children }: ChartProps) {
  const id = useId();
  return (
    <figure className={css.figure} aria-labelledby={id}>
      <figcaption id={id} className={untitled ? css.unseen : css.title}>
        {title}
      </figcaption>
      {children}
      {table && (
        <div className={css.unseen}>
          <table aria-labelledby={id}>
            <thead>
              <tr>
                {table.head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([name, ...values]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {values.map((value, index) => (
                    <td key={table.head[index + 1]}>{value}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  );
}

export function share(size: number, end: number): string {
  return `${end > 0 ? Math.round((10_000 * Math.max(0, size)) / end) / 100 : 0}%`;
}

export function fillOf(status: string): string {
  return `var(--rc-${toneOf(status)}-fill)`;
}

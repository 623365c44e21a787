import type { CSSProperties } from 'react';
import { syncScreenWords } from '../../words/sync-screen.ts';
import css from './sides-table.module.css';

export interface SidesRow {
  readonly key: string;
  readonly label: string;
  /** The reason to look at this row: 'both changed', 'differs'. */
  readonly tag?: string | undefined;
  /** One for each column; '' where there is nothing. */
  readonly cells: readonly string[];
  /** The one to look at. */
  readonly marked: boolean;
}

interface Props {
  /** The table's name for screen readers. */
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly SidesRow[];
}

/** Values side by side, one row a field. On a phone the field's name stands above its values. */
export function SidesTable({ caption, columns, rows }: Props) {
  return (
    // The roles are said aloud: on a phone the style sheet makes a grid of the rows, and browsers forget them.
    <table role="table" className={css['table']} style={{ '--sides': columns.length } as CSSProperties}>
      <caption className={css['caption']}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {syncScreenWords.field}
          </th>
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key, label, tag, cells, marked }) => (
          <tr key={key} role="row" data-marked={marked || undefined}>
            <th role="rowheader" scope="row">
              <span>{label}</span> {tag && <span className={css['tag']}>{tag}</span>}
            </th>
            {cells.map((cell, index) => (
              <td key={columns[index]} role="cell">
                {cell || '-'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

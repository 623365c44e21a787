import { type CSSProperties, memo, useRef } from 'react';
import type { Fields } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { RecordRow } from '../records/use-records.ts';
import { readable } from './readable.ts';
import { RecordMark } from './record-mark.tsx';
import { cellOf } from './resource-cell.tsx';
import css from './resource-table.module.css';
import type { ResourceColumn, ResourceView } from './resource-view.ts';
import { RowActions } from './row-actions.tsx';
import { useFixedRows } from './use-fixed-rows.ts';
import { TO_RECORD, useRowClick } from './use-row-click.ts';
import type { Sort } from './use-sorted-rows.ts';

/** Height of a row in rem; the style sheet says the same. */
const ROW_REM = 3.5;

export interface ResourceRowsProps {
  readonly view: ResourceView;
  readonly rows: readonly RecordRow<Fields>[];
  readonly sort: Sort | null;
  readonly onSort: (field: string) => void;
  /** The record that was just made: it is scrolled to and marked. */
  readonly fresh?: string | null;
  readonly onEdit: (row: RecordRow<Fields>) => void;
  readonly onDelete: (row: RecordRow<Fields>) => void;
}

/**
 * The rows of a list as a table that fits the window's width. Only what is in sight is in the document. The roles are
 * said aloud: the style sheet makes boxes of the rows, whose layout is then nobody else's, and browsers forget them.
 */
export function ResourceTable({ view, rows, sort, fresh, onSort, onEdit, onDelete }: ResourceRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to, before, after } = useFixedRows({
    ref: body,
    count: rows.length,
    rowRem: ROW_REM,
    shown: placeOf(fresh, rows),
  });
  const open = useRowClick();
  return (
    <div className={css['box']}>
      <table
        role="table"
        className={css['table']}
        aria-rowcount={rows.length + 1}
        style={{ '--columns': columnsOf(view) } as CSSProperties}
      >
        <thead role="rowgroup" className={css['headers']}>
          <tr role="row" aria-rowindex={1} className={css['cells']}>
            {view.columns.map((column) => (
              <SortableHeader key={column.field} column={column} sort={sort} onSort={onSort} />
            ))}
            <th role="columnheader" scope="col" className={css['actions']}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          ref={body}
          className={css['rows']}
          style={{ paddingTop: before, paddingBottom: after }}
          onClick={open}
        >
          {rows.slice(from, to).map((row, n) => (
            <Row
              key={row.localId}
              view={view}
              row={row}
              index={from + n}
              last={from + n + 1 === rows.length}
              fresh={row.localId === fresh}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The shares that a table's columns have of its width; the style sheet says which the buttons have. */
function columnsOf({ columns }: ResourceView): string {
  const shares = [...columns.map(({ width }) => `${width}fr`), 'var(--buttons)'];
  return shares.map((share) => `minmax(0, ${share})`).join(' ');
}

/** Where the record that was just made stands; -1 where there is none. */
export function placeOf(fresh: ResourceRowsProps['fresh'], rows: ResourceRowsProps['rows']): number {
  return fresh ? rows.findIndex(({ localId }) => localId === fresh) : -1;
}

interface HeaderProps extends Pick<ResourceRowsProps, 'sort' | 'onSort'> {
  readonly column: ResourceColumn<Fields>;
}

function SortableHeader({ column, sort, onSort }: HeaderProps) {
  const order = sort?.field === column.field ? (sort.descending ? 'descending' : 'ascending') : 'none';
  const arrow = { ascending: '↑', descending: '↓', none: '' }[order];
  return (
    <th role="columnheader" scope="col" aria-sort={order} data-align={column.align}>
      <button type="button" className={css['sort']} onClick={() => onSort(column.field)}>
        {column.header}
        <span aria-hidden>{arrow}</span>
      </button>
    </th>
  );
}

interface RowProps extends Omit<ResourceRowsProps, 'rows' | 'sort' | 'onSort' | 'fresh'> {
  readonly row: RecordRow<Fields>;
  readonly fresh: boolean;
  readonly index: number;
  readonly last: boolean;
}

/** As few elements as will do, and no hooks: dozens come and go with each turn of the wheel. */
const Row = memo(function Row({ view, row, index, last, fresh, onEdit, onDelete }: RowProps) {
  const fields = readable(view.resource, row.view);
  const title = specOf(view.resource).title(fields);
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      className={css['row']}
      data-fresh={fresh || undefined}
      data-last={last || undefined}
    >
      {view.columns.map((column) =>
        column.heading ? (
          <td role="cell" key={column.field} className={css['head']}>
            {view.picture?.(fields)}
            <Heading view={view} row={row} title={title} />
          </td>
        ) : (
          <td
            role="cell"
            key={column.field}
            className={column.oneLine ? css['line'] : css['clamped']}
            data-align={column.align}
            title={hoverText(column, fields)}
          >
            {cellOf(column, fields)}
          </td>
        ),
      )}
      <td role="cell" className={css['actions']}>
        <RowActions title={title} row={row} onEdit={onEdit} onDelete={onDelete} />
      </td>
    </tr>
  );
});

interface HeadingProps extends Pick<RowProps, 'view' | 'row'> {
  readonly title: string;
}

function Heading({ view, row, title }: HeadingProps) {
  const link = (
    <a href={`${view.path}/${encodeURIComponent(row.localId)}`} className={css['title']} {...TO_RECORD}>
      {title}
    </a>
  );
  if (row.mark === 'synced') return link;
  return (
    <div className={css['marked']}>
      {link}
      <RecordMark resource={view.resource} row={row} />
    </div>
  );
}

/** The whole of a text that may be cut; what is short, or drawn in another form, needs none. */
function hoverText({ field, short, render }: ResourceColumn<Fields>, fields: Fields): string | undefined {
  return short || render ? undefined : String(fields[field] ?? '') || undefined;
}

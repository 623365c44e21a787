import { type MouseEvent, memo, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Fields } from '../domain/resource-spec.ts';
import type { RecordRow } from '../records/use-records.ts';
import { readable, titleOf } from './readable.ts';
import { RecordMark } from './record-mark.tsx';
import { cellOf } from './resource-cell.tsx';
import css from './resource-table.module.css';
import type { ResourceColumn, ResourceView } from './resource-view.ts';
import { RowActions } from './row-actions.tsx';
import type { Sort } from './use-sorted-rows.ts';
import { useWindowRows } from './use-window-rows.ts';

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

/** The rows of a list as a table that fits the window's width. Only what is in sight is in the document. */
export function ResourceTable({ view, rows, sort, fresh, onSort, onEdit, onDelete }: ResourceRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const list = useWindowRows({
    ref: body,
    count: rows.length,
    rowRem: ROW_REM,
    shown: placeOf(fresh, rows),
  });
  return (
    <div className={css['box']}>
      <table className={css['table']} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {view.columns.map((column) => (
              <SortableHeader key={column.field} column={column} sort={sort} onSort={onSort} />
            ))}
            <th scope="col" className={css['actions']}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <Spacer height={list.before} />
          {list.indexes.map((index) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <Row
                key={row.localId}
                view={view}
                row={row}
                index={index}
                fresh={row.localId === fresh}
                onEdit={onEdit}
                onDelete={onDelete}
              />
            );
          })}
          <Spacer height={list.after} />
        </tbody>
      </table>
    </div>
  );
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
    <th scope="col" aria-sort={order} style={{ width: `${column.width}%` }} data-align={column.align}>
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
}

const Row = memo(function Row({ view, row, index, fresh, onEdit, onDelete }: RowProps) {
  const navigate = useNavigate();
  const fields = readable(view.resource, row.view);
  const path = `${view.path}/${encodeURIComponent(row.localId)}`;

  /** For the mouse only: the keyboard has the link in the first cell. */
  function open({ target, currentTarget }: MouseEvent): void {
    const onControl = target instanceof Element && target.closest('a, button') !== null;
    const selecting = currentTarget.ownerDocument.getSelection()?.isCollapsed === false;
    if (!onControl && !selecting) void navigate(path);
  }

  return (
    <tr aria-rowindex={index + 2} className={css['row']} data-fresh={fresh || undefined} onClick={open}>
      {view.columns.map((column) =>
        column.heading ? (
          <td key={column.field}>
            <div className={css['head']} data-marked={row.mark !== 'synced' || undefined}>
              {view.picture && <span className={css['picture']}>{view.picture(fields)}</span>}
              <div className={css['names']}>
                <Link to={path} className={css['title']}>
                  {titleOf(view.resource, fields)}
                </Link>
                <RecordMark resource={view.resource} row={row} />
              </div>
            </div>
          </td>
        ) : (
          <td key={column.field} data-align={column.align}>
            <span className={css['clamped']} data-one-line={column.oneLine} title={hoverText(column, fields)}>
              {cellOf(column, fields)}
            </span>
          </td>
        ),
      )}
      <td className={css['actions']}>
        <RowActions view={view} row={row} onEdit={onEdit} onDelete={onDelete} />
      </td>
    </tr>
  );
});

/** The whole of a text that may be cut; what is short, or drawn in another form, needs none. */
function hoverText({ field, short, render }: ResourceColumn<Fields>, fields: Fields): string | undefined {
  return short || render ? undefined : String(fields[field] ?? '') || undefined;
}

/** Takes the room of the rows that are not drawn. */
function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null;
}

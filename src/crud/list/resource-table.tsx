import { type CSSProperties, type MouseEvent, memo, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DateForms } from '../../domain/plain-date.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { listWords } from '../../words/list.ts';
import { readable } from '../readable.ts';
import { RecordMark, recordPath } from '../record-link.tsx';
import { alignOf, cellOf, hoverText } from '../resource-cell.tsx';
import type { NameOf, ResourceColumn, ResourceView } from '../resource-view.ts';
import { useDates } from '../time.tsx';
import type { Sort } from './list-address.ts';
import { useNames } from './list-rows.ts';
import css from './resource-table.module.css';
import { RowActions } from './row-actions.tsx';
import { useFixedRows } from './use-fixed-rows.ts';

export interface ResourceRowsProps {
  readonly view: ResourceView;
  readonly rows: readonly RecordRow<Fields>[];
  /** -1 until all are read, as in ARIA. */
  readonly total: number;
  /** Too narrow for one line of columns. */
  readonly stacked?: boolean;
  readonly sort: Sort | null;
  readonly onSort: (field: string) => void;
  /** Local id of a new record, to scroll to and highlight. */
  readonly fresh?: string | null;
  readonly onEdit: (row: RecordRow<Fields>) => void;
  readonly onDelete: (row: RecordRow<Fields>) => void;
}

/**
 * Renders only the rows in sight. Roles are explicit, because browsers drop implicit ones when a style sheet changes
 * `display`.
 */
export function ResourceTable(props: ResourceRowsProps) {
  const { view, rows, total, stacked, sort, fresh, onSort, onEdit, onDelete } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const places = useMemo(() => columnPlaces(view, stacked === true), [view, stacked]);
  const nameOf = useNames(view.beneath?.of);
  const dates = useDates(view.resource);
  const { from, to, before, after } = useFixedRows({
    ref: body,
    count: rows.length,
    rowRem: places.rowRem,
    shown: placeOf(fresh, rows),
  });
  const open = useRowClick();
  return (
    <table
      role="table"
      className={css.table}
      aria-rowcount={total < 0 ? total : total + 1}
      data-tall={places.tall || undefined}
      data-stacked={stacked || undefined}
      style={places.style}
    >
      <Headers resource={view.resource} columns={view.columns} sort={sort} onSort={onSort} />
      <tbody
        role="rowgroup"
        ref={body}
        className={css.rows}
        style={{ paddingTop: before, paddingBottom: after }}
        onClick={open}
      >
        {rows.slice(from, to).map((row, n) => (
          <Row
            key={row.localId}
            view={view}
            row={row}
            nameOf={nameOf}
            dates={dates}
            index={from + n}
            last={from + n + 1 === rows.length}
            fresh={row.localId === fresh}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        ))}
      </tbody>
    </table>
  );
}

export function placeOf(fresh: ResourceRowsProps['fresh'], rows: ResourceRowsProps['rows']): number {
  return fresh ? rows.findIndex(({ localId }) => localId === fresh) : -1;
}

interface HeadersProps extends Pick<ResourceRowsProps, 'sort' | 'onSort'> {
  readonly resource: ResourceName;
  readonly columns: ResourceView['columns'];
}

function Headers({ resource, columns, sort, onSort }: HeadersProps) {
  return (
    <thead role="rowgroup" className={css.headers}>
      <tr role="row" aria-rowindex={1} className={css.cells}>
        {columns.map((column) => (
          <SortableHeader
            key={column.field}
            column={column}
            align={alignOf(resource, column.field)}
            sort={sort}
            onSort={onSort}
          />
        ))}
        <th role="columnheader" scope="col" className={css.actions}>
          {listWords.actions}
        </th>
      </tr>
    </thead>
  );
}

interface HeaderProps extends Pick<ResourceRowsProps, 'sort' | 'onSort'> {
  readonly column: ResourceColumn<Fields>;
  readonly align: 'end' | undefined;
}

function SortableHeader({ column, align, sort, onSort }: HeaderProps) {
  const order = sort?.field === column.field ? (sort.descending ? 'descending' : 'ascending') : 'none';
  const arrow = { ascending: '↑', descending: '↓', none: '' }[order];
  return (
    <th role="columnheader" scope="col" aria-sort={order} data-align={align}>
      <button type="button" className={css.sort} onClick={() => onSort(column.field)}>
        <span>{column.header}</span>
        <span aria-hidden>{arrow}</span>
      </button>
    </th>
  );
}

interface RowProps extends Pick<ResourceRowsProps, 'view' | 'onEdit' | 'onDelete'> {
  readonly row: RecordRow<Fields>;
  readonly nameOf: NameOf;
  readonly dates: DateForms;
  readonly fresh: boolean;
  readonly index: number;
  readonly last: boolean;
}

/** Few elements and no hooks: a turn of the wheel renders dozens of rows. */
const Row = memo(function Row(props: RowProps) {
  const { view, row, nameOf, dates, index, last, fresh, onEdit, onDelete } = props;
  const fields = readable(view.resource, row.view);
  const title = specOf(view.resource).title(fields);
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      className={css.row}
      data-fresh={fresh || undefined}
      data-last={last || undefined}
    >
      {view.columns.map((column) =>
        column.heading ? (
          <td role="cell" key={column.field} className={css.head}>
            {view.picture?.(fields)}
            <Heading view={view} row={row} title={title} beneath={view.beneath?.text(fields, nameOf)} />
          </td>
        ) : (
          <td
            role="cell"
            key={column.field}
            className={column.oneLine ? css.line : css.clamped}
            data-align={alignOf(view.resource, column.field)}
            data-minor={column.minor}
            title={hoverText(column, { resource: view.resource, fields })}
          >
            {cellOf(column, { resource: view.resource, fields, dates })}
          </td>
        ),
      )}
      <td role="cell" className={css.actions}>
        <RowActions title={title} row={row} onEdit={onEdit} onDelete={onDelete} />
      </td>
    </tr>
  );
});

interface HeadingProps extends Pick<RowProps, 'view' | 'row'> {
  readonly title: string;
  readonly beneath: string | undefined;
}

function Heading({ view, row, title, beneath }: HeadingProps) {
  const link = (
    <a href={recordPath(view.path, row)} className={css.title} {...TO_RECORD}>
      {title}
    </a>
  );
  if (row.mark === 'synced' && !beneath) return link;
  return (
    <div className={css.names} data-marked={row.mark !== 'synced' || undefined}>
      {link}
      {beneath && (
        <span className={css.beneath} title={beneath}>
          {beneath}
        </span>
      )}
      <RecordMark resource={view.resource} row={row} />
    </div>
  );
}

/** In rem. The style sheet has the same values. */
const ROW_REM = 3.5;
const TALL_ROW_REM = 4.75;

interface ColumnPlaces {
  readonly tall: boolean;
  readonly rowRem: number;
  /** CSS variables of the table: cheaper than a style on each cell. */
  readonly style: CSSProperties;
}

function columnPlaces({ columns }: ResourceView, stacked: boolean): ColumnPlaces {
  const lower = columns.filter(({ under, alwaysUnder }) => under && (stacked || alwaysUnder));
  const upper = columns.filter((column) => !lower.includes(column));
  const widths = upper.map(({ width }) => `minmax(0, ${width}fr)`);
  const style: Record<string, string> = { '--columns': [...widths, 'var(--buttons)'].join(' ') };
  for (const [n, column] of columns.entries()) {
    const isLower = lower.includes(column);
    const across = 1 + upper.findIndex(({ field }) => field === (isLower ? column.under : column.field));
    const isUpper = lower.some(({ under }) => under === column.field);
    style[`--at-${n + 1}`] = `${isLower ? 2 : 1} / ${across} / ${isUpper ? 2 : -1} / ${across + 1}`;
    style[`--by-${n + 1}`] = isLower ? 'start' : isUpper ? 'end' : 'center';
  }
  const tall = lower.length > 0;
  return { tall, rowRem: tall ? TALL_ROW_REM : ROW_REM, style };
}

const TO_RECORD = { 'data-record': true };

/**
 * Handles clicks for all rows: a handler per row costs more to render. A click beside links opens the record, for the
 * mouse only; the keyboard has the link.
 */
function useRowClick(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const { target, currentTarget } = event;
    if (event.defaultPrevented || !(target instanceof Element)) return;
    const control = target.closest('a, button');
    const link = control ?? target.closest('tr')?.querySelector('a[data-record]');
    const path = link?.matches('a[data-record]') ? link.getAttribute('href') : null;
    if (!path) return;
    if (control) {
      // The browser handles clicks that open a tab or a window, or save.
      if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
    } else if (currentTarget.ownerDocument.getSelection()?.isCollapsed === false) return;
    void navigate(path);
  };
}

import { type CSSProperties, type MouseEvent, memo, type ReactNode, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DateForms } from '../../domain/plain-date.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { listWords } from '../../words/list.ts';
import { readable } from '../readable.ts';
import { opensHere, RecordMark, recordPath } from '../record-link.tsx';
import { alignOf, cellOf, hoverText } from '../resource-cell.tsx';
import type { NameOf, ResourceColumn, ResourceView } from '../resource-view.ts';
import { useDates } from '../time.tsx';
import type { Sort } from './list-address.ts';
import { useNames } from './list-rows.ts';
import css from './resource-table.module.css';
import { RowActions } from './row-actions.tsx';
import { useFixedRows } from './use-fixed-rows.ts';

/** Heights in rem: for touch, for two lines of text, and for one line. */
const ROW_REM = { roomy: 3.5, comfortable: 2.5, compact: 2.25 } as const;

export interface ResourceRowsProps {
  readonly view: ResourceView;
  readonly rows: readonly RecordRow<Fields>[];
  /** The number of rows, or -1 until all are read, as in ARIA. */
  readonly total: number;
  readonly spacing: keyof typeof ROW_REM;
  readonly sort: Sort | null;
  readonly onSort: (field: string) => void;
  /** Local id of a new record, to scroll to and highlight. */
  readonly fresh?: string | null;
  readonly onEdit: (row: RecordRow<Fields>) => void;
  readonly onDelete: (row: RecordRow<Fields>) => void;
}

/**
 * Renders only the rows in or near the window. Roles are explicit, because browsers drop implicit roles when a style
 * sheet changes `display`.
 */
export function ResourceTable(props: ResourceRowsProps) {
  const { view, rows, total, spacing, sort, fresh, onSort, onEdit, onDelete } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const rowRem = ROW_REM[spacing];
  // CSS variables on the table are cheaper than a style on each row.
  const style = useMemo(() => tracks(view, rowRem), [view, rowRem]);
  const nameOf = useNames(view.beneath?.of);
  const dates = useDates(view.resource);
  const { from, to, before, after } = useFixedRows({
    ref: body,
    count: rows.length,
    rowRem,
    shown: placeOf(fresh, rows),
  });
  const open = useRowClick();
  return (
    <table
      role="table"
      className={css.table}
      aria-rowcount={total < 0 ? total : total + 1}
      data-spacing={spacing}
      style={style}
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

/** Has few elements and no hooks, because one turn of the wheel renders dozens of rows. */
const Row = memo(function Row(props: RowProps) {
  const { view, row, nameOf, dates, index, last, fresh, onEdit, onDelete } = props;
  const fields = readable(view.resource, row.view);
  const title = specOf(view.resource).title(fields);
  const lined = linedColumn(view);
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      className={css.row}
      data-fresh={fresh || undefined}
      data-last={last || undefined}
    >
      {view.columns.map((column) => {
        const line = column === lined ? view.beneath?.text(fields, nameOf) : undefined;
        const shown = column.heading ? (
          <Heading view={view} row={row} title={title} />
        ) : (
          drawn(column, cellOf(column, { resource: view.resource, fields, dates }))
        );
        return (
          <td
            role="cell"
            key={column.field}
            className={classOf(view.resource, column)}
            data-align={alignOf(view.resource, column.field)}
            title={column.heading ? title : hoverText(column, { resource: view.resource, fields })}
          >
            {column.heading && view.picture?.(fields)}
            {line ? <WithLine line={line}>{shown}</WithLine> : shown}
          </td>
        );
      })}
      <td role="cell" className={css.actions}>
        <RowActions title={title} row={row} onEdit={onEdit} onDelete={onDelete} />
      </td>
    </tr>
  );
});

/** Writes a generated number from right to left, so that its start is cut off. `bdi` keeps the number readable. */
function drawn(column: ResourceColumn<Fields>, text: ReactNode): ReactNode {
  if (!column.machine) return text;
  return (
    <span className={css.machine}>
      <bdi>{text}</bdi>
    </span>
  );
}

interface LineProps {
  readonly line: string;
  readonly children: ReactNode;
}

function WithLine({ line, children }: LineProps) {
  return (
    <div className={css.lines}>
      {children}
      <span className={css.beneath} title={line}>
        {line}
      </span>
    </div>
  );
}

interface HeadingProps extends Pick<RowProps, 'view' | 'row'> {
  readonly title: string;
}

function Heading({ view, row, title }: HeadingProps) {
  const link = (
    <a href={recordPath(view.path, row)} className={css.title} {...TO_RECORD}>
      {title}
    </a>
  );
  if (row.mark === 'synced') return link;
  return (
    <span className={css.marked}>
      {link}
      <RecordMark resource={view.resource} row={row} />
    </span>
  );
}

function linedColumn({ columns, beneath }: ResourceView): ResourceColumn<Fields> | undefined {
  return columns.find(({ field, heading }) => (beneath?.at ? field === beneath.at : heading));
}

function classOf(
  resource: ResourceName,
  { field, heading, machine, oneLine }: ResourceColumn<Fields>,
): string {
  if (heading) return css.head;
  if (specOf(resource).fields[field]?.type === 'email') return css.parts;
  return machine || oneLine ? css.line : css.clamped;
}

function tracks({ columns }: ResourceView, rowRem: number): CSSProperties {
  const widths = [...columns.map(({ width }) => width), 'var(--buttons)'].join(' ');
  return { '--columns': widths, '--row': `${rowRem}rem` } as CSSProperties;
}

const TO_RECORD = { 'data-record': true };

/**
 * Handles clicks for all rows, because a handler per row costs more to render. A mouse click outside of links and
 * buttons opens the record; the keyboard has the link.
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
      if (!opensHere(event)) return;
      event.preventDefault();
    } else if (currentTarget.ownerDocument.getSelection()?.isCollapsed === false) return;
    void navigate(path);
  };
}

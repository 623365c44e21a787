import { memo, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import type { DateForms } from '../../domain/plain-date.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { readable } from '../readable.ts';
import { RecordMark, recordPath } from '../record-link.tsx';
import { cellOf, isBlank } from '../resource-cell.tsx';
import type { NameOf } from '../resource-view.ts';
import { useDates } from '../time.tsx';
import { useNames } from './list-rows.ts';
import css from './resource-cards.module.css';
import type { ResourceRowsProps } from './resource-table.tsx';
import { RowActions } from './row-actions.tsx';

/** Estimated height and gap of cards, in rem. */
export const CARD_REM = 9.5;
export const GAP_REM = 0.625;

interface CardListProps extends Omit<ResourceRowsProps, 'sort' | 'onSort'> {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly indexes: readonly number[];
  /** Heights of the rows above and below that are not drawn, in px. */
  readonly before: number;
  readonly after: number;
  readonly measure?: ((card: Element | null) => void) | undefined;
}

export function CardList({
  view,
  rows,
  total,
  fresh,
  list,
  indexes,
  before,
  after,
  measure,
  onEdit,
  onDelete,
}: CardListProps) {
  const nameOf = useNames(view.beneath?.of);
  const dates = useDates(view.resource);
  return (
    <ul ref={list} className={css.cards} style={{ paddingTop: before, paddingBottom: after }}>
      {indexes.map((index) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <li
            key={row.localId}
            ref={measure}
            data-index={index}
            className={css.card}
            data-pictured={view.picture !== undefined || undefined}
            data-fresh={row.localId === fresh || undefined}
            aria-setsize={total}
            aria-posinset={index + 1}
          >
            <Card view={view} row={row} nameOf={nameOf} dates={dates} onEdit={onEdit} onDelete={onDelete} />
          </li>
        );
      })}
    </ul>
  );
}

interface CardProps extends Pick<ResourceRowsProps, 'view' | 'onEdit' | 'onDelete'> {
  readonly row: RecordRow<Fields>;
  readonly nameOf: NameOf;
  readonly dates: DateForms;
}

const Card = memo(function Card({ view, row, nameOf, dates, onEdit, onDelete }: CardProps) {
  const fields = readable(view.resource, row.view);
  const title = specOf(view.resource).title(fields);
  const beneath = view.beneath?.text(fields, nameOf);
  // A company without a contact person has the company name as its title.
  const isTitle = (field: string): boolean => String(fields[field] ?? '').trim() === title;
  const told = view.columns.filter(
    (column) => !column.heading && !isBlank(column, { fields }) && !isTitle(column.field),
  );
  return (
    <>
      <div className={css.head}>
        {view.picture?.(fields)}
        <div className={css.names}>
          <Link to={recordPath(view.path, row)} className={css.title}>
            {title}
          </Link>
          {beneath && <span className={css.beneath}>{beneath}</span>}
          <RecordMark resource={view.resource} row={row} />
        </div>
      </div>
      <dl className={css.facts} data-inline={beneath === undefined ? undefined : true}>
        {told
          .filter((column) => !column.short)
          .map((column) => (
            <div key={column.field} data-machine={column.machine}>
              <dt className={css.hidden}>{column.header}</dt>
              <dd>{cellOf(column, { resource: view.resource, fields, dates })}</dd>
            </div>
          ))}
      </dl>
      <div className={css.foot}>
        <dl className={css.short}>
          {told
            .filter((column) => column.short)
            .map((column) => (
              <div key={column.field}>
                <dt className={css.hidden}>{column.header}</dt>
                <dd>{cellOf(column, { resource: view.resource, fields, dates })}</dd>
              </div>
            ))}
        </dl>
        <span className={css.actions}>
          <RowActions title={title} row={row} onEdit={onEdit} onDelete={onDelete} />
        </span>
      </div>
    </>
  );
});

import type { ReactNode } from 'react';
import type { Fields } from '../domain/resource-spec.ts';
import type { ResourceColumn } from './resource-view.ts';

/** What a fact of a record looks like; '-' for a blank one. */
export function cellOf(column: ResourceColumn<Fields>, fields: Fields): ReactNode {
  if (isBlank(column, fields)) return '-';
  return column.render ? column.render(fields) : fields[column.field];
}

/** True where a record has nothing to say for a column. */
export function isBlank(column: ResourceColumn<Fields>, fields: Fields): boolean {
  return !column.render && String(fields[column.field] ?? '').trim() === '';
}

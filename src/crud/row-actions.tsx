import type { Fields } from '../domain/resource-spec.ts';
import type { RecordRow } from '../records/use-records.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { EditIcon, TrashIcon } from '../ui/icons.ts';
import { titleOf } from './readable.ts';
import type { ResourceView } from './resource-view.ts';
import css from './row-actions.module.css';

interface Props {
  readonly view: ResourceView;
  readonly row: RecordRow<Fields>;
  readonly onEdit: (row: RecordRow<Fields>) => void;
  readonly onDelete: (row: RecordRow<Fields>) => void;
}

/** Edit and delete of one record in a list; each says which record. */
export function RowActions({ view, row, onEdit, onDelete }: Props) {
  const title = titleOf(view.resource, row.view);
  return (
    <span className={css['actions']}>
      <IconButton label={`Edit ${title}`} onClick={() => onEdit(row)}>
        <EditIcon size={18} aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${title}`} danger onClick={() => onDelete(row)}>
        <TrashIcon size={18} aria-hidden />
      </IconButton>
    </span>
  );
}

import type { Fields } from '../../domain/resource-spec.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { RowIcon } from '../../ui/row-icon.tsx';
import { listWords } from '../../words/list.ts';

interface Props {
  /** What the record is called. */
  readonly title: string;
  readonly row: RecordRow<Fields>;
  readonly onEdit: (row: RecordRow<Fields>) => void;
  readonly onDelete: (row: RecordRow<Fields>) => void;
}

/** Edit and delete of one record in a list; each says which record. */
export function RowActions({ title, row, onEdit, onDelete }: Props) {
  return (
    <>
      <IconButton label={listWords.edit({ title })} onClick={() => onEdit(row)}>
        <RowIcon of="edit" />
      </IconButton>
      <IconButton label={listWords.delete({ title })} danger onClick={() => onDelete(row)}>
        <RowIcon of="delete" />
      </IconButton>
    </>
  );
}

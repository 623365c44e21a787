import type { Fields } from '../../domain/resource-spec.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { listWords } from '../../words/list.ts';
import css from './row-actions.module.css';

interface RowActionsProps {
  readonly title: string;
  readonly row: RecordRow<Fields>;
  readonly onEdit: (row: RecordRow<Fields>) => void;
  readonly onDelete: (row: RecordRow<Fields>) => void;
}

/** No menu with more: each button of each row costs time (P8), and the row opens the page that has them. */
export function RowActions({ title, row, onEdit, onDelete }: RowActionsProps) {
  return (
    <>
      <RowButton icon="edit" label={listWords.edit({ title })} onClick={() => onEdit(row)} />
      <RowButton icon="delete" label={listWords.delete({ title })} onClick={() => onDelete(row)} />
    </>
  );
}

/** Tabler's `edit` and `trash` (MIT), each as a single path: every element of a row costs time. */
const PATHS = {
  edit: 'M7 7h-1a2 2 0 0 0 -2 2v9a2 2 0 0 0 2 2h9a2 2 0 0 0 2 -2v-1M20.385 6.585a2.1 2.1 0 0 0 -2.97 -2.97l-8.415 8.385v3h3l8.385 -8.415M16 5l3 3',
  delete:
    'M4 7l16 0M10 11l0 6M14 11l0 6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3',
};

interface RowButtonProps {
  readonly icon: keyof typeof PATHS;
  readonly label: string;
  readonly onClick: () => void;
}

/** Plain markup instead of Mantine's: lists render hundreds of these. */
function RowButton({ icon, label, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      className={css.button}
      data-icon={icon}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true">
        <path d={PATHS[icon]} />
      </svg>
    </button>
  );
}

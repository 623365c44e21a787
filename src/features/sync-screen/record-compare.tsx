import { useFieldText } from '../../crud/field-words.ts';
import { readable } from '../../crud/readable.ts';
import { fieldLabel } from '../../domain/field-labels.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { compareWords } from '../../words/sync-screen.ts';
import { SidesTable } from './sides-table.tsx';
import css from './sync-screen.module.css';

interface Props {
  readonly resource: ResourceName;
  readonly columns: readonly [string, string];
  readonly one: Fields;
  readonly other: Fields;
}

/** Two records side by side: every field that one of them has something in, what differs first. */
export function RecordCompare({ resource, columns, one, other }: Props) {
  const text = useFieldText(resource);
  const [left, right] = [readable(resource, one), readable(resource, other)];
  const rows = specOf(resource)
    .fieldNames.map((field) => ({ field, cells: [text(field, left[field]), text(field, right[field])] }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const differing = rows.filter(({ cells: [a, b] }) => a !== b);
  const alike = rows.filter(({ cells: [a, b] }) => a === b);
  return (
    <>
      <p className={css['hint']}>
        {differing.length === 0 ? compareWords.same : compareWords.differ({ count: differing.length })}
      </p>
      <div className={css['sides']}>
        <SidesTable
          caption={compareWords.columns({ first: columns[0], second: columns[1] })}
          columns={columns}
          rows={[...differing, ...alike].map(({ field, cells }) => {
            const differs = cells[0] !== cells[1];
            return {
              key: field,
              label: fieldLabel(field),
              tag: differs ? compareWords.differs : undefined,
              cells,
              marked: differs,
            };
          })}
        />
      </div>
    </>
  );
}

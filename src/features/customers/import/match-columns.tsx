import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { CUSTOMER_FIELDS, type Customer } from '../../../domain/customer.ts';
import {
  type ColumnMatch,
  choicesOf,
  customerOf,
  IMPORT_FIELDS,
  type ImportField,
  isEnough,
  unusedColumns,
} from '../../../domain/customer-columns.ts';
import { fieldLabel } from '../../../domain/field-labels.ts';
import { DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { choiceLabel } from '../../../ui/fields/choice-label.ts';
import { importWords } from '../../../words/import.ts';
import css from './import-dialog.module.css';
import type { CsvTable } from './read-csv.ts';

const PREVIEWED = 3;

interface Props {
  readonly table: CsvTable;
  readonly match: ColumnMatch;
  readonly onMatch: (match: ColumnMatch) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** Which column of the file holds what, as far as its names tell, for the person to see and to change. */
export function MatchColumns({ table, match, onMatch, onBack, onNext }: Props) {
  const { file, header, lines } = table;
  const names = header.map((name, place) => name || importWords.unnamed({ place: place + 1 }));
  const options = [
    { value: '', label: importWords.noColumn },
    ...names.map((label, place) => ({ value: String(place), label })),
  ];
  const unused = unusedColumns(header, match).map((place) => names[place] ?? '');
  const enough = isEnough(match);
  return (
    <>
      <p className={css['note']}>{importWords.file({ file, count: lines.length })}</p>
      <h3 className={css['heading']}>{importWords.match}</h3>
      <div className={css['fields']}>
        {IMPORT_FIELDS.map((field) => (
          <NativeSelect
            key={field}
            label={labelOf(field)}
            description={field === 'full_name' ? importWords.fullNameHint : undefined}
            value={String(match[field] ?? '')}
            data={options}
            onChange={({ currentTarget: { value } }) =>
              onMatch({ ...match, [field]: value === '' ? null : Number(value) })
            }
          />
        ))}
      </div>
      {unused.length > 0 && (
        <p className={css['note']}>{importWords.unused({ columns: unused.join(', ') })}</p>
      )}
      <Preview table={table} match={match} />
      <DialogButtons>
        <p role="status" className={css['why']}>
          {!enough && importWords.noName}
        </p>
        <Button variant="default" onClick={onBack}>
          {importWords.back}
        </Button>
        <Button disabled={!enough} onClick={onNext}>
          {importWords.next}
        </Button>
      </DialogButtons>
    </>
  );
}

function labelOf(field: ImportField): string {
  return field === 'full_name' ? importWords.fullName : fieldLabel(field);
}

/** The first rows as customers. */
function Preview({ table: { lines }, match }: Pick<Props, 'table' | 'match'>) {
  const heading = useId();
  const customers = lines
    .slice(0, PREVIEWED)
    .map(({ row, cells }) => ({ row, customer: customerOf(cells, match) }));
  const fields = CUSTOMER_FIELDS.filter((field) => isShown(field, match));
  return (
    <>
      <h3 id={heading} className={css['heading']}>
        {importWords.preview}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach that */}
      <section aria-labelledby={heading} tabIndex={0} className={css['preview']}>
        <table>
          <thead>
            <tr>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {fieldLabel(field)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {customers.map(({ row, customer }) => (
              <tr key={row}>
                {fields.map((field) => (
                  <td key={field}>{shownValue(field, customer)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function isShown(field: keyof Customer, match: ColumnMatch): boolean {
  const isName = field === 'first_name' || field === 'last_name';
  return match[field] !== null || (isName && match.full_name !== null);
}

function shownValue(field: keyof Customer, customer: Customer): string {
  const value = customer[field];
  const choices = choicesOf(field);
  return (choices ? choiceLabel(value, choices) : value) || importWords.nothing;
}

import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type Ref, useState } from 'react';
import { addressLines } from '../../../domain/address.ts';
import type { Customer } from '../../../domain/customer.ts';
import { customerSpec } from '../../../domain/customer.ts';
import { choicesOf } from '../../../domain/customer-columns.ts';
import { fieldLabel } from '../../../domain/field-labels.ts';
import { choiceLabel } from '../../../ui/fields/choice-label.ts';
import { importWords } from '../../../words/import.ts';
import css from './import-dialog.module.css';
import type { CheckedRow, ImportRow } from './import-rows.ts';

interface Props {
  readonly row: CheckedRow;
  /** Its place among the rows as they are shown. */
  readonly index: number;
  readonly count: number;
  readonly ref: Ref<HTMLLIElement>;
  readonly onChoose: (choice: ImportRow['choice']) => void;
  readonly onCorrect: (field: keyof Customer, typed: string) => void;
}

/** One row: who it is, what is wrong with it, and what becomes of it. */
export function ImportRowItem({ row, index, count, ref, onChoose, onCorrect }: Props) {
  const { problems, duplicate, customer, isImported } = row;
  const fields = useCorrectedFields(row);
  const whole = problems.filter(({ field }) => field === null);
  return (
    <li
      ref={ref}
      data-index={index}
      data-out={!isImported || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={css['row']}
    >
      <div className={css['who']}>
        <span className={css['number']}>{importWords.row({ row: row.row })}</span>
        <span className={css['name']}>{customerSpec.title(customer)}</span>
        <span className={css['facts']}>{factsOf(customer)}</span>
      </div>
      <div className={css['wrong']}>
        {fields.map((field) => (
          <Correction
            key={field}
            field={field}
            value={customer[field]}
            problem={problems.find((problem) => problem.field === field)?.words}
            onCorrect={(typed) => onCorrect(field, typed)}
          />
        ))}
        {whole.map(({ words }) => (
          <p key={words}>{words}</p>
        ))}
        {duplicate !== null && <p>{duplicate}</p>}
      </div>
      <div className={css['fate']}>
        <span className={css['state']}>{isImported ? importWords.willImport : importWords.leftOut}</span>
        <Choice row={row} onChoose={onChoose} />
      </div>
    </li>
  );
}

/** Leaves a row out, or takes it in; nothing where it has to be corrected first. */
function Choice({
  row: { row, isImported, isBlocked, problems, duplicate },
  onChoose,
}: Pick<Props, 'row' | 'onChoose'>) {
  if (isImported) {
    return (
      <Button variant="default" aria-label={importWords.leaveOutRow({ row })} onClick={() => onChoose('out')}>
        {importWords.leaveOut}
      </Button>
    );
  }
  if (isBlocked) return null;
  const isFine = problems.length === 0 && duplicate === null;
  return (
    <Button
      variant="default"
      aria-label={isFine ? importWords.importThisRow({ row }) : importWords.importRowAnyway({ row })}
      onClick={() => onChoose('in')}
    >
      {isFine ? importWords.importThis : importWords.importAnyway}
    </Button>
  );
}

/** The fields that something was wrong with since the row is shown: one that is right again stays, to be looked at. */
function useCorrectedFields({ problems }: CheckedRow): readonly (keyof Customer)[] {
  const [shown, setShown] = useState<readonly (keyof Customer)[]>([]);
  const fresh = problems.flatMap(({ field }) => (field === null || shown.includes(field) ? [] : [field]));
  if (fresh.length > 0) setShown([...shown, ...fresh]);
  return shown;
}

interface CorrectionProps {
  readonly field: keyof Customer;
  readonly value: string;
  /** What is wrong with it, in words; undefined where it is right. */
  readonly problem: string | undefined;
  readonly onCorrect: (typed: string) => void;
}

function Correction({ field, value, problem, onCorrect }: CorrectionProps) {
  const choices = choicesOf(field);
  if (choices) return <ChoiceCorrection {...{ field, value, problem, onCorrect, choices }} />;
  return <TextCorrection {...{ field, value, problem, onCorrect }} />;
}

function ChoiceCorrection({
  field,
  value,
  problem,
  onCorrect,
  choices,
}: CorrectionProps & { readonly choices: readonly string[] }) {
  const known = choices.map((choice) => ({ value: choice, label: choiceLabel(choice, choices) }));
  const isKnown = choices.includes(value);
  return (
    <NativeSelect
      aria-label={fieldLabel(field)}
      error={problem}
      value={isKnown ? value : ''}
      data={isKnown ? known : [{ value: '', label: importWords.chooseOne }, ...known]}
      onChange={(event) => onCorrect(event.currentTarget.value)}
    />
  );
}

/** Corrected when it is left, or with Enter: all rows are checked again then. */
function TextCorrection({ field, value, problem, onCorrect }: CorrectionProps) {
  const [typed, setTyped] = useState(value);
  const done = (): void => {
    if (typed.trim() !== value) onCorrect(typed);
  };
  return (
    <TextInput
      aria-label={fieldLabel(field)}
      placeholder={fieldLabel(field)}
      error={problem}
      value={typed}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done();
      }}
    />
  );
}

/** What tells the customer from others of that name. */
function factsOf(customer: Customer): string {
  const company = customer.company_name === customerSpec.title(customer) ? '' : customer.company_name;
  return [customer.email, customer.phone, company, addressLines(customer).join(', ')]
    .filter(Boolean)
    .join(' · ');
}

import { type Ref, useId, useRef, useState } from 'react';
import { useDialogRows } from '../../../crud/list/virtual-rows.ts';
import { type Customer, customerSpec } from '../../../domain/customer.ts';
import { fieldLabel } from '../../../domain/resource-specs.ts';
import { isComposing } from '../../../ui/is-composing.ts';
import { importWords } from '../../../words/import.ts';
import type { CheckedRow } from './check-rows.ts';
import { choiceOptions } from './group-card.tsx';
import css from './import-dialog.module.css';

/** Estimated height of a row. */
const ROW_REM = 4;
const FIRST_REM = 16;
const FIELD_REM = 10;

interface RowActions {
  readonly onChoose: (row: number, choice: 'in' | 'out') => void;
  readonly onCorrect: (row: number, field: keyof Customer, value: string) => void;
}

interface Props extends RowActions {
  readonly rows: readonly CheckedRow[];
  readonly places: readonly number[];
  readonly fields: readonly (keyof Customer)[];
  readonly ref: Ref<HTMLElement>;
}

export function RowTable({ ref, rows, places, fields, onChoose, onCorrect }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const drawn = useDialogRows({ ref: body, count: places.length, rowRem: ROW_REM, gapRem: 0 });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the section scrolls, so the keyboard must reach it
    <section ref={ref} aria-label={importWords.rows} tabIndex={0} className={css.table}>
      <table
        style={{ minWidth: `${FIRST_REM + fields.length * FIELD_REM}rem` }}
        aria-rowcount={places.length + 1}
      >
        <thead>
          <tr>
            <th scope="col">{importWords.rowColumn}</th>
            {fields.map((field) => (
              <th key={field} scope="col" data-field={field}>
                {fieldLabel(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <tr aria-hidden style={{ height: drawn.before }} />
          {drawn.indexes.map((index) => {
            const row = rows[places[index] ?? -1];
            if (!row) return null;
            return <Row key={row.row} {...{ row, index, fields, onChoose, onCorrect }} ref={drawn.measure} />;
          })}
          <tr aria-hidden style={{ height: drawn.after }} />
        </tbody>
      </table>
    </section>
  );
}

interface RowProps extends RowActions, Pick<Props, 'fields'> {
  readonly row: CheckedRow;
  readonly index: number;
  readonly ref: Ref<HTMLTableRowElement>;
}

function Row({ row, index, fields, ref, onChoose, onCorrect }: RowProps) {
  const { row: number, customer, findings, editable, isIn, isBlocked, reason } = row;
  const whole = findings.filter(({ field }) => field === null).map(({ words }) => words);
  const said = whole.length > 0 || isIn ? whole : findings.length > 0 ? [] : [reason];
  return (
    <tr ref={ref} data-index={index} aria-rowindex={index + 2} data-out={!isIn || undefined}>
      <th scope="row">
        <label>
          <input
            type="checkbox"
            checked={isIn}
            disabled={isBlocked && !isIn}
            aria-label={importWords.importRow({ row: number, name: customerSpec.title(customer) })}
            onChange={() => onChoose(number, isIn ? 'out' : 'in')}
          />
          <span>{importWords.row({ row: number })}</span>
        </label>
        {said.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </th>
      {fields.map((field) => (
        <td
          key={field}
          data-editable={editable.includes(field) || undefined}
          data-blank={customer[field] === '' || undefined}
        >
          <span className={css.label}>{fieldLabel(field)}</span>
          {editable.includes(field) ? (
            <Correction
              field={field}
              value={customer[field]}
              problem={findings.find((one) => one.field === field && one.weight !== 'warns')?.words}
              onCorrect={(value) => onCorrect(number, field, value)}
            />
          ) : (
            <span>{shownValue(field, customer[field])}</span>
          )}
        </td>
      ))}
    </tr>
  );
}

function shownValue(field: keyof Customer, value: string): string {
  return choiceOptions(field).find((choice) => choice.value === value)?.label ?? value;
}

interface CorrectionProps {
  readonly field: keyof Customer;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onCorrect: (value: string) => void;
}

/** Uses plain elements, because Mantine fields take three times as long. */
function Correction({ field, value, problem, onCorrect }: CorrectionProps) {
  const known = choiceOptions(field);
  const about = useId();
  const shared = {
    'aria-label': fieldLabel(field),
    'aria-invalid': problem !== undefined,
    'aria-describedby': about,
  };
  return (
    <>
      {known.length === 0 ? (
        <TextCorrection {...shared} value={value} onCorrect={onCorrect} />
      ) : (
        <select
          {...shared}
          value={known.some((choice) => choice.value === value) ? value : ''}
          onChange={(event) => onCorrect(event.currentTarget.value)}
        >
          <option value="" disabled>
            {importWords.chooseOne}
          </option>
          {known.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
      <p id={about}>{problem}</p>
    </>
  );
}

interface TextProps extends Pick<CorrectionProps, 'value' | 'onCorrect'> {
  readonly 'aria-label': string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

/** Calls `onCorrect` only on blur or Enter, because each correction checks all rows again. */
function TextCorrection({ value, onCorrect, ...shared }: TextProps) {
  const [draft, setDraft] = useState({ of: value, typed: value });
  // An undo or a decision has changed the value.
  if (draft.of !== value) setDraft({ of: value, typed: value });
  const done = (): void => {
    if (draft.typed.trim() !== value) onCorrect(draft.typed.trim());
  };
  return (
    <input
      {...shared}
      value={draft.typed}
      autoComplete="off"
      onChange={({ currentTarget }) => setDraft({ of: value, typed: currentTarget.value })}
      onBlur={done}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !isComposing(nativeEvent)) done();
      }}
    />
  );
}

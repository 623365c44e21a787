import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { type Dispatch, useMemo, useState } from 'react';
import {
  type FileLine,
  IMPORT_FIELDS,
  type ImportField,
  plainName,
  unusedColumns,
} from '../../../domain/import/columns.ts';
import type { Encoding } from '../../../domain/import/encodings.ts';
import type { LeftOutCause } from '../../../domain/import/header.ts';
import { fieldLabel } from '../../../domain/resource-specs.ts';
import { importParts, importWords } from '../../../words/import.ts';
import { ChoiceButtons } from './group-card.tsx';
import css from './import-dialog.module.css';
import type { ImportAction } from './import-state.ts';
import type { ReadFile } from './read-file.ts';
import { NO_HEADER, type SheetTable } from './use-import-check.ts';

const HEADER_LINES = 20;
const SHOWN_CELLS = 4;
const SEPARATORS = /["';,|\t]+/g;
/** Fields that join all their columns. Other fields take the first filled column. */
const JOINED: readonly ImportField[] = ['address_line_2', 'address_block'];
/** The number of letters that fit in the narrowest select. */
const MOST_LETTERS = 20;
const MOST_TOLD = 200;

/** Causes that may be wrong: a customer can be called 'Total' or 'Sun'. */
const MISTAKABLE: readonly LeftOutCause[] = ['total', 'count', 'end', 'timeStamp', 'page'];

interface Props {
  readonly read: ReadFile;
  readonly table: SheetTable;
  readonly dispatch: Dispatch<ImportAction>;
  /** Null if the preview itself asks for the encoding. */
  readonly onEncoding: ((encoding: Encoding) => void) | null;
}

export function FileSettings({ read, table, dispatch, onEncoding }: Props) {
  const { sheets } = read;
  const { sheet, headerAt, body, match } = table;
  const lines = sheets[sheet]?.lines ?? [];
  const names = columnNames(body.header);
  const unused = useMemo(() => {
    const isFilled = (place: number): boolean =>
      body.rows.some(({ cells }) => (cells[place] ?? '').trim() !== '');
    return unusedColumns(body.header, match, body.rows).filter(isFilled);
  }, [body, match]);
  const [isAsked, setAsked] = useState(false);
  const used = IMPORT_FIELDS.filter((field) => match[field].length > 0);
  const isOpen = headerAt === NO_HEADER || used.length === 0;
  const fields = used.map((field) =>
    fromWords(
      field,
      match[field].map((place) => names[place] ?? ''),
    ),
  );
  return (
    <details open={isOpen} className={css.fold}>
      <summary onClick={() => setAsked(true)}>
        <span>
          {used.length > 0 ? importWords.columns({ fields: fields.join(', ') }) : importWords.noColumns}
        </span>{' '}
        <span>
          {unused.length > 0 &&
            importWords.unused({ columns: unused.map((place) => names[place]).join(', ') })}
        </span>
      </summary>
      {/* Drawn on demand: more than a dozen fields would delay the first view of the rows. */}
      {(isOpen || isAsked) && (
        <>
          <div className={css.fields}>
            <WholeSelect
              label={importWords.header}
              value={String(headerAt)}
              choices={[
                [String(NO_HEADER), importWords.noHeaderLine],
                ...lines
                  .slice(0, HEADER_LINES)
                  .map((line, place) => [String(place), lineWords(line)] as const),
              ]}
              onChoose={(value) => dispatch({ type: 'header', sheet, headerAt: Number(value) })}
            />
            {IMPORT_FIELDS.map((field) => (
              <WholeSelect
                key={field}
                label={labelOf(field)}
                value={match[field].join(',')}
                choices={columnChoices(table, field, names)}
                onChoose={(value) => {
                  const columns = value === '' ? [] : value.split(',').map(Number);
                  dispatch({ type: 'matched', sheet, headerAt, field, columns });
                }}
              />
            ))}
          </div>
          {onEncoding && <EncodingChoice read={read} onChoose={onEncoding} />}
        </>
      )}
    </details>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly choices: Iterable<readonly [value: string, label: string]>;
  readonly onChoose: (value: string) => void;
}

function WholeSelect({ label, value, choices, onChoose }: SelectProps) {
  const all = [...choices];
  const chosen = all.find(([one]) => one === value)?.[1] ?? '';
  return (
    <NativeSelect
      label={label}
      description={shortened(chosen) !== chosen && chosen}
      value={value}
      data={all.map(([one, words]) => ({ value: one, label: shortened(words) }))}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}

function shortened(words: string): string {
  const letters = Array.from(words);
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('').trim()}…` : words;
}

function columnChoices({ found, match }: SheetTable, field: ImportField, names: readonly string[]) {
  const choices = new Map<string, string>([['', importWords.noColumn]]);
  for (const places of [found[field], match[field]]) {
    const [first = '', ...others] = places.map((place) => names[place] ?? '');
    const together = { first, others: others.join(', ') };
    const words = JOINED.includes(field) ? importWords.joined(together) : importWords.firstFilled(together);
    if (others.length > 0) choices.set(places.join(','), words);
  }
  for (const [place, name] of names.entries()) choices.set(String(place), name);
  return choices;
}

function columnNames(header: readonly string[]): readonly string[] {
  return header.map((name, place) => name || importWords.unnamed({ place: place + 1 }));
}

function labelOf(field: ImportField): string {
  return (importParts as Readonly<Partial<Record<string, string>>>)[field] ?? fieldLabel(field);
}

function fromWords(field: ImportField, columns: readonly string[]): string {
  const label = labelOf(field);
  const [first = '', ...others] = columns;
  if (others.length === 0 && plainName(first) === plainName(label)) return label;
  return importWords.from({ field: label, columns: columns.join(', ') });
}

function lineWords({ row, cells }: FileLine): string {
  const line = cells
    .filter((cell) => cell.trim() !== '')
    .slice(0, SHOWN_CELLS)
    .join(', ');
  return importWords.line({ row, line });
}

interface EncodingProps {
  readonly read: ReadFile;
  readonly onChoose: (encoding: Encoding) => void;
}

export function EncodingChoice({ read: { encoding, isSure, encodings }, onChoose }: EncodingProps) {
  if (encoding === null) return null;
  const samples = encodings.map((one) => [one.encoding, one.sample.replace(SEPARATORS, ' ').trim()] as const);
  const isDuplicate = ([one, sample]: (typeof samples)[number], place: number): boolean =>
    one !== encoding &&
    samples.some(([other, same], at) => same === sample && (other === encoding || at > place));
  const choices = samples.filter((choice, place) => !isDuplicate(choice, place));
  if (choices.length < 2) return null;
  return (
    <div className={css.group} data-weight={isSure ? undefined : 'asks'}>
      <h3>{importWords.encoding}</h3>
      <ChoiceButtons label={importWords.encoding} choices={choices} chosen={encoding} onChoose={onChoose} />
    </div>
  );
}

export function ToldLines({ read: { told }, table: { sheet, body }, dispatch }: Omit<Props, 'onEncoding'>) {
  const notes = [...told, { about: 'joined' as const, rows: body.joined }];
  const mended = notes.flatMap(({ about, rows }) =>
    rows.map((row) => importWords.mendedLine({ row, about })),
  );
  const { leftOut } = body;
  const count = leftOut.length + mended.length;
  if (count === 0) return null;
  return (
    <details className={css.fold}>
      <summary>
        <span>{leftOut.length > 0 && importWords.notRows({ count: leftOut.length })}</span>{' '}
        <span>{mended.length > 0 && importWords.mended({ count: mended.length })}</span>
      </summary>
      <ul>
        {leftOut.slice(0, MOST_TOLD).map(({ line: { row, cells }, why }) => (
          <li key={row}>
            <span>{importWords.leftOutLine({ row, why, line: cells.filter(Boolean).join(', ') })}</span>{' '}
            {MISTAKABLE.includes(why) && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={importWords.takeRow({ row })}
                onClick={() => dispatch({ type: 'took', sheet, row })}
              >
                {importWords.takeLine}
              </Button>
            )}
          </li>
        ))}
        {mended.slice(0, Math.max(MOST_TOLD - leftOut.length, 0)).map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
          <li key={`mended ${place}`}>{line}</li>
        ))}
      </ul>
      <p>{count > MOST_TOLD && importWords.moreTold({ count: count - MOST_TOLD })}</p>
    </details>
  );
}

import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import type { Dispatch } from 'react';
import { importWords } from '../../../words/import.ts';
import type { ImportAction } from './import-state.ts';
import type { ReadFile } from './read-file.ts';

interface Props {
  readonly read: ReadFile;
  /** The place of the sheet that is shown. */
  readonly sheet: number;
  readonly dispatch: Dispatch<ImportAction>;
}

/** Chooses the sheet of a workbook, and says which others have rows. Renders nothing where there is one. */
export function SheetChoice({ read: { sheets }, sheet, dispatch }: Props) {
  if (sheets.length < 2) return null;
  const others = sheets
    .filter((_, place) => place !== sheet)
    .map(({ name, lines }) => importWords.sheetRows({ name, count: lines.length }));
  return (
    <NativeSelect
      label={importWords.sheet}
      description={importWords.otherSheets({ sheets: others.join(', ') })}
      value={String(sheet)}
      data={sheets.map(({ name }, place) => ({ value: String(place), label: name }))}
      onChange={({ currentTarget: { value } }) => dispatch({ type: 'sheet', sheet: Number(value) })}
    />
  );
}

import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { isEnough } from '../../../domain/import/columns.ts';
import type { Encoding } from '../../../domain/import/encodings.ts';
import { type Body, isTooLong } from '../../../domain/import/header.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { drawBetweenFrames } from '../../../records/use-in-steps.ts';
import { DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { importWords } from '../../../words/import.ts';
import type { Check } from './check-rows.ts';
import { divideRows, type RowsToImport } from './check-rows.ts';
import { EncodingChoice, FileSettings, ToldLines } from './file-settings.tsx';
import { GroupCard } from './group-card.tsx';
import css from './import-dialog.module.css';
import type { ImportAction, ImportState } from './import-state.ts';
import type { ReadFile } from './read-file.ts';
import { RowTable } from './row-table.tsx';
import { useImportCheck, useSheetTable } from './use-import-check.ts';

interface Props {
  readonly state: ImportState;
  readonly read: ReadFile;
  readonly dispatch: Dispatch<ImportAction>;
  readonly isReading: boolean;
  readonly onEncoding: (encoding: Encoding) => void;
  readonly onImport: (rows: RowsToImport) => void;
}

export function Preview({ state, read, dispatch, isReading, onEncoding, onImport }: Props) {
  const { clock } = useRecordServices();
  const { said, past } = state;
  const table = useSheetTable(read, said);
  const { check, isBusy } = useImportCheck(table, said);
  const [starting, setStarting] = useState(false);
  // Never updated, so that the answer can still be changed.
  const [asked] = useState(!read.isSure);
  const rows = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown === 0) return;
    // Focus alone would scroll to the middle of a long list.
    rows.current?.scrollIntoView({ block: 'start' });
    rows.current?.focus({ preventScroll: true });
  }, [shown]);
  const { body, match, sheet } = table;
  const count = isEnough(match) ? (check?.counts.in ?? 0) : 0;

  async function start(found: Check): Promise<void> {
    setStarting(true);
    onImport(await drawBetweenFrames(divideRows(found.rows, body.header, match), clock));
  }

  return (
    <>
      <div className={css.preview}>
        <p>{importWords.file({ file: read.file, count: body.rows.length })}</p>
        {asked && <EncodingChoice read={read} onChoose={onEncoding} />}
        <SheetChoice read={read} sheet={sheet} dispatch={dispatch} />
        <FileSettings read={read} table={table} dispatch={dispatch} onEncoding={asked ? null : onEncoding} />
        <ToldLines read={read} table={table} dispatch={dispatch} />
        {check?.groups.map((group) => (
          <GroupCard
            key={group.group}
            group={group}
            said={said}
            dispatch={dispatch}
            onShow={() => setShown(shown + 1)}
          />
        ))}
        {check && (
          <>
            <ViewChoice check={check} state={state} dispatch={dispatch} />
            <RowTable
              ref={rows}
              rows={check.rows}
              places={placesOf(check, state)}
              fields={check.fields}
              onChoose={(row, choice) => dispatch({ type: 'chose', sheet, row, choice })}
              onCorrect={(row, field, value) => dispatch({ type: 'corrected', sheet, row, field, value })}
            />
          </>
        )}
      </div>
      <DialogButtons>
        <p role="status" className={css.why}>
          <Status check={check} isEnough={isEnough(match)} hasLines={body.leftOut.some(isBelow)} />
        </p>
        {past.length > 0 && (
          <Button variant="default" onClick={() => dispatch({ type: 'undone' })}>
            {importWords.undo}
          </Button>
        )}
        <Button variant="default" onClick={() => dispatch({ type: 'went', to: { at: 'file' } })}>
          {importWords.back}
        </Button>
        <Button
          disabled={count === 0}
          loading={isBusy || isReading || starting}
          onClick={() => (check ? void start(check) : undefined)}
        >
          {importWords.start({ count })}
        </Button>
      </DialogButtons>
    </>
  );
}

function isBelow({ why }: Body['leftOut'][number]): boolean {
  return why !== 'above';
}

interface StatusProps {
  readonly check: Check | null;
  readonly isEnough: boolean;
  readonly hasLines: boolean;
}

function Status({ check, isEnough: enough, hasLines }: StatusProps) {
  if (check?.rows.length === 0) return <span>{hasLines ? importWords.noCustomers : importWords.noRows}</span>;
  if (!enough) return <span>{importWords.noName}</span>;
  if (!check) return <span>{importWords.checking}</span>;
  const { in: ready, open, out, warned } = check.counts;
  const isAll = ready === check.rows.length && warned === 0;
  return (
    <>
      <span>{isAll ? importWords.allReady({ count: ready }) : importWords.ready({ count: ready })}</span>{' '}
      <span>{warned > 0 && importWords.warned({ count: warned })}</span>{' '}
      <span>{open > 0 && importWords.open({ count: open })}</span>{' '}
      <span>{out > 0 && importWords.out({ count: out })}</span>
    </>
  );
}

function ViewChoice({
  check,
  state,
  dispatch,
}: { readonly check: Check } & Pick<Props, 'state' | 'dispatch'>) {
  const { rows, toLookAt, groups } = check;
  if (toLookAt.length === 0 && groups.length === 0) return null;
  const options = [
    { value: 'all', label: importWords.viewAll({ count: rows.length }) },
    ...(toLookAt.length > 0
      ? [{ value: 'toLookAt', label: importWords.viewToLookAt({ count: toLookAt.length }) }]
      : []),
    ...groups.map(({ group, title, places }) => ({ value: group, label: title({ count: places.length }) })),
  ];
  return (
    <NativeSelect
      className={css.view}
      label={importWords.view}
      value={viewOf(check, state)}
      data={options}
      onChange={({ currentTarget: { value } }) => dispatch({ type: 'viewed', view: value })}
    />
  );
}

/** The chosen group may no longer exist, for example because its column was deselected. */
function viewOf({ groups, toLookAt }: Check, { view }: ImportState): string {
  if (view === 'all' || groups.some(({ group }) => group === view)) return view ?? 'all';
  return toLookAt.length > 0 ? 'toLookAt' : 'all';
}

function placesOf(check: Check, state: ImportState): readonly number[] {
  const view = viewOf(check, state);
  if (view === 'toLookAt') return check.toLookAt;
  const group = check.groups.find((one) => one.group === view);
  return group?.places ?? check.all;
}

interface SheetChoiceProps {
  readonly read: ReadFile;
  readonly sheet: number;
  readonly dispatch: Dispatch<ImportAction>;
}

export function SheetChoice({ read: { sheets }, sheet, dispatch }: SheetChoiceProps) {
  if (sheets.length < 2) return null;
  const others = sheets
    .filter((_, place) => place !== sheet)
    .map(({ name, lines }) => importWords.sheetRows({ name, count: lines.length }));
  return (
    <NativeSelect
      label={importWords.sheet}
      description={importWords.otherSheets({ sheets: others.join(', ') })}
      value={String(sheet)}
      data={sheets.map((one, place) => ({
        value: String(place),
        label: one.name,
        disabled: isTooLong(one),
      }))}
      onChange={({ currentTarget: { value } }) => dispatch({ type: 'sheet', sheet: Number(value) })}
    />
  );
}

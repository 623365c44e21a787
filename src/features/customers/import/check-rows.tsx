import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useDialogRows } from '../../../crud/list/use-dialog-rows.ts';
import type { ColumnMatch } from '../../../domain/customer-columns.ts';
import { drawBetweenFrames } from '../../../records/draw-between-frames.ts';
import { useRecordServices } from '../../../records/records-context.ts';
import { DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { importWords } from '../../../words/import.ts';
import css from './import-dialog.module.css';
import { ImportRowItem } from './import-row.tsx';
import { type CheckedRow, reasonOf } from './import-rows.ts';
import type { CsvTable } from './read-csv.ts';
import { type CheckedRows, type RowCounts, useCheckedRows } from './use-checked-rows.ts';

/** About how high a row is, and the space between two, in rem. */
const ROW_REM = 7.5;
const GAP_REM = 0.5;
/** Rows that are sorted into those that are imported and those that are not in one step. */
const STEP = 200;

/** What is to be stored of the rows. */
export interface RowsToImport {
  readonly customers: readonly CheckedRow['customer'][];
  readonly leftOut: readonly (readonly string[])[];
}

interface Props {
  readonly table: CsvTable;
  readonly match: ColumnMatch;
  /** Tells whether a person has said or corrected something. */
  readonly onTouched: () => void;
  readonly onBack: () => void;
  readonly onImport: (rows: RowsToImport) => void;
}

/** The rows of the file, those with something wrong first. A person corrects them in place, or says what becomes of them. */
export function CheckRows({ table, match, onTouched, onBack, onImport }: Props) {
  const { clock } = useRecordServices();
  const checked = useCheckedRows(table, match);
  const [starting, setStarting] = useState(false);
  const { rows, counts, isBusy, isTouched } = checked;
  const tell = useEffectEvent(onTouched);
  useEffect(() => {
    if (isTouched) tell();
  }, [isTouched]);

  async function start(): Promise<void> {
    if (!rows) return;
    setStarting(true);
    onImport(await drawBetweenFrames(dividedInSteps(rows, table.header.length), clock));
  }

  if (!rows) return <p role="status">{importWords.checking}</p>;
  return (
    <>
      <Summary counts={counts} checked={checked} total={rows.length} />
      <Rows checked={checked} rows={rows} />
      <DialogButtons>
        <p role="status" className={css['why']}>
          {counts.ready === 0 && importWords.noneReady}
        </p>
        <Button variant="default" onClick={onBack}>
          {importWords.back}
        </Button>
        <Button disabled={counts.ready === 0} loading={isBusy || starting} onClick={() => void start()}>
          {importWords.start({ count: counts.ready })}
        </Button>
      </DialogButtons>
    </>
  );
}

interface SummaryProps {
  readonly counts: RowCounts;
  readonly checked: CheckedRows;
  readonly total: number;
}

function Summary({ counts, checked, total }: SummaryProps) {
  const { ready, incomplete, duplicates, couldBe } = counts;
  return (
    <div className={css['summary']}>
      <p role="status">
        <span>
          {ready === total ? importWords.allReady({ count: total }) : importWords.ready({ count: ready })}
        </span>{' '}
        {incomplete > 0 && <span>{importWords.incomplete({ count: incomplete })}</span>}{' '}
        {duplicates > 0 && <span>{importWords.duplicates({ count: duplicates })}</span>}
      </p>
      {couldBe > 1 && (
        <Button variant="default" onClick={checked.takeIncomplete}>
          {importWords.importIncomplete({ count: couldBe })}
        </Button>
      )}
    </div>
  );
}

/** Only those in or near what is seen are drawn. */
function Rows({ checked, rows }: { readonly checked: CheckedRows; readonly rows: readonly CheckedRow[] }) {
  const { order, choose, correct } = checked;
  const list = useRef<HTMLUListElement>(null);
  const heading = useId();
  const { indexes, before, after, measure } = useDialogRows({
    ref: list,
    count: order.length,
    rowRem: ROW_REM,
    gapRem: GAP_REM,
  });
  return (
    <>
      <h3 id={heading} className={css['heading']}>
        {importWords.rows}
      </h3>
      <ul
        ref={list}
        aria-labelledby={heading}
        className={css['rows']}
        style={{ paddingTop: before, paddingBottom: after }}
      >
        {indexes.map((index) => {
          const place = order[index] ?? 0;
          const row = rows[place];
          if (!row) return null;
          return (
            <ImportRowItem
              key={row.row}
              ref={measure}
              index={index}
              count={order.length}
              row={row}
              onChoose={(choice) => choose(place, choice)}
              onCorrect={(field, typed) => correct(place, field, typed)}
            />
          );
        })}
      </ul>
    </>
  );
}

/** What becomes a customer, and what does not, with the reason behind its own cells. */
function* dividedInSteps(rows: readonly CheckedRow[], columns: number): Generator<void, RowsToImport> {
  const customers: CheckedRow['customer'][] = [];
  const leftOut: (readonly string[])[] = [];
  for (const [n, row] of rows.entries()) {
    if (row.isImported) customers.push(row.customer);
    else leftOut.push([...Array.from({ length: columns }, (_, at) => row.cells[at] ?? ''), reasonOf(row)]);
    if (n % STEP === STEP - 1) yield;
  }
  return { customers, leftOut };
}

import { useEffect, useMemo, useRef, useState } from 'react';
import { readable } from '../../../crud/readable.ts';
import type { Customer } from '../../../domain/customer.ts';
import { type ColumnMatch, customerOf, valueOf } from '../../../domain/customer-columns.ts';
import type { Fields } from '../../../domain/resource-spec.ts';
import { drawBetweenFrames } from '../../../records/draw-between-frames.ts';
import { useRecordServices } from '../../../records/records-context.ts';
import { useSnapshot } from '../../../records/use-snapshot.ts';
import { type CheckedRow, checkRows, type ImportRow, knownCustomers } from './import-rows.ts';
import type { CsvTable } from './read-csv.ts';

/** How many rows are imported, and why the others are not. */
export interface RowCounts {
  readonly ready: number;
  readonly incomplete: number;
  readonly duplicates: number;
  /** Those of the incomplete that can be imported all the same. */
  readonly couldBe: number;
}

export interface CheckedRows {
  /** In the order of the file; null until they have been checked. */
  readonly rows: readonly CheckedRow[] | null;
  /** Places in `rows`, in the order in which they are shown: what was wrong at first comes first, and keeps its place. */
  readonly order: readonly number[];
  readonly counts: RowCounts;
  /** They have changed, and are being checked again. */
  readonly isBusy: boolean;
  /** A person has said or corrected something. */
  readonly isTouched: boolean;
  readonly choose: (place: number, choice: ImportRow['choice']) => void;
  readonly correct: (place: number, field: keyof Customer, typed: string) => void;
  /** Imports what lacks something all the same. */
  readonly takeIncomplete: () => void;
}

/** Rows that become customers in one step. */
const STEP = 100;

interface Done {
  readonly of: readonly ImportRow[] | null;
  readonly rows: readonly CheckedRow[];
}

/** The rows of a file, checked against each other and the customers of this device, between frames. */
export function useCheckedRows(table: CsvTable, match: ColumnMatch): CheckedRows {
  const [rows, setRows] = useState<readonly ImportRow[] | null>(null);
  const [order, setOrder] = useState<readonly number[]>([]);
  const [isTouched, setTouched] = useState(false);
  const { clock } = useRecordServices();
  const done = useDone(rows, table.header.length);
  if (done && order.length === 0) setOrder(wrongFirst(done.rows));

  useEffect(() => {
    const steps = rowsInSteps(table, match);
    void drawBetweenFrames(steps, clock).then((made) => made && setRows(made));
    return () => void steps.return(undefined);
  }, [table, match, clock]);

  function change(to: (row: ImportRow, place: number) => ImportRow): void {
    setTouched(true);
    setRows((before) => before?.map(to) ?? null);
  }

  const counts = useMemo(() => countsOf(done?.rows ?? []), [done]);
  return {
    rows: done?.rows ?? null,
    order,
    counts,
    isBusy: done === null || done.of !== rows,
    isTouched,
    choose: (place, choice) => change((row, at) => (at === place ? { ...row, choice } : row)),
    correct: (place, field, typed) =>
      change((row, at) => (at === place ? corrected(row, field, typed) : row)),
    takeIncomplete: () =>
      change((row, at) => (isIncomplete(done?.rows[at]) ? { ...row, choice: 'in' as const } : row)),
  };
}

/** The last rows that were checked whole; those of before while newer ones are being checked. */
function useDone(rows: readonly ImportRow[] | null, columns: number): Done | null {
  const { clock } = useRecordServices();
  const onDevice = useSnapshot('customers');
  const [done, setDone] = useState<Done | null>(null);
  const index = useRef<{ readonly of: unknown; readonly known: Known } | null>(null);
  useEffect(() => {
    if (!rows || !onDevice?.complete) return;
    const steps = (function* () {
      if (index.current?.of !== onDevice.records) {
        index.current = { of: onDevice.records, known: yield* knownCustomers(viewsOf(onDevice.records)) };
      }
      return yield* checkRows(rows, index.current.known, columns);
    })();
    void drawBetweenFrames(steps, clock).then((checked) => checked && setDone({ of: rows, rows: checked }));
    return () => void steps.return([]);
  }, [rows, onDevice, columns, clock]);
  return done;
}

type Known = Parameters<typeof checkRows>[1];

function* viewsOf(records: readonly { readonly view: Fields }[]): Generator<Customer, void> {
  for (const { view } of records) yield readable('customers', view) as Customer;
}

function* rowsInSteps(
  { lines }: CsvTable,
  match: ColumnMatch,
): Generator<void, readonly ImportRow[] | undefined> {
  const rows: ImportRow[] = [];
  for (const { row, cells } of lines) {
    rows.push({ row, cells, customer: customerOf(cells, match), choice: null });
    if (rows.length % STEP === 0) yield;
  }
  return rows;
}

/** What was left out is decided by the checks again. */
function corrected(row: ImportRow, field: keyof Customer, typed: string): ImportRow {
  const choice = row.choice === 'out' ? null : row.choice;
  return { ...row, customer: { ...row.customer, [field]: valueOf(field, typed) }, choice };
}

function wrongFirst(rows: readonly CheckedRow[]): readonly number[] {
  const places = rows.map((_, place) => place);
  const isWrong = (place: number): boolean => rows[place]?.isImported === false;
  return [...places.filter(isWrong), ...places.filter((place) => !isWrong(place))];
}

function countsOf(rows: readonly CheckedRow[]): RowCounts {
  const left = rows.filter(({ isImported, choice }) => !isImported && choice !== 'out');
  return {
    ready: rows.filter(({ isImported }) => isImported).length,
    incomplete: left.filter(({ problems }) => problems.length > 0).length,
    duplicates: left.filter(({ problems }) => problems.length === 0).length,
    couldBe: left.filter(isIncomplete).length,
  };
}

/** It lacks something that a customer may lack, and is nobody's duplicate. */
function isIncomplete(row: CheckedRow | undefined): boolean {
  if (!row || row.isImported || row.choice !== null) return false;
  return row.problems.length > 0 && !row.isBlocked && row.duplicate === null;
}

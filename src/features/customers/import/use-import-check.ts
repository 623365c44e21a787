import { useMemo, useRef } from 'react';
import { readable } from '../../../crud/readable.ts';
import type { Customer } from '../../../domain/customer.ts';
import { type ColumnMatch, matchColumns } from '../../../domain/import/columns.ts';
import { type Body, bestSheet, bodyBelow, findHeader } from '../../../domain/import/header.ts';
import { readRow } from '../../../domain/import/rows.ts';
import type { Fields } from '../../../domain/resource-spec.ts';
import { useWaitingRows } from '../../../records/imports/rows-left.ts';
import { useInSteps } from '../../../records/use-in-steps.ts';
import { useSnapshot } from '../../../records/use-records.ts';
import { useServerRules } from '../../../records/use-sync-status.ts';
import { type Check, type CheckInput, checkRows } from './check-rows.ts';
import type { ReadRow } from './findings.ts';
import { NO_SHEET_SAID, type Said, type SheetSaid } from './import-state.ts';
import { type KnownCustomers, knownCustomers } from './known-customers.ts';
import type { ReadFile } from './read-file.ts';

/** Rows per step. A step takes milliseconds on a slow phone. */
const STEP = 20;
export const NO_HEADER = -1;
const CHOICE_FIELDS = ['customer_type', 'status'] as const;
/** Makes `useInSteps` handle even a few rows between frames. */
const ALWAYS_IN_STEPS = Number.POSITIVE_INFINITY;

export interface SheetTable {
  readonly sheet: number;
  readonly said: SheetSaid;
  readonly headerAt: number;
  readonly body: Body;
  /** The columns that the header and the rows suggest. */
  readonly found: ColumnMatch;
  readonly match: ColumnMatch;
}

export function useSheetTable({ sheets }: ReadFile, said: Said): SheetTable {
  const best = useMemo(() => bestSheet(sheets), [sheets]);
  const sheet = said.sheet ?? best;
  const lines = sheets[sheet]?.lines;
  const own = said.sheets[sheet] ?? NO_SHEET_SAID;
  const likely = useMemo(() => findHeader(lines ?? []) ?? NO_HEADER, [lines]);
  const headerAt = own.headerAt ?? likely;
  const { taken } = own;
  const body = useMemo(() => withTaken(bodyOf(lines ?? [], headerAt), taken), [lines, headerAt, taken]);
  const found = useMemo(() => matchColumns(body.header, body.rows), [body]);
  const chosen = own.matches[headerAt];
  const match = useMemo(() => ({ ...found, ...chosen }), [found, chosen]);
  return { sheet, said: own, headerAt, body, found, match };
}

function bodyOf(lines: Body['rows'], headerAt: number): Body {
  if (headerAt !== NO_HEADER) return bodyBelow(lines, headerAt);
  const width = Math.max(0, ...lines.slice(0, STEP).map(({ cells }) => cells.length));
  return { header: Array<string>(width).fill(''), rows: lines, leftOut: [], joined: [] };
}

function withTaken(body: Body, taken: readonly number[] | undefined): Body {
  if (!taken) return body;
  const isTaken = ({ line }: Body['leftOut'][number]): boolean => taken.includes(line.row);
  const rows = [...body.rows, ...body.leftOut.filter(isTaken).map(({ line }) => line)];
  return {
    ...body,
    rows: rows.sort((a, b) => a.row - b.row),
    leftOut: body.leftOut.filter((one) => !isTaken(one)),
  };
}

interface ImportCheck {
  readonly check: Check | null;
  readonly isBusy: boolean;
}

export function useImportCheck({ body, match, said: sheet }: SheetTable, said: Said): ImportCheck {
  const onDevice = useSnapshot('customers');
  const records = onDevice?.complete ? onDevice.records : null;
  const server = useServerRules('customers');
  const { decisions, words } = said;
  const readWork = useMemo(() => () => readInSteps(body, match), [body, match]);
  const reads = useInSteps({ work: readWork, size: ALWAYS_IN_STEPS, about: body });
  const waiting = useWaitingRows();
  const last = useRef<KnownCustomers | null>(null);
  const knownWork = useMemo(
    () => (records && waiting ? () => knownSince(last, customersIn(records, waiting)) : null),
    [records, waiting],
  );
  const known = useInSteps({ work: knownWork, size: ALWAYS_IN_STEPS, about: null });
  const input = useMemo(() => {
    if (!reads || !known || !server) return null;
    const { rows, choices } = reads;
    const context = { said: { decisions, words }, known, ...server, columns: body.header.length };
    return { ...context, reads: rows, sheet, choices };
  }, [reads, known, server, decisions, words, sheet, body]);
  const work = useMemo(() => input && (() => checkOf(input)), [input]);
  const done = useInSteps({ work, size: ALWAYS_IN_STEPS, about: body });
  return { check: done?.check ?? null, isBusy: reads?.of !== match || done?.of !== input };
}

/** Often returns the last result: most pulls change nothing that the check uses. */
function* knownSince(
  last: { current: KnownCustomers | null },
  customers: Iterable<Customer>,
): Generator<void, KnownCustomers> {
  last.current = yield* knownCustomers(customers, last.current);
  return last.current;
}

function* checkOf(input: CheckInput): Generator<void, { readonly of: CheckInput; readonly check: Check }> {
  return { of: input, check: yield* checkRows(input) };
}

interface Reads extends Pick<CheckInput, 'choices'> {
  readonly of: ColumnMatch;
  readonly rows: readonly ReadRow[];
}

function* readInSteps({ header, rows: lines }: Body, match: ColumnMatch): Generator<void, Reads> {
  const rows: ReadRow[] = [];
  for (const { row, cells } of lines) {
    rows.push({ ...readRow(cells, { header, match }), row, cells });
    if (rows.length % STEP === 0) yield;
  }
  return { of: match, rows, choices: CHOICE_FIELDS.filter((field) => match[field].length > 0) };
}

/** Unfinished imports may still create their rows, so those count as known too. */
function* customersIn(
  records: readonly { readonly view: Fields }[],
  waiting: readonly Fields[],
): Generator<Customer> {
  for (const { view } of records) yield readable('customers', view) as Customer;
  for (const row of waiting) yield readable('customers', row) as Customer;
}

import { changeWords } from '../../crud/change-words.ts';
import { titleOf } from '../../crud/readable.ts';
import { CSV_BOM, csvLine } from '../../domain/csv.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import { dayBefore } from '../../domain/plain-date.ts';
import type { ReceiptState } from '../../domain/receipt.ts';
import { fieldLabel, specOf } from '../../domain/resource-specs.ts';
import type { FinishedChange } from '../../records/use-history.ts';
import type { DayReceipt } from '../../records/use-receipt.ts';
import { formatDate, formatFull, formatMoment } from '../../ui/text/format-date.ts';
import { listed } from '../../ui/text/format-values.tsx';
import { formatCount } from '../../words/formats.ts';
import { receiptStates, receiptWords } from '../../words/receipt.ts';
import { syncScreenWords } from '../../words/sync.ts';

export interface Standing {
  /** As in a sentence: 'today', or 'Mar 5'. */
  readonly day: string;
  /** Unsent changes of the company settings, which have no entry in the journal. */
  readonly settings: number;
  readonly isOffline: boolean;
  readonly now: number;
}

export function dayInSentence(day: string, today: string): string {
  if (day === today) return receiptWords.today;
  return day === dayBefore(today) ? receiptWords.yesterday : formatDate(day);
}

/** Returns whether all changes of the day are on the server. */
export function isSettled(
  { sent, waiting, kept, attention, unsentFiles, lostEntries, isWhole }: DayReceipt,
  settings: number,
): boolean {
  const open = waiting + kept + attention + unsentFiles + lostEntries + settings;
  return isWhole && sent > 0 && open === 0;
}

/** Returns 'All 14 changes of today are on the server, 5:42 PM', or '12 of 14 ...; 2 wait for a signal'. */
export function receiptText(receipt: DayReceipt, { day, settings, isOffline, now }: Standing): string {
  const { sent, kept, attention, unsentFiles, lostEntries, lastAt, isWhole, lines } = receipt;
  const waiting = receipt.waiting + settings;
  const all = sent + waiting + kept + attention;
  if (all === 0) return lines.length === 0 ? receiptWords.none({ day }) : receiptWords.noneLeft({ day });
  if (lastAt !== null && isSettled(receipt, settings))
    return receiptWords.all({ count: all, day, time: formatMoment(lastAt, now) });
  const wait = isOffline ? receiptWords.offline : receiptWords.waiting;
  return [
    isWhole
      ? receiptWords.some({ sent: formatCount(sent), count: all, day })
      : receiptWords.notWhole({ count: sent, day }),
    ...(waiting > 0 ? [wait({ count: waiting })] : []),
    ...(attention > 0 ? [receiptWords.attention({ count: attention })] : []),
    ...(kept > 0 ? [receiptWords.kept({ count: kept })] : []),
    ...(unsentFiles > 0 ? [receiptWords.unsentFiles({ count: unsentFiles })] : []),
    ...(lostEntries > 0 ? [receiptWords.lostEntries({ count: lostEntries })] : []),
  ].join('; ');
}

interface ReceiptRow {
  readonly at: number;
  readonly kind: string;
  readonly title: string;
  readonly change: string;
  readonly state: string;
}

export function receiptRow(change: FinishedChange, state: ReceiptState): ReceiptRow {
  const { resource, seen, fields, theirs, at } = change;
  const others = state === 'sent' ? Object.keys(theirs).map(fieldLabel) : [];
  const { label } = specOf(resource);
  return {
    at,
    kind: label.title,
    title: titleOf(resource, seen ?? valuesOf(fields)),
    change: changeWords(change, label),
    state: others.length > 0 ? receiptWords.otherwise({ fields: listed(others) }) : receiptStates[state],
  };
}

/** A message longer than this would not be read. */
const SHARED_LINES = 100;

export function sharedText(head: readonly string[], rows: readonly ReceiptRow[], now: number): string {
  const lines = rows
    .slice(0, SHARED_LINES)
    .map(({ at, ...row }) => receiptWords.line({ ...row, time: formatMoment(at, now) }));
  const left = rows.length - lines.length;
  return [...head, '', ...lines, ...(left > 0 ? [syncScreenWords.andMore({ count: left })] : [])].join('\n');
}

export function receiptFile(rows: readonly ReceiptRow[]): string {
  const { time, kind, record, change, state } = receiptWords;
  return [
    CSV_BOM,
    csvLine([time, kind, record, change, state]),
    ...rows.map((row) => csvLine([formatFull(row.at), row.kind, row.title, row.change, row.state])),
  ].join('');
}

import { dryingChangeWords, dryingPaperWords } from '../../words/drying.ts';
import { jobWords } from '../../words/jobs.ts';
import { reportWords as words } from '../../words/papers.ts';
import { paperWords } from '../../words/record.ts';
import { type Entry, LOG, localOffset, readEntries } from '../day/entries.ts';
import { jobStatus } from '../drying/chamber-status.ts';
import { dryingDays } from '../drying/day-table.ts';
import type { DryingLog } from '../drying/drying-log.ts';
import type { WorkOrder } from '../work-order.ts';
import { gapLines, grainsChart, readingFacts } from './drying-parts.ts';
import { airTable, chamberTable, pointTables, tableOf, verificationTable } from './drying-tables.ts';
import { equipmentTable } from './equipment-table.ts';
import {
  knownFacts,
  letterhead,
  type PaperContent,
  type PaperPart,
  type PaperTable,
} from './paper-content.ts';
import { claimPart, type PaperSource, partiesPart, textPart } from './paper-parts.ts';
import { dayText, momentText } from './paper-texts.ts';
import { filesOf } from './picture-pages.ts';
import { photoParts, photosByRoom, type ReportPhoto } from './report-photos.ts';

/** In the order of the report. */
export const REPORT_PARTS = [
  'claim',
  'chambers',
  'air',
  'points',
  'chart',
  'equipment',
  'log',
  'documents',
  'photos',
] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

export interface ReportSource extends PaperSource {
  readonly order: WorkOrder;
  /** Those of all work orders of the job, whose logs are in the report. */
  readonly notes: readonly string[];
  /** Descriptions with claims that are the job's for sure. */
  readonly claims: readonly string[];
  readonly log: DryingLog;
  /** Sentences that say what was corrected or edited in the log. */
  readonly changes: readonly string[];
  readonly photos: readonly ReportPhoto[];
  readonly documents: readonly SignedDocument[];
  /** Null if the server has no other photos and documents of the job. */
  readonly oldList: OldList | null;
  /** Ends the days of equipment that still runs. */
  readonly now: number;
}

/** The server may have more photos and documents than this device knows of. */
interface OldList {
  /** When its list was last read; null for never. */
  readonly readAt: number | null;
}

interface SignedDocument {
  readonly title: string;
  /** As written by the device that signed it. */
  readonly signedAt: string;
  readonly sha256: string;
}

export interface ReportChoice {
  readonly parts: readonly ReportPart[];
  /** Null: all. */
  readonly rooms: readonly string[] | null;
  readonly perPage: 2 | 6;
}

/** One file, or several if there are many photos: the first has all the rest. */
export function adjusterReport(source: ReportSource, choice: ReportChoice): PaperContent[] {
  const isChosen = (part: ReportPart): boolean => choice.parts.includes(part);
  const wanted = isChosen('photos') ? photosByRoom(source.photos, choice.rooms) : [];
  const files = filesOf(wanted.filter(({ isHere }) => isHere));
  const list = isChosen('photos') || isChosen('documents') ? source.oldList : null;
  const missing = missingLines({ ...source, oldList: list }, wanted);
  return files.map((photos, at) => ({
    version: 1,
    kind: 'report',
    title: words.title,
    company: letterhead(source.settings),
    facts: knownFacts([
      [paperWords.number, source.order.work_order_number],
      [paperWords.date, dayText(source.day)],
      [paperWords.preparedBy, source.preparedBy],
      [words.file, files.length === 1 ? null : words.fileOf({ n: at + 1, count: files.length })],
    ]),
    parts: [
      partiesPart(source),
      ...(at === 0
        ? [...missing, ...REPORT_PARTS.filter(isChosen).flatMap((part) => partOf(part, source))]
        : []),
      ...photoParts(photos, choice.perPage),
    ],
    consent: null,
  }));
}

/** On the first page: an honest report says what it lacks. */
function missingLines(source: ReportSource, wanted: readonly ReportPhoto[]): PaperPart[] {
  const count = wanted.filter(({ isHere }) => !isHere).length;
  const lines = [
    ...(count > 0 ? [words.photosNotHere({ count })] : []),
    ...(source.oldList ? [oldListLine(source.oldList)] : []),
    ...gapLines(source.log, source.now),
  ];
  return textPart(words.missing, lines.join('\n'));
}

function oldListLine({ readAt }: OldList): string {
  if (readAt === null) return words.listNotRead;
  return words.listAsOf({ time: momentText({ at: readAt, offset: localOffset(readAt) }) });
}

function partOf(
  part: ReportPart,
  { claims, log, changes, now, notes, documents }: ReportSource,
): PaperPart[] {
  switch (part) {
    case 'claim':
      return claims.flatMap(claimPart);
    case 'chambers': {
      const { chambers } = jobStatus(log);
      return [...readingFacts(log), ...chamberTable(chambers), ...verificationTable(chambers)];
    }
    case 'air':
      return airTable(log, dryingDays(log));
    case 'points':
      return [
        ...pointTables(log, daysRead(log)),
        ...textPart(dryingChangeWords.title, changes.join('\n')),
        ...textPart(dryingPaperWords.notes, log.notes.map(entryText).join('\n')),
      ];
    case 'chart':
      return grainsChart(log);
    case 'equipment':
      return equipmentTable(log, now);
    case 'log':
      return textPart(jobWords.log, logEntries(notes).map(entryText).join('\n'));
    case 'documents':
      return documentTable(documents);
    case 'photos':
      return [];
  }
}

function daysRead(log: DryingLog): string[] {
  return dryingDays(log).flatMap(({ day, who }) => (who.length > 0 ? [day] : []));
}

/** A later visit may have a copy of an entry. */
function logEntries(notes: readonly string[]): Entry[] {
  const entries = notes.flatMap((one) => readEntries(one, LOG, localOffset));
  const unlike = new Map(entries.map((entry) => [[entry.at, entry.who, entry.text].join('\n'), entry]));
  return [...unlike.values()].sort((one, other) => one.at - other.at);
}

function entryText({ text, who, ...stamp }: Pick<Entry, 'text' | 'who' | 'at' | 'offset'>): string {
  return words.entry({ when: momentText(stamp), who, text });
}

function documentTable(documents: readonly SignedDocument[]): PaperTable[] {
  const heads = [
    { head: words.document, align: 'left', width: 3 },
    { head: words.signed, align: 'left', width: 3 },
    { head: words.hash, align: 'left', width: 8 },
  ] as const;
  const rows = documents.map(
    ({ title, signedAt, sha256 }) => ({ row: 'cells', cells: [title, signedAt, sha256] }) as const,
  );
  return tableOf(words.documents, heads, rows);
}

import type { Dexie, EntityTable, Table, Transaction } from 'dexie';
import type { StatCounts } from '../domain/dashboard-stats.ts';
import type { ReadyFacts } from '../domain/ready.ts';
import type { Fields, RecordKind, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { DuplicateWatch } from '../outbox/match-create.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import type { MetaTable } from './meta-rows.ts';
import type { HistoryEntry, JournalEntry } from './past-changes.ts';

type Tables = Record<RecordKind, Table<MirrorRecord, string>> & {
  outbox: EntityTable<Mutation, 'seq'>;
  journal: EntityTable<JournalEntry, 'n'>;
  history: EntityTable<HistoryEntry, 'n'>;
  watches: Table<DuplicateWatch, string>;
  drafts: Table<DraftRow, string>;
  imports: Table<ImportRow, string>;
  files: Table<FileRow, string>;
  fileBytes: Table<FileBytes, string>;
  settings: Table<SettingRow, string>;
  meta: MetaTable;
};

export type AppDatabase = Dexie & Tables;

/** Functions that take a `Tx` run in their caller's transaction. */
export type Tx = Transaction;

export function mirrorTable(tx: Tx, resource: RecordKind): Table<MirrorRecord, string> {
  return tx.table<MirrorRecord, string>(resource);
}

export function tablesOf(db: AppDatabase, ...resources: readonly RecordKind[]): Table[] {
  const referred = resources.flatMap((resource) => specOf(resource).references.map(({ to }) => to));
  const names = [...new Set([...resources, ...referred])];
  const files = names.includes('attachments') ? [db.files] : [];
  return [...names.map((name) => db[name]), ...files, db.outbox, db.journal, db.history, db.watches, db.meta];
}

/** Describes the bytes of one photo, thumbnail or document. Lists read these rows, never the bytes. */
export interface FileRow {
  readonly sha256: string;
  /** In bytes. 0 if unknown, as of a wanted thumbnail. */
  readonly size: number;
  readonly type: string;
  /** The SHA-256 of the picture that was chosen from the gallery. These bytes may be a smaller copy of it. */
  readonly source?: string;
  /** Wanted as a thumbnail: fetched first, and over any network. */
  readonly isThumb?: true;
  /** The bytes here are no longer those of the hash. They stay until whole ones take their place. */
  readonly isDamaged?: boolean;
  /**
   * `wanted`: to be fetched. `here`: the server may lack the bytes. `stored`: both have them. `gone`: only the server has them. `spare`: no row
   * names the bytes since `lastUsed`, but an undo may bring one back. `refused`: the server refuses the bytes of confirmed rows.
   */
  readonly state: 'wanted' | 'here' | 'stored' | 'gone' | 'spare' | 'refused';
  /** While the file is sent in ranges: the bytes that the server last reported having. */
  readonly confirmed?: number;
  /** Device time in ms at which the server confirmed the bytes. */
  readonly storedAt: number | null;
  /** Device time in ms. */
  readonly lastUsed: number;
  /** Counts uploads in a row that ended with another hash on the server, or downloads with another hash here. */
  readonly tries: number;
  /** Counts refusals of a row because the server lacks these bytes. A person's decision starts it again. */
  readonly returned?: { readonly by: string; readonly times: number };
  /** Why the server refuses the bytes, or does not give them out. */
  readonly refusal: { readonly status: number; readonly body: unknown; readonly at: number } | null;
}

/** Never changed: the hash names the bytes. `ArrayBuffer`, because WebKit loses stored Blobs. */
export interface FileBytes {
  readonly sha256: string;
  readonly bytes: ArrayBuffer;
}

/** Unsaved, so never sent. */
export interface DraftRow {
  /** Also names the form's lock. */
  readonly id: string;
  readonly resource: RecordKind;
  /** Null for a new record. */
  readonly localId: string | null;
  /** Changes are counted from these values. */
  readonly initial: Fields;
  readonly fields: Fields;
  /** Device time in ms. */
  readonly startedAt: number;
  /** The form showed both sides of a conflict. Saving it decides the conflict. */
  readonly decides: boolean;
  /** Tells apart several drafts of one record, such as visits of two chambers. Forms have none. */
  readonly part?: string;
}

export function draftTable(tx: Tx): Table<DraftRow, string> {
  return tx.table<DraftRow, string>('drafts');
}

/** `query`: the list's URL query when it was left, without the search. */
interface ListSetting {
  readonly key: `list:${ResourceName}`;
  readonly query: string;
}

/** The photos of one record, as this device last read them from the server. Here and not in `meta`, which each poll reads. */
export interface PhotoListRow {
  readonly key: `photoList:${ResourceName}/${string}`;
  /** Device time in ms at which the last whole read began; null before the first. */
  readonly readAt: number | null;
  /** The feed that has reported all changes since: its `since`. Null without a feed. */
  readonly feed: number | null;
  /**
   * Device time in ms at which the feed refused its cursor. The server may have been restored: old versions mean
   * nothing, and photos may be lost. Null once a whole read began later.
   */
  readonly doubtedAt: number | null;
  /** Why the last read failed. */
  readonly error: string | null;
}

type FirstDayKey = `firstDay:${'begun' | 'closed' | 'imported' | 'offline'}`;

interface FirstDaySetting {
  readonly key: FirstDayKey;
  readonly at: number;
}

/** The dashboard's figures, as last counted on the day in the key: 'stats:2026-03-05'. Earlier builds skip these rows. */
interface StatsSetting {
  readonly key: `stats:${string}`;
  readonly stats: StatCounts;
}

/** A push that the user put away: `push:RULE:KIND/LOCAL_ID`. Earlier builds skip these rows. */
interface PushSetting {
  readonly key: `push:${string}`;
  /** The day on which it comes back. */
  readonly until: string;
  /** Why it needed a push. */
  readonly reason: string;
}

export type NetworkChoice = 'always' | 'wifi' | 'press';

/** When files may be sent, and originals fetched. */
interface PhotosSetting {
  readonly key: 'photos';
  readonly network: NetworkChoice;
}

/** The files of this record stay on the device. By its local id. */
export interface OfflineSetting {
  readonly key: `offline:${ResourceName}/${string}`;
  readonly at: number;
  /** A person chose this record itself, not only its project. Older versions did not note it. */
  readonly isOwn?: boolean;
  /** For a project: local ids of the work orders that were kept with it. A person may have let some go since. */
  readonly orders?: readonly string[];
}

/** The room and label that the user chose last, and the record of that room. */
interface PhotoChoiceSetting {
  readonly key: 'photos:choice';
  readonly localId: string;
  readonly room: string;
  readonly label: string;
}

interface PhotoSizeSetting {
  readonly key: 'photos:size';
  readonly size: 'usual' | 'large' | 'original';
}

/** Records that were opened on this device, the last first. */
interface RecentSetting {
  readonly key: 'recent';
  readonly records: readonly {
    readonly resource: ResourceName;
    readonly localId: string;
    readonly at: number;
  }[];
}

/** This device's settings of the schedule. People are stored by `nameKey`. */
interface ScheduleSetting {
  readonly key: 'schedule';
  /** Working hours, in minutes since midnight. */
  readonly hours: { readonly from: number; readonly to: number };
  /** People whose rows come first. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Each name, and the name in whose row its jobs are drawn. */
  readonly joined: readonly (readonly [string, string])[];
  /** Jobs that the company can do in a day. The dashboard draws a line there. */
  readonly jobsADay?: number;
}

/** The result of the last check of 'Ready for no signal'. */
interface ReadySetting {
  readonly key: 'ready';
  readonly facts: ReadyFacts;
}

/** Set while a tab runs the daily check. */
interface ReadyClaim {
  readonly key: 'ready:claim';
  /** Device time in ms. */
  readonly claimedAt: number;
}

/** Ids of changes that were loaded from files, oldest first. Earlier builds skip this row. */
interface LoadedWorkSetting {
  readonly key: 'loadedWork';
  readonly ids: readonly string[];
  /** The time in ms at which a file was saved of which only the first changes are here. */
  readonly unfinished?: number;
}

export type SettingRow =
  | ListSetting
  | LoadedWorkSetting
  | RecentSetting
  | FirstDaySetting
  | StatsSetting
  | PushSetting
  | PhotosSetting
  | OfflineSetting
  | PhotoListRow
  | PhotoChoiceSetting
  | PhotoSizeSetting
  | ScheduleSetting
  | ReadySetting
  | ReadyClaim;

/** `records/imports/import-rows.ts` has the shapes. Only an import's head has `waiting`, the number of rows left. */
export interface ImportRow {
  readonly id: string;
  readonly waiting?: number;
  /** The import is being undone, so `waiting` counts customers that are left to undo. */
  readonly undo?: object;
}

import type { PauseReason, WireRecord } from '../domain/answer.ts';
import type { FieldChanges } from '../domain/field-changes.ts';
import type { Fields, FieldValue, RecordKey, ServerId } from '../domain/resource-spec.ts';
import type { Lane } from './lane.ts';
import type { DuplicateWatch } from './match-create.ts';
import type { MirrorRecord, ServerRow } from './mirror-record.ts';
import type { Mutation, ServerRefusal, UndoStep } from './mutation.ts';

export interface Intent {
  readonly kind: Mutation['kind'];
  readonly fields: FieldChanges;
  readonly generated?: Mutation['generated'];
  /** A dialog is waiting for the outcome. */
  readonly watched: boolean;
  /** Decides a conflict: the person saw both sides. */
  readonly decides?: boolean;
  /** A tap. Like a deletion, it waits so that it can be undone. */
  readonly held?: boolean;
  /** Reverses a save that the server may have. Others' later changes must survive. */
  readonly undoes?: boolean;
  /** The server copy that the reversed save left, once it was answered. */
  readonly mergeBase?: Fields | undefined;
  /** The local ids of the attachments that may go with a deletion. */
  readonly attachments?: readonly string[] | undefined;
}

export interface SavedEvent {
  readonly type: 'saved';
  /** Id of the new mutation, unless another one absorbs it. */
  readonly id: string;
  readonly intent: Intent;
  /** Undo steps for other records of the same save; null in those records' events. */
  readonly along: readonly UndoStep[] | null;
}

export interface UndoneEvent {
  readonly type: 'undone';
  readonly step: UndoStep;
}

/** The dialog that watched the change closed. */
export interface ReleasedEvent {
  readonly type: 'released';
  readonly mutationId: string;
}

/** The record's first change is about to be sent. */
export interface CheckedOutEvent {
  readonly type: 'checkedOut';
  readonly seen: Mutation;
  /** Extensions that the server announces. */
  readonly features: ReadonlySet<string>;
  /** The collection's generation, or `UNKNOWN_GENERATION`. */
  readonly generation: number;
  /** Keys of creates in the same request, by local id. References may use these keys. */
  readonly together: ReadonlyMap<string, string>;
}

/** The meaning of an answer. A new verdict needs a rule in SPEC.md. */
export type Verdict =
  /** `record` is null if the answer shows none. */
  | { readonly do: 'confirm'; readonly record: WireRecord | null }
  /** The change was perhaps carried out. `fault`: the network failed. */
  | { readonly do: 'settle'; readonly fault: boolean; readonly pause?: PauseReason }
  /** The change was not carried out. It is sent again unchanged once the cause is gone. */
  | {
      readonly do: 'requeue';
      readonly pause: PauseReason | null;
      readonly fault: boolean;
      /** Changes that this one depends on must be sent first. */
      readonly later?: true;
    }
  /** Somebody may have deleted or changed the record. */
  | { readonly do: 'readRecord' }
  /** The server failed. The change is parked after six failures over an hour. */
  | { readonly do: 'serverError' }
  /** The server will never accept the change as it is. */
  | { readonly do: 'park'; readonly reason: ServerRefusal['reason'] };

export interface AnsweredEvent {
  readonly type: 'answered';
  /** The change as sent, and as it was before. */
  readonly seen: Mutation;
  readonly before: Mutation;
  readonly verdict: Verdict;
  /** 0 without an answer. `body` is JSON or null. */
  readonly status: number;
  readonly body: unknown;
  /** The row in a 2xx. `other` is another lane on this device that has this row. */
  readonly row: ServerRow | null;
  readonly other?: Lane | undefined;
}

export interface RowReadEvent {
  readonly type: 'rowRead';
  readonly row: ServerRow;
}

/** A list showed the record while this change was under way. The list may be older or newer than the answer. */
export interface RowLeftEvent {
  readonly type: 'rowLeft';
  readonly seen: Mutation;
}

/** The record was read because this change is about to be sent. */
export interface RecordReadEvent {
  readonly type: 'recordRead';
  readonly seen: Mutation;
  readonly row: ServerRow;
  /** Generation of the record's copy when the read began. */
  readonly startGeneration: number;
}

export interface RowGoneEvent {
  readonly type: 'rowGone';
  /** The change for which the record was read. Absent if a list or the feed showed the deletion. */
  readonly seen?: Mutation;
}

export interface PutOffEvent {
  readonly type: 'putOff';
  readonly seen: Mutation;
  /** Device time in ms. */
  readonly nextAt: number;
  readonly attempts?: number;
}

/** No tab is waiting for the answer to this attempt. */
export interface OrphanedEvent {
  readonly type: 'orphaned';
  readonly seen: Mutation;
}

/** Only half of a create's confirmation was stored: the create left, and the record did not get its row. */
export interface HalfConfirmedEvent {
  readonly type: 'halfConfirmed';
  readonly create: Pick<Mutation, 'seq' | 'id' | 'fields' | 'tookIn'>;
  /** The key that the create was sent with; null if unknown. */
  readonly key: string | null;
  /** Device time in ms of the confirmation. */
  readonly at: number;
}

/** The app refuses a waiting change, or a row may be a create that was refused. */
export interface RefusedEvent {
  readonly type: 'refused';
  readonly seen: Mutation;
  readonly refusal: ServerRefusal;
}

export interface ProbedEvent {
  readonly type: 'probed';
  readonly mutationId: string;
  readonly found: ProbeFinding;
}

export type ProbeFinding =
  /** The create was not in a complete, stable pull, which began at this device time in ms. */
  | { readonly what: 'nothing'; readonly startedAt: number }
  | {
      readonly what: 'one';
      readonly row: ServerRow;
      readonly other?: Lane | undefined;
      /** Pulls skipped rows that only a pull of the whole list brings back. */
      readonly readWhole: boolean;
    }
  | { readonly what: 'several'; readonly candidates: readonly ServerId[] }
  | { readonly what: 'unstable' }
  /** The clock was set back, so a slow commit may still come. */
  | { readonly what: 'wrongClock' };

/** The changes with these ids were saved in a file. Another device may load it and send them. */
export interface HandedOutEvent {
  readonly type: 'handedOut';
  readonly ids: ReadonlySet<string>;
  /** The collection's generation, or `UNKNOWN_GENERATION`. */
  readonly generation: number;
}

/** A record's last confirmed copy, as a file carries it. */
export interface FileCopy extends Pick<MirrorRecord, 'position' | 'version' | 'seen'> {
  readonly serverId: ServerId;
  readonly server: Fields;
}

/** A change to this record was loaded from a file. */
export interface LoadedEvent {
  readonly type: 'loaded';
  /** Null if the file has only the record. */
  readonly change: Mutation | null;
  /** The copy that the change was based on; null for a record that the server did not have. */
  readonly copy: FileCopy | null;
}

export interface DecidedEvent {
  readonly type: 'decided';
  readonly mutationId: string;
  readonly decision: Decision;
}

export type Side = 'mine' | 'theirs' | 'both';

export type Decision =
  /** After a conflict, my values stand. */
  | { readonly what: 'retry' }
  | { readonly what: 'discard' }
  /** Gives up my values of the fields that both sides changed. */
  | { readonly what: 'takeTheirs' }
  /** A side for each field in conflict; mine by default. */
  | { readonly what: 'choose'; readonly choices: Readonly<Record<string, Side>> }
  | { readonly what: 'recreate' }
  /** The create and this lane's row are the same record. */
  | { readonly what: 'keepOne'; readonly other: Lane }
  | { readonly what: 'recheck' };

export type LaneEvent =
  | SavedEvent
  | ReleasedEvent
  | CheckedOutEvent
  | AnsweredEvent
  | RowReadEvent
  | RowLeftEvent
  | RecordReadEvent
  | RowGoneEvent
  | PutOffEvent
  | OrphanedEvent
  | HalfConfirmedEvent
  | RefusedEvent
  | ProbedEvent
  | HandedOutEvent
  | LoadedEvent
  | DecidedEvent
  | UndoneEvent;

/** Work outside the lane, done in the same transaction. */
export type LaneNote =
  | { readonly note: 'watch'; readonly watch: DuplicateWatch }
  /** A late answer named a different row than the create's. Starts `watch` unless it exists. */
  | { readonly note: 'secondRow'; readonly watch: DuplicateWatch; readonly serverId: ServerId }
  /** Ends the record's watches. */
  | { readonly note: 'deleted'; readonly serverId: ServerId | undefined }
  /** The record will get a new row. `serverId` is the old one. */
  | { readonly note: 'madeAgain'; readonly serverId: ServerId }
  /** Somebody else deleted the record. */
  | { readonly note: 'gone'; readonly record: MirrorRecord }
  /** Requests a pull of the list. `besideFeed`: only if there is a change feed, which does not send a row again. */
  | { readonly note: 'readWhole'; readonly besideFeed: boolean };

export interface JournalNote {
  readonly mutation: Mutation;
  /** `same`: a person said that the server's row is the created record. No server confirmed the values. */
  readonly outcome: 'confirmed' | 'cancelled' | 'replaced' | 'decided' | 'joined' | 'same';
  readonly theirs: Fields;
}

interface HistoryValue {
  readonly was: FieldValue;
  readonly is: FieldValue;
}

export interface HistoryNote extends RecordKey {
  /** Time in ms: when this device saved its change; for others' changes, the row's time, or else when it was read. */
  readonly at: number;
  readonly by: 'me' | 'other';
  readonly fields: Readonly<Record<string, HistoryValue>>;
}

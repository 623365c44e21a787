import type { WireRecord } from '../domain/answer.ts';
import type { FieldChanges } from '../domain/field-changes.ts';
import type { PauseReason } from '../domain/pause-reason.ts';
import type { Fields, FieldValue, RecordKey, ServerId } from '../domain/resource-spec.ts';
import type { Lane } from './lane.ts';
import type { DuplicateWatch } from './match-create.ts';
import type { MirrorRecord, ServerRow } from './mirror-record.ts';
import type { Mutation, ServerRefusal, UndoStep } from './mutation.ts';

/** A person's change of a record. */
export interface Intent {
  readonly kind: Mutation['kind'];
  readonly fields: FieldChanges;
  /** Generated values of a new record that the person kept. */
  readonly generated?: Mutation['generated'];
  /** A dialog waits for the outcome. */
  readonly watched: boolean;
  /** The person saw the server's side of a conflict, so this decides it. */
  readonly decides?: boolean;
  /** A tap. Like a deletion, it waits some seconds so that it can be undone. */
  readonly held?: boolean;
  /** Reverses what the server may have, so it must not overwrite later changes by others. */
  readonly undoes?: boolean;
  /** The server's copy as the reversed change left it; absent until that is answered. */
  readonly mergeBase?: Fields | undefined;
}

/** A person saved or deleted the record. */
export interface SavedEvent {
  readonly type: 'saved';
  /** Id of the new mutation, unless another one absorbs it. */
  readonly id: string;
  readonly intent: Intent;
  /** The same save's changes of other records; null if this record is one of those. */
  readonly along: readonly UndoStep[] | null;
}

/** A person undid a save. */
export interface UndoneEvent {
  readonly type: 'undone';
  readonly step: UndoStep;
}

/** The dialog that watched a change has closed. */
export interface ReleasedEvent {
  readonly type: 'released';
  readonly mutationId: string;
}

/** The engine is about to send the record's first change. */
export interface CheckedOutEvent {
  readonly type: 'checkedOut';
  /** The change as it was chosen. */
  readonly seen: Mutation;
  /** Extensions that the server announces. */
  readonly features: ReadonlySet<string>;
  /** The collection's generation, or `UNKNOWN_GENERATION`. */
  readonly generation: number;
  /** Keys of creates in the same request, by local id: what refers to them may go with them. */
  readonly together: ReadonlyMap<string, string>;
}

/** The engine's reaction to an answer. Closed: a new one is a new rule in SPEC.md. */
export type Verdict =
  /** The server has it. `record` is null if the answer shows none, as after a deletion. */
  | { readonly do: 'confirm'; readonly record: WireRecord | null }
  /** Perhaps carried out. `fault` blames the network: the server is reached for first. */
  | { readonly do: 'settle'; readonly fault: boolean; readonly pause?: PauseReason }
  /** Surely not carried out: send it again unchanged when the cause is gone. */
  | {
      readonly do: 'requeue';
      readonly pause: PauseReason | null;
      readonly fault: boolean;
      /** Not at once: something it depends on must be sent first. */
      readonly later?: true;
    }
  /** Unclear until the record is read: somebody may have deleted or changed it. */
  | { readonly do: 'readRecord' }
  /** Failed inside the server, perhaps for good: parked after six times over an hour. */
  | { readonly do: 'serverError' }
  /** Will never be accepted unchanged: a person decides. */
  | { readonly do: 'park'; readonly reason: ServerRefusal['reason'] };

/** A request has ended, with or without an answer. */
export interface AnsweredEvent {
  readonly type: 'answered';
  /** The change as it was sent, and as it was before that. */
  readonly seen: Mutation;
  readonly before: Mutation;
  readonly verdict: Verdict;
  /** HTTP status, 0 without an answer; and the JSON body or null. */
  readonly status: number;
  readonly body: unknown;
  /** The record's row in a 2xx, and the lane that has it on this device, if that is another one. */
  readonly row: ServerRow | null;
  readonly other?: Lane | undefined;
}

/** A list showed the record. */
export interface RowReadEvent {
  readonly type: 'rowRead';
  readonly row: ServerRow;
}

/** A list showed the record while this change of it was under way. Its answer may be older or newer. */
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

/** The server no longer has the record. */
export interface RowGoneEvent {
  readonly type: 'rowGone';
  /** The change for which the record was read; absent if a list or the feed said so. */
  readonly seen?: Mutation;
}

/** The change was not sent and waits. */
export interface PutOffEvent {
  readonly type: 'putOff';
  readonly seen: Mutation;
  /** Device time in ms. */
  readonly nextAt: number;
  readonly attempts?: number;
}

/** An attempt whose request was never seen. */
export interface OrphanedEvent {
  readonly type: 'orphaned';
  readonly seen: Mutation;
}

/** The app itself refuses a waiting change, or a row may be a refused create. */
export interface RefusedEvent {
  readonly type: 'refused';
  readonly seen: Mutation;
  readonly refusal: ServerRefusal;
}

/** An unknown create was looked for. */
export interface ProbedEvent {
  readonly type: 'probed';
  readonly mutationId: string;
  readonly found: ProbeFinding;
}

export type ProbeFinding =
  /** A complete and stable pull that began at this device time in ms did not show it. */
  | { readonly what: 'nothing'; readonly startedAt: number }
  /** Exactly one row is it. */
  | {
      readonly what: 'one';
      readonly row: ServerRow;
      readonly other?: Lane | undefined;
      /** Other rows were kept out because of it. Only a whole pull brings them. */
      readonly readWhole: boolean;
    }
  /** These may be it. */
  | { readonly what: 'several'; readonly candidates: readonly ServerId[] }
  /** The pull was not stable. */
  | { readonly what: 'unstable' }
  /** The clock was put back, so a slow commit may still be coming. */
  | { readonly what: 'wrongClock' };

/** A person decided about a parked change. */
export interface DecidedEvent {
  readonly type: 'decided';
  readonly mutationId: string;
  readonly decision: Decision;
}

/** Whose value stands after a conflict. */
export type Side = 'mine' | 'theirs' | 'both';

export type Decision =
  /** Sends it again. After a conflict, mine stands. */
  | { readonly what: 'retry' }
  | { readonly what: 'discard' }
  /** After a conflict: drops what both changed. */
  | { readonly what: 'takeTheirs' }
  /** After a conflict: a side for each field; mine by default. */
  | { readonly what: 'choose'; readonly choices: Readonly<Record<string, Side>> }
  /** Makes a record again that is gone on the server. */
  | { readonly what: 'recreate' }
  /** The create is the row that this lane holds. */
  | { readonly what: 'keepOne'; readonly other: Lane }
  | { readonly what: 'recheck' };

/** Everything that can happen to a lane. Closed: a new one is a new case of `reduceLane`. */
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
  | RefusedEvent
  | ProbedEvent
  | DecidedEvent
  | UndoneEvent;

/** Work beyond the lane, in the same transaction. */
export type LaneNote =
  /** Watches for a second row like a create. */
  | { readonly note: 'watch'; readonly watch: DuplicateWatch }
  /** A late answer named another row than the create was confirmed with. Begins `watch` unless there is one. */
  | { readonly note: 'secondRow'; readonly watch: DuplicateWatch; readonly serverId: ServerId }
  /** The record was deleted: ends its watches. */
  | { readonly note: 'deleted'; readonly serverId: ServerId | undefined }
  /** The record was made again: it is another row from now on. */
  | { readonly note: 'madeAgain'; readonly serverId: ServerId }
  /** Somebody else deleted the record. */
  | { readonly note: 'gone'; readonly record: MirrorRecord }
  /** Has the list read whole; `besideFeed` only where a change feed is followed, which would not repeat the row. */
  | { readonly note: 'readWhole'; readonly besideFeed: boolean };

/** A change that left the outbox or was decided, for the journal. */
export interface JournalNote {
  readonly mutation: Mutation;
  readonly outcome: 'confirmed' | 'cancelled' | 'replaced' | 'decided' | 'joined';
  /** See `JournalEntry.theirs`. */
  readonly theirs: Fields;
}

/** A field's value before and after. */
interface HistoryValue {
  readonly was: FieldValue;
  readonly is: FieldValue;
}

/** The differences between two server copies of a record. */
export interface HistoryNote extends RecordKey {
  /** Time in ms: of this device's own change when it was saved, of any other the row's, or when it was seen. */
  readonly at: number;
  readonly by: 'me' | 'other';
  readonly fields: Readonly<Record<string, HistoryValue>>;
}

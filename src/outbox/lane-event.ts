import type { FieldChanges } from '../domain/field-changes.ts';
import type { PauseReason } from '../domain/pause-reason.ts';
import type { Fields, FieldValue, RecordKey, ServerId } from '../domain/resource-spec.ts';
import type { WireRecord } from '../domain/wire-record.ts';
import type { Lane } from './lane.ts';
import type { DuplicateWatch } from './match-create.ts';
import type { MirrorRecord, ServerRow } from './mirror-record.ts';
import type { Mutation, ServerRefusal, UndoStep } from './mutation.ts';

/** What a person wants of a record. */
export interface Intent {
  readonly kind: Mutation['kind'];
  readonly fields: FieldChanges;
  /** Values of a new record that the app made up and the person left as they were. */
  readonly generated?: Mutation['generated'];
  /** A dialog waits for the outcome. */
  readonly watched: boolean;
  /** The person saw what the server has in the fields of a conflict: this decides it. */
  readonly decides?: boolean;
  /** A tap: as a deletion, it waits for some seconds, so that it can be undone. */
  readonly held?: boolean;
  /** Takes back what the server may have: it must not overwrite what others have changed since. */
  readonly undoes?: boolean;
  /** The server's copy as what is taken back has left it; absent where that has no answer yet. */
  readonly mergeBase?: Fields | undefined;
}

/** A person saved or deleted the record. */
export interface SavedEvent {
  readonly type: 'saved';
  /** Id of the mutation that this becomes, unless another one takes it in. */
  readonly id: string;
  readonly intent: Intent;
  /** What the same save has changed in other records before; null where it is changed along with another record itself. */
  readonly along: readonly UndoStep[] | null;
}

/** A person took a save back. */
export interface UndoneEvent {
  readonly type: 'undone';
  readonly step: UndoStep;
}

/** The dialog that watched a change is gone. */
export interface ReleasedEvent {
  readonly type: 'released';
  readonly mutationId: string;
}

/** The engine wants to send the record's first change: it is marked before the request. */
export interface CheckedOutEvent {
  readonly type: 'checkedOut';
  /** As it was when it was chosen. */
  readonly seen: Mutation;
  /** What the server announces beyond the plain contract. */
  readonly features: ReadonlySet<string>;
  /** The collection's generation, or `UNKNOWN_GENERATION`. */
  readonly generation: number;
  /** Keys of creates in the same request, by local id: what refers to them may go with them. */
  readonly together: ReadonlyMap<string, string>;
}

/** What the engine does about an answer to a mutation. Closed: a new one is a new rule in SPEC.md. */
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
  /** The change as it was sent, and as it was before it was claimed. */
  readonly seen: Mutation;
  readonly before: Mutation;
  readonly verdict: Verdict;
  /** HTTP status, 0 where there was no answer, and the JSON body or null. */
  readonly status: number;
  readonly body: unknown;
  /** The row that a 2xx brought, if it is the record's own; the lane that has it on this device, if that is another one. */
  readonly row: ServerRow | null;
  readonly other?: Lane | undefined;
}

/** A list showed the record. */
export interface RowReadEvent {
  readonly type: 'rowRead';
  readonly row: ServerRow;
}

/** A list showed the record while this change of it was under way, whose answer may be older or newer. */
export interface RowLeftEvent {
  readonly type: 'rowLeft';
  readonly seen: Mutation;
}

/** The record was read before this change of it is sent. */
export interface RecordReadEvent {
  readonly type: 'recordRead';
  readonly seen: Mutation;
  readonly row: ServerRow;
  /** Generation of the record's copy when the read began. */
  readonly startGeneration: number;
}

/** The server has no such record any more. */
export interface RowGoneEvent {
  readonly type: 'rowGone';
  /** The change for which the record was read; absent where a list or the feed told. */
  readonly seen?: Mutation;
}

/** Nothing was sent, and nothing is for a while. */
export interface PutOffEvent {
  readonly type: 'putOff';
  readonly seen: Mutation;
  /** Device time in ms. */
  readonly nextAt: number;
  readonly attempts?: number;
}

/** An attempt that no request stands for. */
export interface OrphanedEvent {
  readonly type: 'orphaned';
  readonly seen: Mutation;
}

/** The app itself refuses a waiting change, or a row was met that may be a refused create. */
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
      /** Whether other rows were kept out for its sake: only a whole pull brings them. */
      readonly readWhole: boolean;
    }
  /** These may be it. */
  | { readonly what: 'several'; readonly candidates: readonly ServerId[] }
  /** The pull was not stable. */
  | { readonly what: 'unstable' }
  /** The clock was put back: how long a slow commit has had nobody knows. */
  | { readonly what: 'wrongClock' };

/** A person decided about a parked change. */
export interface DecidedEvent {
  readonly type: 'decided';
  readonly mutationId: string;
  readonly decision: Decision;
}

/** Whose value of a field is to stand after a conflict. */
export type Side = 'mine' | 'theirs' | 'both';

export type Decision =
  /** Send it again as it is; after a conflict that is a decision for mine. */
  | { readonly what: 'retry' }
  | { readonly what: 'discard' }
  /** After a conflict: what both changed is dropped. */
  | { readonly what: 'takeTheirs' }
  /** After a conflict: one side for each field that both changed, or the lines of both; mine where nothing is said. */
  | { readonly what: 'choose'; readonly choices: Readonly<Record<string, Side>> }
  /** The record is gone on the server: make it again. */
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

/** What is to be done beside the lane, in the same transaction. */
export type LaneNote =
  /** A second row like a create is looked for. */
  | { readonly note: 'watch'; readonly watch: DuplicateWatch }
  /** A late answer named another row than the one that a create was confirmed with; `watch` unless there is one already. */
  | { readonly note: 'secondRow'; readonly watch: DuplicateWatch; readonly serverId: ServerId }
  /** The record was deleted: nothing is looked for any more. */
  | { readonly note: 'deleted'; readonly serverId: ServerId | undefined }
  /** The record is another row from now on. */
  | { readonly note: 'madeAgain'; readonly serverId: ServerId }
  /** The server has the record no longer, and nobody here deleted it. */
  | { readonly note: 'gone'; readonly record: MirrorRecord }
  /** The list is to be read whole: always, or where a change feed is followed, which would not tell again. */
  | { readonly note: 'readWhole'; readonly besideFeed: boolean };

/** A change that has left the outbox, or was decided, for the journal. */
export interface JournalNote {
  readonly mutation: Mutation;
  readonly outcome: 'confirmed' | 'cancelled' | 'replaced' | 'decided' | 'joined';
  /** See `JournalEntry.theirs`. */
  readonly theirs: Fields;
}

/** What a field was, and what it is since. */
interface HistoryValue {
  readonly was: FieldValue;
  readonly is: FieldValue;
}

/** What changed in a record from one server copy of it to the next. */
export interface HistoryNote extends RecordKey {
  /** Time in ms: of this device's own change when it was saved, of any other the row's, or when it was seen. */
  readonly at: number;
  readonly by: 'me' | 'other';
  readonly fields: Readonly<Record<string, HistoryValue>>;
}

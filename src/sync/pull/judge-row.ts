import type { Fields } from '../../domain/resource-spec.ts';
import type { WireRecord } from '../../domain/wire-record.ts';
import { hasIdempotencyKey, looksLikeCreate, type SentCreate, wasEdited } from '../../outbox/match-create.ts';
import { isForeignRow, type MirrorRecord } from '../../outbox/mirror-record.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import type { RefusedCreate, RefusedCreates } from '../../outbox/refused-creates.ts';
import { sameFields } from '../../outbox/server-copy.ts';

/** What a row of a list means to this device. Closed: a new one is a new rule in SPEC.md. */
export type RowVerdict =
  /** It carries the key of this create of ours: it is that. */
  | { readonly is: 'ours'; readonly create: Mutation }
  /** A change of the record is under way, whose answer may be older than the row, or newer. */
  | { readonly is: 'underWay'; readonly attempt: Mutation }
  /** It may be one of these creates, and stays out of the mirror until that is known. */
  | { readonly is: 'maybeOurs'; readonly creates: readonly Mutation[] }
  /** It may be what a refused create was, which is on its way again; what becomes of that tells. */
  | { readonly is: 'heldForRefused' }
  /** This device has deleted it since the list was asked for. */
  | { readonly is: 'deletedHere' }
  /** The device has it as it is, and when it was made. */
  | { readonly is: 'known' }
  /** The device has learned of a newer state since the list was asked for. `isUncertain` where no version proves it. */
  | { readonly is: 'older'; readonly isUncertain: boolean }
  /** Its copy is taken in. */
  | {
      readonly is: 'news';
      /** At a lower version than before. */
      readonly wentBack: boolean;
      /** A refused create that it may be. */
      readonly refused: RefusedCreate | null;
    };

/** A row, and what is known of it. */
export interface MetRow {
  readonly record: WireRecord;
  /** The server's copy in it, and the number of its state; undefined where the server counts none. */
  readonly copy: Fields;
  readonly version: number | undefined;
  /** What this device has of it. */
  readonly known: MirrorRecord | undefined;
}

/** What decides about the rows of one page. */
export interface PageFacts {
  /** Creates of ours that carry their key, by it. */
  readonly byKey: ReadonlyMap<unknown, Mutation>;
  /** Updates under way, by local id. */
  readonly sending: ReadonlyMap<string, Mutation>;
  /** Creates of which the server may have a row. */
  readonly creates: readonly SentCreate[];
  readonly refused: RefusedCreates;
  /** Server ids that this device has deleted since the list was asked for. */
  readonly removed: readonly WireRecord['id'][];
  /** The collection's generation when the list was asked for. */
  readonly startGeneration: number;
  /** Whether the server may have been restored to an older state since: then lower versions are the newer ones. */
  readonly mayGoBack: boolean;
}

export interface JudgedRow {
  readonly verdict: RowVerdict;
  /** Creates of ours that the row may be, whatever becomes of it. */
  readonly mayBe: readonly Mutation[];
}

/** Decides what becomes of one row. Nothing is written. */
export function judgeRow(row: MetRow, facts: PageFacts): JudgedRow {
  const { record, known } = row;
  const create = facts.byKey.get(record.wire['client_uid']);
  if (create) return { verdict: verdictByKey(create), mayBe: [] };
  const mayBe = !known || isForeignRow(known) ? createsLike(row, facts.creates) : [];
  const verdict = known ? knownVerdict(row, known, facts) : newVerdict(row, mayBe, facts);
  const attempt = known && verdict.is === 'news' ? facts.sending.get(known.localId) : undefined;
  return { verdict: attempt ? { is: 'underWay', attempt } : verdict, mayBe };
}

function verdictByKey(create: Mutation): RowVerdict {
  return create.state === 'sending' ? { is: 'underWay', attempt: create } : { is: 'ours', create };
}

function knownVerdict({ copy, version }: MetRow, known: MirrorRecord, facts: PageFacts): RowVerdict {
  if (sameFields(known.server, copy) && known.version === version) return { is: 'known' };
  // Where versions are counted the page's copy is surely older, and nothing is missed.
  const isUncertain = known.version === undefined || version === undefined;
  if (isNewer(known, version, facts)) return { is: 'older', isUncertain };
  return { is: 'news', wentBack: isLower(known.version, version), refused: null };
}

/** Whether the device has learned of a newer state of the record since the list was asked for. */
function isNewer(
  known: MirrorRecord,
  version: number | undefined,
  { startGeneration, mayGoBack }: PageFacts,
): boolean {
  const isLater = known.serverGen > startGeneration;
  if (known.version === undefined || version === undefined) return isLater;
  return isLower(known.version, version) && (isLater || !mayGoBack);
}

function isLower(before: number | undefined, version: number | undefined): boolean {
  return before !== undefined && version !== undefined && before > version;
}

function newVerdict({ record, copy }: MetRow, mayBe: readonly Mutation[], facts: PageFacts): RowVerdict {
  const creates = mayBe.filter(({ state }) => state !== 'parked');
  if (creates.length > 0) return { is: 'maybeOurs', creates };
  if (facts.removed.includes(record.id)) return { is: 'deletedHere' };
  const refused = facts.refused.match(copy);
  if (refused?.isOnItsWay) return { is: 'heldForRefused' };
  return { is: 'news', wentBack: false, refused };
}

function createsLike({ record, copy, known }: MetRow, creates: readonly SentCreate[]): readonly Mutation[] {
  const row = { copy, edited: wasEdited(record.wire) };
  const isLater = ({ claimGeneration }: Mutation): boolean => !known || known.firstSeenGen > claimGeneration;
  return creates
    .filter((create) => isLater(create.mutation) && looksLikeCreate(row, create))
    .map(({ mutation }) => mutation);
}

/** What decides about the rows of a page, by what waits in its collection. @param open mutations of the collection */
export function pendingIn(open: readonly Mutation[]): Pick<PageFacts, 'byKey' | 'sending'> {
  const updates = open.filter(({ kind, state }) => kind === 'update' && state === 'sending');
  return {
    byKey: new Map(open.filter(hasIdempotencyKey).map((mutation) => [mutation.idempotencyKey, mutation])),
    sending: new Map(updates.map((mutation) => [mutation.localId, mutation])),
  };
}

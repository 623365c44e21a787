import type { WireRecord } from '../../domain/answer.ts';
import { sameFields } from '../../domain/field-changes.ts';
import { isForeignRow } from '../../domain/ids.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import {
  looksLikeCreate,
  type RefusedCreates,
  type SentCreate,
  wasEdited,
} from '../../outbox/match-create.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { hasIdempotencyKey } from '../poll.ts';

type RowVerdict =
  | { readonly is: 'ours'; readonly create: Mutation }
  /** A change to the record is being sent. Its answer may be older or newer than the row. */
  | { readonly is: 'underWay'; readonly attempt: Mutation }
  /** The row is kept out of the mirror until a probe decides. */
  | { readonly is: 'maybeOurs'; readonly creates: readonly Mutation[] }
  /** The row may be a refused create that is being sent again. */
  | { readonly is: 'heldForRefused' }
  | { readonly is: 'deletedHere' }
  | { readonly is: 'known' }
  /** The device has a newer state. `isUncertain` if no version proves it. */
  | { readonly is: 'older'; readonly isUncertain: boolean }
  | {
      readonly is: 'news';
      readonly wentBack: boolean;
      readonly refused: ReturnType<RefusedCreates['match']>;
    };

export interface ListedRow {
  readonly record: WireRecord;
  readonly copy: Fields;
  readonly version: number | undefined;
  readonly known: MirrorRecord | undefined;
}

export interface PageFacts {
  readonly byKey: ReadonlyMap<unknown, Mutation>;
  readonly sending: ReadonlyMap<string, Mutation>;
  readonly creates: readonly SentCreate[];
  readonly refused: RefusedCreates;
  /** Server ids of records deleted on this device since the request. */
  readonly removed: readonly WireRecord['id'][];
  readonly startGeneration: number;
  /** The server may have been restored to an older state: then lower versions are newer. */
  readonly mayGoBack: boolean;
}

interface JudgedRow {
  readonly verdict: RowVerdict;
  readonly mayBe: readonly Mutation[];
}

export function judgeRow(row: ListedRow, facts: PageFacts): JudgedRow {
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

function knownVerdict({ copy, version }: ListedRow, known: MirrorRecord, facts: PageFacts): RowVerdict {
  if (sameFields(known.server, copy) && known.version === version) return { is: 'known' };
  // If both have a version, 'older' is certain.
  const isUncertain = known.version === undefined || version === undefined;
  if (isNewer(known, version, facts)) return { is: 'older', isUncertain };
  return { is: 'news', wentBack: isLower(known.version, version), refused: null };
}

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

function newVerdict({ record, copy }: ListedRow, mayBe: readonly Mutation[], facts: PageFacts): RowVerdict {
  const creates = mayBe.filter(({ state }) => state !== 'parked');
  if (creates.length > 0) return { is: 'maybeOurs', creates };
  if (facts.removed.includes(record.id)) return { is: 'deletedHere' };
  const refused = facts.refused.match(copy);
  if (refused?.isOnItsWay) return { is: 'heldForRefused' };
  return { is: 'news', wentBack: false, refused };
}

function createsLike(
  { record, copy, known }: ListedRow,
  creates: readonly SentCreate[],
): readonly Mutation[] {
  const row = { copy, edited: wasEdited(record.wire) };
  const isLater = ({ claimGeneration }: Mutation): boolean => !known || known.firstSeenGen > claimGeneration;
  return creates
    .filter((create) => isLater(create.mutation) && looksLikeCreate(row, create))
    .map(({ mutation }) => mutation);
}

export function pendingIn(open: readonly Mutation[]): Pick<PageFacts, 'byKey' | 'sending'> {
  const updates = open.filter(({ kind, state }) => kind === 'update' && state === 'sending');
  return {
    byKey: new Map(open.filter(hasIdempotencyKey).map((mutation) => [mutation.idempotencyKey, mutation])),
    sending: new Map(updates.map((mutation) => [mutation.localId, mutation])),
  };
}

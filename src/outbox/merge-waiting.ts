import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { LaneDraft } from './lane-draft.ts';
import type { Side } from './lane-event.ts';
import { type MergeResult, merge, settledText } from './merge.ts';
import type { FieldChanges, Mutation, ServerRefusal } from './mutation.ts';
import { type References, withServerReferences } from './references.ts';
import { sameFields } from './server-copy.ts';

/**
 * Merges a waiting change with the server's copy of its record. References compare by what they refer to,
 * whichever of its ids either side has.
 * @param before the server copy that was known before; null compares the changed fields alone
 */
export function mergeWaiting(
  references: References,
  { resource, fields: mine }: { readonly resource: ResourceName; readonly fields: FieldChanges },
  { before, theirs }: { readonly before: Fields | null; readonly theirs: Fields },
): MergeResult {
  const named = withServerReferences(references, resource, mine);
  const merged = merge({ resource, mine: named, before, theirs });
  const ownIds = Object.entries(merged.fields).map(([field, change]) => [
    field,
    change === named[field] ? mine[field] : change,
  ]);
  return { ...merged, fields: Object.fromEntries(ownIds) };
}

/** Notes my text as it was before it was put together with theirs: what came of it is in the record. */
export function noteJoined(
  draft: LaneDraft,
  change: Mutation,
  { joined, theirs }: Pick<MergeResult, 'joined'> & { readonly theirs: Fields },
): void {
  if (Object.keys(joined).length === 0) return;
  const had = Object.fromEntries(Object.entries(theirs).filter(([field]) => field in joined));
  draft.journal({ ...change, fields: joined }, 'joined', had);
}

/**
 * Keeps for a record's changes what they were made over, where the server's copy of now takes the place of `server`: each
 * is merged with what has changed since when its turn comes.
 * @param merged the change that is merged with the copy of now already, and what is left of it: what is not, the server
 * has from this device, and nobody else has changed it
 */
export function keepMergeBase(
  draft: LaneDraft,
  { server, theirs }: { readonly server: Fields | null; readonly theirs: Fields },
  merged?: { readonly change: Mutation; readonly fields: FieldChanges },
): void {
  const hasArrived = (field: string): boolean =>
    merged !== undefined && field in merged.change.fields && !(field in merged.fields);
  const settled = Object.fromEntries(Object.entries(theirs).filter(([field]) => hasArrived(field)));
  for (const waiting of draft.open) {
    const before = waiting.mergeBase ?? server;
    if (waiting.kind !== 'update' || waiting.id === merged?.change.id || !before) continue;
    const mergeBase = { ...before, ...settled };
    if (waiting.mergeBase || !sameFields(mergeBase, theirs)) draft.change(waiting, { mergeBase });
  }
}

/** Why a change waits that met one of the server's: `fields` are those that both changed. */
export function conflictOver(
  fields: readonly string[],
  { before, theirs }: { readonly before: Fields | null; readonly theirs: Fields },
  at: number,
): ServerRefusal {
  return { reason: 'conflict', status: 0, body: null, at, conflict: { fields, before, theirs } };
}

/** Returns the texts in conflict, merged with the server's. Mine stands where nothing was chosen. */
export function settledTexts(
  { resource, fields, refusal }: Pick<Mutation, 'resource' | 'fields' | 'refusal'>,
  server: Fields,
  choices: Readonly<Record<string, Side>> | Side,
): FieldChanges {
  const choiceOf = (field: string): Side =>
    typeof choices === 'string' ? choices : (choices[field] ?? 'mine');
  const named = refusal?.conflict?.fields ?? [];
  const texts = Object.entries(fields).filter(
    ([field]) => named.includes(field) && specOf(resource).texts.includes(field),
  );
  return Object.fromEntries(
    texts.map(([field, change]) => {
      const theirs = server[field] ?? null;
      return [field, { base: theirs, value: settledText(change, theirs, choiceOf(field)) }];
    }),
  );
}

import type { Fields } from '../domain/resource-spec.ts';
import { confirm } from './confirm.ts';
import type { LaneDraft } from './lane-draft.ts';
import type { RecordReadEvent, RowReadEvent } from './lane-event.ts';
import type { MergeResult } from './merge.ts';
import { conflictOver, keepMergeBase, mergeWaiting, noteJoined } from './merge-waiting.ts';
import type { Mutation } from './mutation.ts';
import { isUnseen, newServerRecord, sameInMeaning, serverCopyOf, withServerCopy } from './server-copy.ts';

/**
 * A list showed the record. Its first change is merged with the copy that the server has now, if it waits to be sent or
 * for what the server has. Any other is merged when its turn comes, with what has changed since it was made.
 */
export function rowRead(draft: LaneDraft, { row }: RowReadEvent): void {
  const { record, resource } = draft;
  const theirs = serverCopyOf(resource, row.wire, record?.server ?? null);
  const [head] = draft.open;
  const conflict = head?.state === 'parked' ? head.refusal?.conflict : undefined;
  if (head?.kind === 'update' && (head.state === 'queued' || conflict)) {
    const before = conflict?.before ?? head.mergeBase ?? record?.server ?? null;
    const merged = mergeWaiting(draft.env.references, head, { before, theirs });
    const settled = { change: head, fields: merged.fields };
    if (record) keepMergeBase(draft, { server: record.server, theirs }, settled);
    takeIn(draft, head, { ...merged, before, theirs });
  } else if (record) keepMergeBase(draft, { server: record.server, theirs });
  draft.setRecord(
    record ? withServerCopy(resource, record, row, theirs) : newServerRecord(draft, row, theirs),
  );
}

interface Sides {
  readonly before: Fields | null;
  readonly theirs: Fields;
}

/** What a merge made of a record's first change: it goes on, it waits for a person, or the server has it. */
function takeIn(
  draft: LaneDraft,
  head: Mutation,
  { fields, conflicts, joined, ...sides }: MergeResult & Sides,
): void {
  const parked = head.state === 'parked';
  if (conflicts.length > 0) {
    // The person is shown what the server has now; since when it waits stays.
    const { at = draft.env.now } = head.refusal ?? {};
    const refusal = conflictOver(conflicts, sides, at);
    if (!parked) draft.move(head, 'conflicted', { refusal, mergeBase: null });
    else draft.change(head, { refusal });
    return;
  }
  noteJoined(draft, head, { joined, theirs: sides.theirs });
  if (parked && Object.keys(fields).length === 0) confirm(draft, head, { row: null, by: 'read' });
  else if (parked) draft.move(head, 'agreed', { fields, refusal: null });
  else draft.change(head, { fields, mergeBase: null });
}

/**
 * The record was read before a change of it is sent: an answer that got lost is recognized by what the server holds, and
 * what somebody else changed meanwhile is merged, not overwritten. Nothing comes of it where a newer copy came meanwhile,
 * or where the change is another one now: then it is read again.
 */
export function recordRead(draft: LaneDraft, { seen, row, startGeneration }: RecordReadEvent): void {
  const { record, resource, env } = draft;
  const now = draft.find(seen.id);
  if (!record || record.serverGen !== startGeneration) return;
  if (now?.state !== seen.state || now.attemptId !== seen.attemptId) return;
  const theirs = serverCopyOf(resource, row.wire, record.server);
  const sides = { before: seen.mergeBase ?? record.server, theirs };
  const { fields, conflicts, joined } = mergeWaiting(env.references, seen, sides);
  const read = withServerCopy(resource, record, row, theirs);
  keepMergeBase(draft, { server: record.server, theirs }, { change: seen, fields });
  draft.setRecord(read);
  if (conflicts.length > 0 || isUnseen(seen, read) || isUndoOfAnother(seen, theirs)) {
    draft.move(seen, 'conflicted', { refusal: conflictOver(conflicts, sides, env.now), mergeBase: null });
    return;
  }
  noteJoined(draft, seen, { joined, theirs });
  const current = draft.change(seen, { fields, readFirst: false, mergeBase: null });
  // What the server has already is no change of this device's any more.
  if (current?.kind === 'update' && Object.keys(fields).length === 0)
    confirm(draft, current, { row, by: 'answer' });
}

/** Tells if somebody changed a new record whose undo deletes it: a person looks at it first. */
function isUndoOfAnother({ resource, kind, mergeBase }: Mutation, theirs: Fields): boolean {
  return kind === 'delete' && mergeBase ? !sameInMeaning(resource, theirs, mergeBase) : false;
}

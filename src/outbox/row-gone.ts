import { confirm } from './confirm.ts';
import { isUnderWay } from './lane.ts';
import type { LaneDraft } from './lane-draft.ts';
import type { RowGoneEvent } from './lane-event.ts';
import type { ServerRefusal } from './mutation.ts';

/**
 * The server has the record no longer. A deletion has come to its end, anything else that waits is for a person to
 * decide; a record of which nothing waits leaves the device. Nothing comes of it while a change is under way: its own
 * answer tells.
 */
export function rowGone(draft: LaneDraft, { seen }: RowGoneEvent): void {
  if (seen) return goneForChange(draft, seen);
  const { record, open } = draft;
  const [head] = open;
  if (!record || open.some(isUnderWay)) return;
  if (!head) draft.setRecord({ ...record, server: null });
  else if (head.kind === 'delete') confirm(draft, head, { row: null, by: 'read' });
  else if (head.state === 'queued') draft.move(head, 'refused', { refusal: gone(410, draft.env.now) });
  else draft.change(head, { refusal: gone(410, draft.env.now) });
  if (head?.kind !== 'delete') draft.note({ note: 'gone', record });
}

/** It was read before this change of it is sent. */
function goneForChange(draft: LaneDraft, seen: RowGoneEvent['seen'] & object): void {
  if (seen.kind !== 'delete') return draft.park(seen, gone(404, draft.env.now));
  const current = draft.change(seen, {});
  if (current) confirm(draft, current, { row: null, by: 'read' });
}

function gone(status: number, at: number): ServerRefusal {
  return { reason: 'deletedOnServer', status, body: null, at };
}

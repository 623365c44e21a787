/*
 * The entry of the outbox: applies an event to a lane, which is a record with its open changes.
 *
 *   saved ────────► coalesce into the last change, or queue a new one
 *   checkedOut ───► merge with the server's copy, then mark as being sent
 *   answered ─────► confirm │ retry │ read first │ look for the row │ park
 *   rowRead, …  ──► merge what waits with a newer copy        (merge/merge.ts)
 *   handedOut ────► treat as sent: another device may send it from a file
 *   loaded ───────► take over from a file, parked             (rescued.ts)
 *   decided ──────► send again │ drop │ settle a conflict
 *
 * `sync-state.ts` has the states of a single change. `db/lane-store.ts` is the only caller and writes the result.
 */
import { answered, checkedOut } from './attempt.ts';
import { decided } from './decided.ts';
import { historyOf } from './history.ts';
import { assertLane, type Lane, LaneDraft, type LaneEnv, type Reduction } from './lane.ts';
import type { LaneEvent } from './lane-event.ts';
import { handedOut, loaded } from './rescued.ts';
import { halfConfirmed, orphaned, probed, recordRead, rowGone, rowRead } from './row-read.ts';
import { saved } from './saved.ts';
import { undone } from './undone.ts';

/**
 * Applies an event to a lane. Pure: time, randomness and other records come from `env`. If another tab or a person was
 * faster, the lane stays as it was.
 * @throws BrokenLaneError if the result is inconsistent: a bug in the app
 */
export function reduceLane(lane: Lane, event: LaneEvent, env: LaneEnv): Reduction {
  const draft = new LaneDraft(lane, env);
  apply(draft, event);
  const reduction = draft.end();
  if (reduction.lane !== lane) assertLane(reduction.lane, lane, env.account);
  return { ...reduction, history: historyOf(lane, reduction.lane, { event, env }) };
}

function apply(draft: LaneDraft, event: LaneEvent): void {
  switch (event.type) {
    case 'saved':
      return saved(draft, event);
    case 'released': {
      const watched = draft.find(event.mutationId);
      if (watched) draft.change(watched, { watched: false });
      return;
    }
    case 'checkedOut':
      return checkedOut(draft, event);
    case 'answered':
      return answered(draft, event);
    case 'rowRead':
      return rowRead(draft, event);
    case 'rowLeft':
      draft.change(event.seen, { readFirst: true });
      return;
    case 'recordRead':
      return recordRead(draft, event);
    case 'rowGone':
      return rowGone(draft, event);
    case 'putOff': {
      const { seen, nextAt, attempts } = event;
      draft.move(seen, 'notApplied', { nextAt, ...(attempts === undefined ? {} : { attempts }) });
      return;
    }
    case 'orphaned':
      return orphaned(draft, event);
    case 'halfConfirmed':
      return halfConfirmed(draft, event);
    case 'refused': {
      const { seen, refusal } = event;
      if (seen.state === 'parked') draft.change(seen, { refusal });
      else draft.move(seen, 'refused', { refusal });
      return;
    }
    case 'probed':
      return probed(draft, event);
    case 'handedOut':
      return handedOut(draft, event);
    case 'loaded':
      return loaded(draft, event);
    case 'decided':
      return decided(draft, event);
    case 'undone':
      return undone(draft, event.step);
  }
}

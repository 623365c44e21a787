import { confirmCreate } from './confirm-create.ts';
import type { LaneDraft } from './lane-draft.ts';
import type { OrphanedEvent, ProbedEvent } from './lane-event.ts';
import { type Mutation, NOT_PROBED, type ServerRefusal } from './mutation.ts';
import { renumbered } from './renumber.ts';
import { backoff, CLEAN_CHECKS, SECOND_CHECK_MS, settleMs, UNSTABLE_MAX } from './retry-policy.ts';

/** An unknown create was looked for, or the row of a refused one, or of one with an idempotency key, was met. */
export function probed(draft: LaneDraft, { mutationId, found }: ProbedEvent): void {
  const create = draft.find(mutationId);
  if (!create) return;
  const { now } = draft.env;
  switch (found.what) {
    case 'one':
      confirmCreate(draft, create, { row: found.row, by: 'read', other: found.other });
      if (found.readWhole) draft.note({ note: 'readWhole', besideFeed: true });
      return;
    case 'several': {
      const { candidates } = found;
      draft.move(create, 'foundSeveral', { refusal: { ...possibleDuplicate(now), candidates } });
      draft.note({ note: 'readWhole', besideFeed: true });
      return;
    }
    case 'nothing':
      return noteCleanCheck(draft, create, found.startedAt);
    case 'unstable':
      return postpone(draft, create);
    case 'wrongClock':
      draft.change(create, { nextAt: now + settleMs(true), probe: NOT_PROBED });
      return;
  }
}

/** An attempt that no request stands for: whether it was carried out, nobody knows. */
export function orphaned(draft: LaneDraft, { seen }: OrphanedEvent): void {
  const { now } = draft.env;
  const isPlainCreate = seen.kind === 'create' && !seen.sentWithKey;
  const wait = { nextAt: now + settleMs(seen.probe !== null), probe: NOT_PROBED };
  draft.move(seen, 'orphaned', isPlainCreate ? wait : { nextAt: now });
}

/** None, twice and at least 30 s apart, proves a create absent, and it is sent again. */
function noteCleanCheck(draft: LaneDraft, create: Mutation, startedAt: number): void {
  const { now, random } = draft.env;
  const cleanChecks = { ...NOT_PROBED, ...create.probe }.cleanChecks + 1;
  const probe = { cleanChecks, lastCheckAt: startedAt };
  if (cleanChecks < CLEAN_CHECKS) {
    draft.change(create, { probe, nextAt: startedAt + SECOND_CHECK_MS });
    return;
  }
  const nextAt = now + backoff(create.attempts - 1, random);
  const queued = draft.move(create, 'provenAbsent', { probe, nextAt });
  if (!queued?.refusal) return;
  // What the server refused meanwhile was not our own row: now a person sees it.
  const again = renumbered(draft.env, queued, queued.refusal);
  if (again) draft.move(queued, 'notApplied', again);
  else draft.move(queued, 'refused');
}

/** The next pull comes half a minute later, and after ten that were not stable a person decides. */
function postpone(draft: LaneDraft, create: Mutation): void {
  const { now } = draft.env;
  const unstable = (create.probe?.unstable ?? 0) + 1;
  const probe = { ...NOT_PROBED, ...create.probe, unstable };
  if (unstable < UNSTABLE_MAX) {
    draft.change(create, { probe, nextAt: now + SECOND_CHECK_MS });
    return;
  }
  draft.move(create, 'foundSeveral', { probe, refusal: possibleDuplicate(now) });
  draft.note({ note: 'readWhole', besideFeed: true });
}

function possibleDuplicate(at: number): ServerRefusal {
  return { reason: 'mayExistTwice', status: 0, body: null, at };
}

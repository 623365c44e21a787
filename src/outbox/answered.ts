import { uuidv7 } from '../domain/ids.ts';
import { confirm } from './confirm.ts';
import { confirmCreate } from './confirm-create.ts';
import { dependenciesOf } from './dependencies.ts';
import { watchOver } from './duplicate-watch.ts';
import { type LaneDraft, UNPLACED } from './lane-draft.ts';
import type { AnsweredEvent } from './lane-event.ts';
import { isForeignRow } from './mirror-record.ts';
import {
  isWatched,
  type Mutation,
  NOT_PROBED,
  type ParkReason,
  type ServerRefusal,
  UNSENT,
} from './mutation.ts';
import { partRefusedTexts } from './refused-texts.ts';
import { mayRenumber, renumbered } from './renumber.ts';
import { backoff, serverGivesUp, settleMs } from './retry-policy.ts';
import type { ServerRow } from './server-copy.ts';

/** With so many answers 404, 409 or 412 to a change, a person is asked; after each before that its record is read. */
const READ_AGAIN_MAX = 3;

/** What an answer means for a change that was sent. */
export function answered(draft: LaneDraft, event: AnsweredEvent): void {
  const { seen, before, verdict } = event;
  const { now, random } = draft.env;
  const setbacks = seen.setbacks ?? { serverErrors: 0, since: now, rereads: 0 };
  switch (verdict.do) {
    case 'confirm':
      return confirmed(draft, event);
    case 'settle':
      return doubt(draft, seen);
    case 'requeue': {
      const { firstSentAt, sentWithKey } = before;
      // Where it is this one request that the server does not take, pulls go well all the while.
      const isPutOff = verdict.pause === 'serverProblem' || verdict.later === true;
      draft.move(seen, 'notApplied', {
        firstSentAt,
        sentWithKey,
        ...(before.undo ? { undo: before.undo } : {}),
        ...(isPutOff ? { nextAt: now + backoff(seen.attempts - 1, random) } : { attempts: before.attempts }),
      });
      return;
    }
    case 'readRecord': {
      const rereads = setbacks.rereads + 1;
      if (rereads >= READ_AGAIN_MAX) return refuse(draft, event, 'rejected');
      return doubt(draft, seen, { setbacks: { ...setbacks, rereads } });
    }
    case 'serverError': {
      const counted = { ...setbacks, serverErrors: setbacks.serverErrors + 1 };
      if (serverGivesUp(counted.serverErrors, counted.since, now)) {
        return refuse(draft, event, 'serverErrors');
      }
      return doubt(draft, seen, { setbacks: counted });
    }
    case 'park':
      return refuse(draft, event, verdict.reason);
  }
}

/**
 * The server has it. A late answer, of an attempt that was given up, is evidence as well: a create is known by its row,
 * whichever attempt made it; an update or a deletion is read again before it is sent again, so that a later attempt of it
 * needs no old answer.
 */
function confirmed(draft: LaneDraft, { seen, row, other, status }: AnsweredEvent): void {
  const isCreate = seen.kind === 'create';
  // Or a create that a person has sent again since, under a new id.
  const open =
    draft.find(seen.id) ?? (isCreate ? draft.open.find(({ kind }) => kind === 'create') : undefined);
  const proof = { row, by: 'answer', other } as const;
  if (open && isCreate && other?.record && !open.sentWithKey && !isForeignRow(other.record)) {
    // Of two equal creates the other one has taken the row: whose it was is all the same, but this one has none.
    const isCurrent = open.state === 'sending' && open.attemptId === seen.attemptId;
    if (isCurrent) draft.move(open, 'ambiguous', recheckLater(open, draft.env.now));
  } else if (!open || !(isCreate || isNews(draft, open, seen))) {
    if (isCreate && row) meetLateAnswer(draft, seen, row);
  } else if (isCreate && row) {
    confirmCreate(draft, open, proof);
    // Its row may have been read and kept out while it was looked for, and others may have changed it since it was made.
    if (!open.sentWithKey && open.state !== 'sending') draft.note({ note: 'readWhole', besideFeed: true });
  } else confirm(draft, open, proof);
  if (isNotFound(status)) draft.note({ note: 'readWhole', besideFeed: true });
}

function isNotFound(status: number): boolean {
  return status === 404 || status === 410;
}

/**
 * Whether the answer to an update or a deletion is of the attempt that stands, and no copy of the record has come since
 * it was given up: which of the two is the newer one only reading the record tells.
 */
function isNews({ record }: LaneDraft, open: Mutation, { attemptId }: Mutation): boolean {
  if (open.attemptId !== attemptId) return false;
  if (open.state === 'sending' || open.kind === 'delete') return true;
  return record !== undefined && record.serverGen <= open.claimGeneration;
}

/**
 * The answer of an attempt that was given up names a row, but the create has been confirmed since. The same row
 * is no news; another one is a duplicate, put before a person.
 */
function meetLateAnswer(draft: LaneDraft, create: Mutation, row: ServerRow): void {
  const { serverId, server } = draft.record ?? {};
  if (serverId === undefined || String(serverId) === String(row.id)) return;
  const watch = watchOver(draft.env, create, { serverId, copy: server ?? {} });
  draft.note({ note: 'secondRow', watch, serverId: row.id });
}

/** A plain create that may have been carried out is looked for, but not before a slow commit has landed. */
function recheckLater({ probe }: Mutation, now: number): Pick<Mutation, 'nextAt' | 'probe'> {
  return { nextAt: now + settleMs(probe !== null), probe: NOT_PROBED };
}

interface Doubt {
  readonly refusal?: ServerRefusal;
  readonly setbacks?: Mutation['setbacks'];
}

/** Nobody knows whether it was carried out. */
function doubt(draft: LaneDraft, seen: Mutation, { refusal, setbacks = seen.setbacks }: Doubt = {}): void {
  const { now, random } = draft.env;
  if (seen.kind === 'create' && !seen.sentWithKey) {
    draft.move(seen, 'ambiguous', { ...recheckLater(seen, now), refusal: refusal ?? null, setbacks });
  } else {
    draft.move(seen, 'ambiguous', { nextAt: now + backoff(seen.attempts - 1, random), setbacks });
  }
}

/**
 * Parks what the server refused. A refused create that was once unknown is looked for first: 'already
 * exists' is what a server answers to the second copy of our own row. So is one that fails inside the server once
 * more, after the commit perhaps, and one with a number of ours that is taken: a browser or a proxy may repeat a
 * POST on its own. One that carried its key needs no looking for: the server would have answered with the row.
 */
function refuse(draft: LaneDraft, { seen, status, body }: AnsweredEvent, reason: ParkReason): void {
  const refusal: ServerRefusal = { reason, status, body, at: draft.env.now };
  const again = seen.sentWithKey ? renumbered(draft.env, seen, refusal) : null;
  if (again) {
    draft.move(seen, 'notApplied', again);
    return;
  }
  if (sendsRestAlone(draft, seen, refusal)) return;
  const wasMade = seen.probe !== null || reason === 'serverErrors';
  const mayBeOurs = wasMade || mayRenumber(seen, refusal);
  if (seen.kind === 'create' && !seen.sentWithKey && mayBeOurs) doubt(draft, seen, { refusal });
  else draft.park(seen, refusal);
}

/**
 * Lets the rest of an update go without the texts that the server refused, which wait for a person. Not where somebody has
 * the form still open, nor where more was changed since: what came later may change the same text.
 */
function sendsRestAlone(draft: LaneDraft, seen: Mutation, refusal: ServerRefusal): boolean {
  const { now, random } = draft.env;
  const parts = isWatched(seen, now) ? null : partRefusedTexts(seen, refusal);
  if (!parts || draft.open.at(-1)?.id !== seen.id) return false;
  const { undo: _, ...whole } = seen;
  if (!draft.move(seen, 'notApplied', { fields: parts.rest, undo: null, nextAt: now })) return false;
  const id = uuidv7(now, random);
  const deps = dependenciesOf(draft.resource, { kind: 'update', fields: parts.texts }, draft.record);
  const texts = { ...whole, ...UNSENT, seq: UNPLACED, id, fields: parts.texts, deps } as Mutation;
  draft.append(texts);
  draft.park(texts, refusal);
  return true;
}

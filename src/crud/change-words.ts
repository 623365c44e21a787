import { isDocument } from '../domain/attachment.ts';
import type { Fields, RecordKind, ResourceLabel } from '../domain/resource-spec.ts';
import { fieldLabel, specOf } from '../domain/resource-specs.ts';
import { isWaitOver } from '../domain/waits.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { isDue } from '../outbox/retry-policy.ts';
import { DeviceFullError, NotSavedError } from '../records/save-transaction.ts';
import type { UndoOutcome } from '../records/undo/undo-save.ts';
import { type SyncStatus, useResumeTime, useSyncStatus } from '../records/use-sync-status.ts';
import { formatMoment } from '../ui/text/format-date.ts';
import { listed } from '../ui/text/format-values.tsx';
import { refusalWords } from '../words/checks.ts';
import { changeNames, changeStates, documentLabel } from '../words/common.ts';
import { undoWords } from '../words/frame.ts';
import { useNow } from './time.tsx';

type Change = Pick<Mutation, 'kind' | 'fields'>;

/** Returns the name of the record's kind. A document is an attachment with a name of its own. */
export function labelOf(resource: RecordKind, row: Fields | null | undefined): ResourceLabel {
  return isDocument(row) ? documentLabel : specOf(resource).label;
}

const NAMED = 4;

/** Returns text such as 'Change to Email and Phone'. */
export function changeWords({ kind, fields }: Change, { noun }: ResourceLabel): string {
  switch (kind) {
    case 'create':
      return fields['kind']?.value === 'document' ? changeNames.sign : changeNames.create({ noun });
    case 'update':
      return changeNames.update({ fields: fieldsWords(Object.keys(fields)) });
    case 'delete':
      return changeNames.delete({ noun });
    default:
      return kind satisfies never;
  }
}

export function fieldsWords(fields: readonly string[]): string {
  const labels = fields.map(fieldLabel);
  if (labels.length <= NAMED) return listed(labels);
  return listed([...labels.slice(0, NAMED - 1), changeNames.more({ count: labels.length - NAMED + 1 })]);
}

/** `resumeAt` is 0 if unknown. */
export interface Standing {
  readonly reasons: SyncStatus['reasons'];
  readonly resumeAt: number;
  readonly now: number;
}

type Waiting = Pick<Mutation, 'state' | 'setbacks' | 'attempts' | 'nextAt'>;

/** Pauses that end at a known time. */
const TIMED: SyncStatus['reasons'] = ['throttled', 'unreachable', 'serverProblem'];

export function useStateWords(): (change: Waiting) => string {
  const reasons = useSyncStatus()?.reasons ?? [];
  const standing = { reasons, resumeAt: useResumeTime(), now: useNow() };
  return (change) => stateWords(change, standing);
}

export function stateWords(change: Waiting, standing: Standing): string {
  switch (change.state) {
    case 'queued':
      return queuedWords(change, standing);
    case 'unknown':
      return `${failed(change) ? changeStates.serverError : changeStates.notConfirmed} ${checkWords(nextTry(change, standing))}`;
    case 'sending':
      return changeStates.beingSent;
    case 'parked':
      return changeStates.needsAttention;
    default:
      return change.state satisfies never;
  }
}

function queuedWords(change: Waiting, standing: Standing): string {
  const when = nextTry(change, standing);
  if (failed(change)) return `${changeStates.serverError} ${tryWords(when)}`;
  if (isDue(change, standing.now) || when === null) return changeStates.waiting;
  return change.attempts === 0 ? changeStates.canBeUndone : tryWords(when);
}

function tryWords(when: When): string {
  if (when === null) return changeStates.triesSometime;
  return when === 'now' ? changeStates.triesNow : changeStates.triesAt({ time: when });
}

function checkWords(when: When): string {
  if (when === null) return changeStates.checksSometime;
  return when === 'now' ? changeStates.checksNow : changeStates.checksAt({ time: when });
}

/** A time of day, or `now`. Null if unknown. */
type When = string | null;

function nextTry(change: Waiting, { reasons, resumeAt, now }: Standing): When {
  if (reasons.some((reason) => !TIMED.includes(reason))) return null;
  const at = Math.max(isWaitOver(change.nextAt, now) ? 0 : change.nextAt, resumeAt);
  return at > now ? formatMoment(at, now) : 'now';
}

function failed({ setbacks }: Waiting): boolean {
  return (setbacks?.serverErrors ?? 0) > 0;
}

export const UNDO_WORDS: Readonly<Record<Exclude<UndoOutcome, 'asks'>, string>> = {
  undone: undoWords.undone,
  sent: undoWords.tooLate,
  changed: undoWords.changedSince,
  edited: undoWords.edited,
  referred: undoWords.referred,
  refused: undoWords.refused,
};

export function savedWords(
  kind: Mutation['kind'],
  { title, noun, plural }: ResourceLabel,
  count = 1,
): string {
  switch (kind) {
    case 'create':
      return count === 1
        ? undoWords.created({ noun })
        : undoWords.createdTogether({ count, nouns: plural.toLowerCase() });
    case 'update':
      return undoWords.saved({ title });
    case 'delete':
      return undoWords.deleted({ title });
    default:
      return kind satisfies never;
  }
}

/** If the device is full, the text names the button to press again. */
export function notSavedWords(error: unknown, button: string, fallback: string): string {
  if (error instanceof DeviceFullError) return refusalWords.deviceFull({ button });
  return error instanceof NotSavedError ? error.message : fallback;
}

import type { Absence } from '../../db/collection-row.ts';
import type { ServerId } from '../../domain/resource-spec.ts';

/** More missing rows than this, or a fifth of the mirror, look like a faulty server, not like deletions. */
const PLAUSIBLE = 10;
/** Time between two pulls that must agree before many rows are believed to be missing, in ms. */
const AGREE_MS = 60_000;

interface AbsenceFacts {
  readonly missing: readonly ServerId[];
  /** Rows of the mirror that a server has confirmed. */
  readonly held: number;
  /** What was thought after the pull before this one. */
  readonly before: Absence | null;
  /** Device time in ms. */
  readonly now: number;
}

interface Judgement {
  /** Rows to ask the server about, one by one. */
  readonly ask: readonly ServerId[];
  readonly absence: Absence | null;
}

/**
 * What to make of rows that a complete and stable pull did not show. A few are asked about at once. Many,
 * or all, must be missing from a second pull as well, a minute later; more than half of the mirror asks a
 * person, whose answer holds for these rows alone.
 */
export function judgeAbsence({ missing, held, before, now }: AbsenceFacts): Judgement {
  const settled = before?.step === 'keep' || before?.step === 'remove' ? before : null;
  const open = without(missing, settled);
  const answered = settled && { ...settled, missing: within(missing, settled) };
  const ask = answered?.step === 'remove' ? answered.missing : [];
  // Also while they are being removed: a page may die over it, and nobody is asked the same twice.
  const kept = answered && answered.missing.length > 0 ? answered : null;
  const all = open.length > 0 && missing.length === held;
  if (open.length <= Math.max(PLAUSIBLE, held / 5) && !all) {
    return { ask: [...ask, ...open], absence: kept };
  }
  // One answer is kept at a time: what is newly missing is looked at again once it is out of the way.
  if (kept) return { ask, absence: kept };
  const first = before?.step === 'recheck' || before?.step === 'ask' ? before : null;
  const since = first === null || first.at > now ? now : first.at;
  if (first === null || now - since < AGREE_MS) {
    return { ask, absence: { missing: open, held, at: since, step: 'recheck' } };
  }
  const agreed = within(open, first);
  if (agreed.length > Math.max(PLAUSIBLE, held / 2)) {
    return { ask, absence: { missing: agreed, held, at: since, step: 'ask' } };
  }
  // What was not missing the first time has a second pull of its own.
  const others = without(open, first);
  const later: Absence | null =
    others.length > 0 ? { missing: others, held, at: now, step: 'recheck' } : null;
  return { ask: [...ask, ...agreed], absence: later };
}

function within(missing: readonly ServerId[], absence: Absence): ServerId[] {
  const known = new Set(absence.missing);
  return missing.filter((id) => known.has(id));
}

function without(missing: readonly ServerId[], absence: Absence | null): ServerId[] {
  const known = new Set(absence?.missing);
  return missing.filter((id) => !known.has(id));
}

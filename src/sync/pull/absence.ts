import type { CollectionRow } from '../../db/collection-row.ts';
import type { ServerId } from '../../domain/resource-spec.ts';

/** If more rows than this and more than a fifth of the mirror are missing, the server may be faulty. */
const PLAUSIBLE = 10;
/** In ms, between two pulls that must agree. */
const AGREE_MS = 60_000;

type Absence = NonNullable<CollectionRow['absence']>;

interface AbsenceFacts {
  readonly missing: readonly ServerId[];
  /** Number of rows in the mirror that a server has confirmed. */
  readonly held: number;
  readonly before: CollectionRow['absence'];
  /** Device time in ms. */
  readonly now: number;
}

interface Judgement {
  readonly ask: readonly ServerId[];
  readonly absence: CollectionRow['absence'];
}

/**
 * Asks the server about a few missing rows at once. Many must also be missing from a second pull. If more than half
 * of the mirror is missing, a person decides.
 */
export function judgeAbsence({ missing, held, before, now }: AbsenceFacts): Judgement {
  const settled = before?.step === 'keep' || before?.step === 'remove' ? before : null;
  const open = without(missing, settled);
  const answered = settled && { ...settled, missing: within(missing, settled) };
  const ask = answered?.step === 'remove' ? answered.missing : [];
  // The decision is kept, so that the person is not asked again if the page dies.
  const kept = answered && answered.missing.length > 0 ? answered : null;
  const all = open.length > 0 && missing.length === held;
  if (open.length <= Math.max(PLAUSIBLE, held / 5) && !all) {
    return { ask: [...ask, ...open], absence: kept };
  }
  // New missing rows wait for the decision.
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
  // Newly missing rows need a second pull of their own.
  const others = without(open, first);
  const later: CollectionRow['absence'] =
    others.length > 0 ? { missing: others, held, at: now, step: 'recheck' } : null;
  return { ask: [...ask, ...agreed], absence: later };
}

function within(missing: readonly ServerId[], absence: Absence): ServerId[] {
  const known = new Set(absence.missing);
  return missing.filter((id) => known.has(id));
}

function without(missing: readonly ServerId[], absence: CollectionRow['absence']): ServerId[] {
  const known = new Set(absence?.missing);
  return missing.filter((id) => !known.has(id));
}

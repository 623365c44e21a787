import { aborted, type Clock, type Locks } from '../../domain/ports.ts';

/** Time in ms after which a lock that another tab holds is not waited for any longer. */
const TAKE_LIMIT_MS = 1000;

/** Held for as long as a draft's form is open: other tabs do not offer the draft meanwhile. */
function draftLock(id: string): string {
  return `draft|${id}`;
}

/** A draft's lock, held until it is let go. */
export interface HeldDraft {
  readonly letGo: () => void;
}

/**
 * Takes the lock of a draft. Null where another tab holds it for longer than a second; where a browser gives no locks, the
 * draft counts as taken.
 */
export function takeDraft(
  { locks, clock }: { readonly locks: Locks; readonly clock: Clock },
  id: string,
): Promise<HeldDraft | null> {
  const leave = new AbortController();
  const held: HeldDraft = { letGo: () => leave.abort() };
  return new Promise((resolve) => {
    let late = false;
    const notLate = clock.setTimer(() => {
      late = true;
      leave.abort();
    }, TAKE_LIMIT_MS);
    const hold = (): Promise<void> => {
      notLate();
      resolve(late ? null : held);
      return aborted(leave.signal);
    };
    locks.request(draftLock(id), hold, leave.signal).catch(() => {
      notLate();
      resolve(late ? null : held);
    });
  });
}

/** Resolves when nobody holds the draft's lock any more, or when `signal` aborts. */
export async function draftLetGo(locks: Locks, id: string, signal: AbortSignal): Promise<void> {
  await locks.request(draftLock(id), async () => undefined, signal).catch(() => undefined);
}

/** Of these drafts, those whose form is open in no tab, as far as the browser tells. */
export async function withoutForm<D extends { readonly id: string }>(
  locks: Locks,
  drafts: readonly D[],
): Promise<readonly D[]> {
  const held = new Set(await locks.held().catch(() => []));
  return drafts.filter(({ id }) => !held.has(draftLock(id)));
}

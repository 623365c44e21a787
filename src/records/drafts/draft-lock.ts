import { aborted, type Clock, type Locks } from '../../domain/ports.ts';

const TAKE_LIMIT_MS = 1000;

/** Held while the form is open, so that other tabs do not offer the draft. */
function draftLock(id: string): string {
  return `draft|${id}`;
}

export interface HeldDraft {
  readonly letGo: () => void;
}

/** Takes the lock. Returns null if another tab keeps it for a second. Without browser locks, always succeeds. */
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

export async function draftLetGo(locks: Locks, id: string, signal: AbortSignal): Promise<void> {
  await locks.request(draftLock(id), async () => undefined, signal).catch(() => undefined);
}

export async function withoutForm<D extends { readonly id: string }>(
  locks: Locks,
  drafts: readonly D[],
): Promise<readonly D[]> {
  const held = new Set(await locks.held().catch(() => []));
  return drafts.filter(({ id }) => !held.has(draftLock(id)));
}

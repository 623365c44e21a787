import { bug, type PlantedBug, seam } from './seam.ts';

/** Mistakes with creates whose outcome is unknown. */
export const UNKNOWN_CREATE_BUGS: readonly PlantedBug[] = [
  bug(
    'resend on unknown',
    seam('src/outbox/sync-state.ts', 'transition', (transition) => (mutation, event) => {
      const next = transition(mutation, event);
      const isDoubt = event === 'ambiguous' || event === 'orphaned';
      return isDoubt && mutation.state === 'sending' && mutation.kind === 'create' ? { to: 'queued' } : next;
    }),
  ),
  bug(
    'one look-up only',
    seam('src/outbox/retry-policy.ts', 'CLEAN_CHECKS', () => 1),
  ),
  bug(
    'no settle delay',
    seam('src/outbox/retry-policy.ts', 'settleMs', () => () => 0),
  ),
  bug(
    'one field tells a create',
    seam('src/outbox/match-create.ts', 'isExactly', (isExactly) => (row, { resource, fingerprint }) => {
      const [first] = Object.entries(fingerprint);
      return isExactly(row, { resource, fingerprint: Object.fromEntries(first ? [first] : []) });
    }),
  ),
  bug(
    'no second row is looked for',
    seam('src/db/second-rows.ts', 'writeWatch', () => async () => {}),
  ),
];

import type { Mutation } from '../../../src/outbox/mutation.ts';
import { bug, type PlantedBug, relaxedOnly, seam } from './seam.ts';

/** Mistakes in what is sent, and when. */
export const CHANGE_BUGS: readonly PlantedBug[] = [
  bug(
    'no sending mark',
    seam('src/sync/push/push-transactions.ts', 'checkOutIn', (checkOutIn) => async (tx, context, what) => {
      const checkedOut = await checkOutIn(tx, context, what);
      if (checkedOut) await tx.table('outbox').put(checkedOut.before);
      return checkedOut;
    }),
  ),
  bug(
    'a check-out is not written through',
    seam('src/sync/push/push-transactions.ts', 'checkOut', (checkOut) => (context, before) => {
      return checkOut(relaxedOnly(context), before);
    }),
  ),
  bug(
    'check-out without compare-and-set',
    seam('src/outbox/lane.ts', 'isSameAttempt', () => (now, seen) => now.seq === seen.seq),
  ),
  bug(
    'two in flight per record',
    seam('src/sync/poll.ts', 'heads', () => (open) => [...open]),
    // Makes each change the first of its record when it is checked out. The record still shows the right values.
    seam('src/db/lane-store.ts', 'readLane', (readLane) => async (tx, key) => {
      const lane = await readLane(tx, key);
      const isMeant = ({ seq }: { readonly seq: number }): boolean => 'seq' in key && key.seq === seq;
      const others = lane.mutations.filter((mutation) => !isMeant(mutation));
      return { ...lane, mutations: [...lane.mutations.filter(isMeant), ...others] };
    }),
    seam(
      'src/outbox/mirror-record.ts',
      'fold',
      (fold) => (server, mutations) =>
        fold(
          server,
          (mutations as readonly Mutation[]).toSorted((a, b) => a.seq - b.seq),
        ),
    ),
    seam('src/outbox/lane.ts', 'assertLane', () => () => {}),
  ),
  bug(
    'dependency ignored',
    seam(
      'src/sync/push/waiting-for-references.ts',
      'waitingForReferences',
      (waitingForReferences) => async (context, open) => {
        const waitsFor = await waitingForReferences(context, open);
        return new Map([...waitsFor].filter(([, records]) => records.length === 0));
      },
    ),
    seam(
      'src/outbox/dependencies.ts',
      'wireReferences',
      (wireReferences) => (references, mutation, together) =>
        wireReferences(references, mutation, together) ??
        wireReferences(
          {
            ...references,
            find: (to, id) => {
              const { localId = id, serverId = id } = references.find(to, id) ?? {};
              return { localId, serverId };
            },
          },
          mutation,
          together,
        ),
    ),
  ),
  bug(
    'coalesce into a sent change',
    seam('src/outbox/saved.ts', 'coalesce', (coalesce) => (earlier, later) => {
      const isFree = !earlier.watched && earlier.state !== 'parked';
      return coalesce(isFree ? { ...earlier, state: 'queued', firstSentAt: null } : earlier, later);
    }),
  ),
  bug(
    'a merged text is mine alone',
    seam(
      'src/outbox/merge/merge-text.ts',
      'mergeTexts',
      () =>
        ({ mine }) =>
          mine,
    ),
  ),
  bug(
    'the undo of a new record deletes nothing',
    seam(
      'src/outbox/undone.ts',
      'changedBack',
      (changedBack) => (change) =>
        change.kind === 'create' ? { kind: 'update', fields: {}, undoes: true } : changedBack(change),
    ),
  ),
  bug(
    'order by time',
    seam(
      'src/sync/engine/observer.ts',
      'OpenMutations',
      (OpenMutations) =>
        class extends OpenMutations {
          override async read(...[tx]: Parameters<InstanceType<typeof OpenMutations>['read']>) {
            return byTime(await super.read(tx));
          }
        },
    ),
    seam(
      'src/db/mirror-and-outbox.ts',
      'mutationsOf',
      (mutationsOf) =>
        async (...lane) =>
          byTime(await mutationsOf(...lane)),
    ),
    seam('src/outbox/lane.ts', 'assertLane', () => () => {}),
  ),
  bug(
    'whole-record PATCH',
    seam(
      'src/domain/field-changes.ts',
      'changedFields',
      () => (view, draft) =>
        Object.fromEntries(
          Object.entries(draft).map(([field, value]) => [field, { base: view[field] ?? null, value }]),
        ),
    ),
  ),
  bug(
    'totals merged field by field',
    seam(
      'src/outbox/merge/merge-fields.ts',
      'mergeFields',
      (merge) => (sides) => merge({ ...sides, before: null }),
    ),
  ),
  bug(
    'no conflict is found',
    seam('src/outbox/merge/merge-fields.ts', 'mergeFields', (merge) => (sides) => ({
      ...merge(sides),
      conflicts: [],
    })),
  ),
];

function byTime(mutations: readonly Mutation[]): Mutation[] {
  return mutations.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

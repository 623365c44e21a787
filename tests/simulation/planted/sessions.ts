import { bug, type PlantedBug, seam } from './seam.ts';

/** Mistakes about who is signed in. */
export const SESSION_BUGS: readonly PlantedBug[] = [
  bug(
    'refresh without re-reading',
    // Takes the current token as the refused one when the lock is free, even if another tab has refreshed it.
    seam('src/auth/refresh-once.ts', 'createTokenPort', (createTokenPort) => (options) => {
      const port = createTokenPort(options);
      return {
        ...port,
        refresh: (account, refused) =>
          options.locks.request(`one by one|${account}`, () =>
            port.refresh(account, port.bearerOf(account) ?? refused),
          ),
      };
    }),
  ),
  bug(
    'end of session wipes the outbox',
    seam('src/sync/engine/sync-engine.ts', 'startSyncEngine', (startSyncEngine) => (options) => {
      let was = true;
      const isSignedIn = (): boolean => {
        const is = options.isSignedIn();
        if (was && !is) void options.db.relaxed.outbox.clear();
        was = is;
        return is;
      };
      return startSyncEngine({ ...options, isSignedIn });
    }),
  ),
  bug(
    'owner check removed',
    // Treats any account that asks as the signed-in one.
    seam('src/auth/refresh-once.ts', 'createTokenPort', (createTokenPort) => (options) => {
      const portOf = (key: string) =>
        createTokenPort({
          ...options,
          store: {
            ...options.store,
            account: () => {
              const account = options.store.account();
              return account && { ...account, key };
            },
          },
        });
      return {
        ...createTokenPort(options),
        bearerOf: (account) => portOf(account).bearerOf(account),
        refresh: (account, refused) => portOf(account).refresh(account, refused),
      };
    }),
    seam('src/app/boot/app-services.ts', 'isSignedIn', () => (store) => store.tokens() !== null),
    seam(
      'src/sync/engine/sync-engine.ts',
      'startSyncEngine',
      (startSyncEngine) => (options) => startSyncEngine({ ...options, isOwner: () => true }),
    ),
  ),
  bug(
    'logout forgets the parked',
    seam(
      'src/db/owner.ts',
      'leaveIfSettled',
      (leaveIfSettled) => (db) =>
        db.transaction('rw', ['meta', 'outbox', 'watches', 'drafts', 'imports'], async (tx) => {
          const outbox = tx.table('outbox');
          const parked = await outbox.where('state').equals('parked').toArray();
          await outbox.bulkDelete(parked.map(({ seq }: { readonly seq: number }) => seq));
          const leaves = await leaveIfSettled(db);
          await outbox.bulkPut(parked);
          return leaves;
        }),
    ),
  ),
];

import type { TokenPair } from '../../api/auth-api.ts';
import { createSession, type Session } from '../../auth/session.ts';
import type { Account } from '../../auth/session-state.ts';
import { createTokenStore, TOKENS_LOCK, type TokenStore } from '../../auth/token-store.ts';
import { NewerDataError } from '../../db/app-database.ts';
import { delay } from '../../domain/ports.ts';
import type { RecordServices } from '../../records/record-services.ts';
import type { SyncEngine } from '../../sync/engine/sync-engine.ts';
import { type AccountServices, accountsOn, openAccountServices } from '../account/account-services.ts';
import { type StorageTroubles, storageTroubles } from '../shell/storage-troubles.ts';
import type { DeviceServices } from './device.ts';
import { acrossSleep, withDatabases } from './device-with-databases.ts';
import { endRemovals, forget } from './end-removals.ts';
import type { Network } from './network.ts';
import { isUsedElsewhere, showPresence } from './tab-presence.ts';

/** Time in ms after which an opening is no longer a matter of a spinner. */
const SLOW_OPENING_MS = 5000;

/** Time in ms that a page waits for what was begun before it is left. */
const BEFORE_LEAVING_MS = 2000;

/** Time in ms after which no answer to what is being sent can come any more: longer than any time-out. */
const LAST_ANSWER_MS = 40_000;

const HELD_ELSEWHERE = 'Another tab of this app is using it. Close the other tabs, then reload this page.';
const REMOVED = 'The browser, or another tab of this app, removed or updated its data. Reload to go on.';
const NOT_OPENED =
  "This device's storage could not be opened. If the device is full, free some space. Then reload this page.";
const NEWER =
  'A newer version of this app has updated the data on this device. Reload this page to get that version.';
const NO_ANSWER = "This device's storage does not answer. Reload the page to try again.";

/** The app's services: the device's, and the signed-in account's for as long as there is one. */
export interface Services {
  readonly session: Session;
  /** The signed-in account's records, for `useSyncExternalStore`; null while none is open. */
  readonly records: {
    readonly subscribe: (listener: () => void) => () => void;
    readonly getSnapshot: () => RecordServices | OpeningProblem | null;
  };
  /** Whether the device's storage answers, for `useSyncExternalStore`. */
  readonly storage: StorageTroubles;
  /** Resolves once there is something to show: the first rows, a problem, or that nobody is signed in. */
  readonly settled: Promise<void>;
  /** Resolves when what was begun with the account is done, or after two seconds. */
  readonly settledTurns: () => Promise<void>;
  /** Before the page is reloaded: sends nothing more, and waits for the answers to what is under way. */
  readonly stopSending: () => Promise<void>;
}

/** The account's database cannot be used in this tab. */
export class OpeningProblem extends Error {
  override readonly name = 'OpeningProblem';
}

interface Options {
  readonly device: DeviceServices;
  /** Base URL of the API: '' for the page's own origin. */
  readonly baseUrl: string;
  /** Origin of the page. */
  readonly pageOrigin: string;
  /** Called when the first rows have been read: resolves once they are on the screen. */
  readonly show?: () => Promise<void>;
  /** A stand-in for the browser's fetch, in tests. */
  readonly fetch?: typeof globalThis.fetch;
}

export function createServices(options: Options): Services {
  const { baseUrl, pageOrigin } = options;
  const device = withDatabases(options.device);
  // Two tabs of one moment take each other for themselves: then neither blames the other.
  const tab = String(device.clock.now());
  const store = createTokenStore(device.storage);
  const listeners = new Set<() => void>();
  let network: Promise<Network> | null = null;
  let current: AccountServices | null = null;
  let snapshot: RecordServices | OpeningProblem | null = null;
  let endPresence = (): void => undefined;
  let last: Promise<void> = Promise.resolve();
  const origin = new URL(baseUrl, pageOrigin).href.replace(/\/$/, '');
  const accounts = accountsOn(device);
  const storage = storageTroubles(device.databases, async () => {
    const account = current?.account ?? null;
    return account !== null && isElsewhere(account);
  });

  const loadNetwork = (): Promise<Network> => {
    network ??= import('./network.ts').then(({ createNetwork }) =>
      createNetwork({
        baseUrl,
        store,
        locks: device.locks,
        clock: device.clock,
        onExpired: (account, refused, why) => {
          device.log.info('the session is over', { why });
          session.expire(account, refused);
        },
        onUserKnown: (account, userId) => {
          accounts
            .learn(account, userId)
            .catch((error: unknown) => device.log.error('an account could not be noted', error));
        },
        ...(options.fetch ? { fetch: options.fetch } : {}),
      }),
    );
    // A chunk that could not be loaded is asked for again the next time.
    network.catch(() => {
      network = null;
    });
    return network;
  };

  const session = createSession({
    store,
    accounts,
    locks: device.locks,
    origin,
    calls: async () => (await loadNetwork()).signIn,
    onSignOut: (account, tokens) => inTurn(() => leave(account, tokens)),
    log: device.log,
  });

  /** One opening or closing at a time: a fast change of account must not leave two databases open. */
  function inTurn(work: () => Promise<void>): void {
    last = last.then(work).catch((error: unknown) => {
      device.log.error('changing the account failed', error);
      if (current) return;
      publish(new OpeningProblem(error instanceof NewerDataError ? NEWER : NOT_OPENED, { cause: error }));
    });
  }

  function publish(next: RecordServices | OpeningProblem | null): void {
    snapshot = next;
    for (const listener of listeners) listener();
  }

  async function closeCurrent(): Promise<void> {
    const closing = current;
    current = null;
    endPresence();
    if (!closing) return;
    publish(null);
    await closing.close();
  }

  async function leave({ key, databaseName }: Account, tokens: TokenPair | null): Promise<void> {
    const leaves = await acrossSleep(device, () =>
      device.locks.request(TOKENS_LOCK, async () => {
        if (store.account()?.key === key) return false;
        await accounts.markLeaving(databaseName);
        return true;
      }),
    );
    if (!leaves) return;
    if (current?.account.key === key) {
      // Another tab's log-out may have taken the database away already: the account is left all the same.
      const endsSessions = await current.announces('sign-out').catch(() => false);
      await closeCurrent();
      if (endsSessions && tokens) endSession(tokens);
    }
    forget(device, accounts, databaseName);
  }

  /** Nobody waits for it: this device has forgotten the tokens, and without a connection they run out by themselves. */
  function endSession(tokens: TokenPair): void {
    loadNetwork()
      .then((loaded) => loaded.endSession(tokens.refresh))
      .catch((error: unknown) => device.log.error('the session was not ended on the server', error));
  }

  /** A logout elsewhere deletes the database while this tab closes it as well: that is no problem to show. */
  async function closedFromOutside(account: Account): Promise<void> {
    if (current?.account.key !== account.key) return;
    const closing = current;
    current = null;
    endPresence();
    await closing.close();
    // The word of the logout may come later than the deletion that follows it.
    const isLeft = store.account()?.key !== account.key;
    publish(isLeft ? null : new OpeningProblem(REMOVED));
  }

  async function follow(): Promise<void> {
    const state = session.getSnapshot();
    const wanted: Account | null = 'account' in state ? state.account : null;
    if (wanted && current?.account.databaseName === wanted.databaseName) return current.wake();
    await closeCurrent();
    if (!wanted) return publish(null);
    endPresence = showPresence(device, wanted.databaseName, tab);
    try {
      current = await acrossSleep(device, (again) => open(wanted, again));
      publish(current?.records ?? null);
    } catch (error) {
      endPresence();
      throw error;
    }
  }

  async function saySlow(account: Account, over: AbortSignal): Promise<void> {
    const elsewhere = await isElsewhere(account);
    if (!over.aborted) publish(new OpeningProblem(elsewhere ? HELD_ELSEWHERE : NO_ANSWER));
  }

  async function isElsewhere({ databaseName }: Account): Promise<boolean> {
    return isUsedElsewhere(device.locks, databaseName, tab).catch(() => false);
  }

  /**
   * @param again the page was left meanwhile: the account may have been logged out since, and its database would be made again
   * @returns null where it was
   */
  async function open(account: Account, again: boolean): Promise<AccountServices | null> {
    if (again && store.account()?.databaseName !== account.databaseName) return null;
    const over = new AbortController();
    const notSlow = device.clock.setTimer(() => void saySlow(account, over.signal), SLOW_OPENING_MS);
    try {
      return await openAccountServices({
        account,
        origin,
        accounts,
        device,
        show: options.show ?? (async () => undefined),
        startEngine: (records) => startEngine(account, records),
        onNotSaved: () => storage.noteNotSaved(),
        onClosed: () => inTurn(() => closedFromOutside(account)),
      });
    } finally {
      notSlow();
      over.abort();
    }
  }

  async function startEngine(account: Account, records: RecordServices): Promise<SyncEngine> {
    const [{ startSyncEngine }, { sendAs, listenAs }] = await Promise.all([
      import('../../sync/engine/sync-engine.ts'),
      loadNetwork(),
    ]);
    return startSyncEngine({
      ...device,
      db: records.db,
      collections: records.collections,
      account: account.key,
      send: sendAs(account.key),
      listen: listenAs(account.key),
      isOwner: () => store.account()?.key === account.key,
      isSignedIn: () => isSignedIn(store, account),
    });
  }

  session.subscribe(() => inTurn(follow));
  // The engine may have met a sign-in of somebody else that was over before this tab heard of it.
  store.onChange(() => current?.wake());
  inTurn(follow);
  const settled = last.then(() => current?.firstRows);
  void last.then(() => current?.shown).then(() => inTurn(() => endRemovals({ device, store, accounts })));

  return {
    session,
    records: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      getSnapshot: () => snapshot,
    },
    storage,
    settled,
    settledTurns: () => Promise.race([last, delay(device.clock, BEFORE_LEAVING_MS)]),
    stopSending: async () => {
      await Promise.race([current?.stopSending(), delay(device.clock, LAST_ANSWER_MS)]);
    },
  };
}

/** Whether tokens of this account are stored right now. */
export function isSignedIn(store: TokenStore, account: Account): boolean {
  return store.account()?.key === account.key && store.tokens() !== null;
}

import { createSession, type Session } from '../../auth/session.ts';
import type { Account } from '../../auth/token-store.ts';
import { createTokenStore, type TokenStore } from '../../auth/token-store.ts';
import type { Accounts } from '../../db/accounts.ts';
import { delay } from '../../domain/ports.ts';
import type { RecordServices } from '../../records/record-services.ts';
import type { SyncEngine } from '../../sync/engine/sync-engine.ts';
import { AccountOpening } from '../account/account-opening.ts';
import { accountsOn, openAccountServices } from '../account/account-services.ts';
import { type DeviceWithDatabases, withDatabases } from '../account/device-with-databases.ts';
import { endRemovals } from '../account/end-removals.ts';
import type { OpeningProblem } from '../account/opening.ts';
import type { DeviceServices } from '../device.ts';
import { type StorageTroubles, storageTroubles } from '../shell/storage-troubles.ts';
import type { Network } from './network.ts';
import { onDemand } from './on-demand.ts';

/** Time in ms that a page waits for what was begun before it is left. */
const BEFORE_LEAVING_MS = 2000;

/** Time in ms after which no answer to what is being sent can come any more: longer than any time-out. */
const LAST_ANSWER_MS = 40_000;

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

export function createServices({
  baseUrl,
  pageOrigin,
  show = async () => undefined,
  ...options
}: Options): Services {
  const device = withDatabases(options.device);
  const store = createTokenStore(device.storage);
  const origin = new URL(baseUrl, pageOrigin).href.replace(/\/$/, '');
  const parts = { device, store, accounts: accountsOn(device), origin };
  const storage = storageTroubles(device.databases.watch);
  const loadNetwork = onDemand(async () => {
    const { createNetwork } = await import('./network.ts');
    return createNetwork({
      baseUrl,
      store,
      locks: device.locks,
      clock: device.clock,
      onExpired: (account, refused, why) => {
        device.log.info('the session is over', { why });
        session.expire(account, refused);
      },
      onUserKnown: (account, userId) => {
        parts.accounts
          .learn(account, userId)
          .catch((error: unknown) => device.log.error('an account could not be noted', error));
      },
      ...(options.fetch ? { fetch: options.fetch } : {}),
    });
  });
  const session = createSession({
    ...parts,
    locks: device.locks,
    calls: async () => (await loadNetwork()).signIn,
    onSignOut: (account, tokens) => opening.leave(account, tokens),
    log: device.log,
  });
  const opening = openingWith({
    ...parts,
    show,
    loadNetwork,
    session,
    onNotSaved: () => storage.noteNotSaved(),
  });
  session.subscribe(() => opening.follow());
  // The engine may have met a sign-in of somebody else that was over before this tab heard of it.
  store.onChange(() => opening.services?.wake());
  opening.follow();
  const { turns } = opening;
  void turns.then(() => opening.services?.shown).then(() => opening.inTurn(() => endRemovals(parts)));
  return {
    session,
    records: opening,
    storage,
    settled: turns.then(() => opening.services?.firstRows),
    settledTurns: () => Promise.race([opening.turns, delay(device.clock, BEFORE_LEAVING_MS)]),
    stopSending: async () => {
      await Promise.race([opening.services?.stopSending(), delay(device.clock, LAST_ANSWER_MS)]);
    },
  };
}

type LoadNetwork = () => Promise<Network>;

interface OpeningParts {
  readonly device: DeviceWithDatabases;
  readonly store: TokenStore;
  readonly accounts: Accounts;
  readonly origin: string;
  readonly show: () => Promise<void>;
  readonly loadNetwork: LoadNetwork;
  readonly session: Session;
  readonly onNotSaved: () => void;
}

function openingWith({ session, ...parts }: OpeningParts): AccountOpening {
  const { device, store, accounts, loadNetwork } = parts;
  return new AccountOpening({
    device,
    store,
    accounts,
    wanted: () => {
      const state = session.getSnapshot();
      return 'account' in state ? state.account : null;
    },
    open: (account, onClosed) =>
      openAccountServices({
        ...parts,
        account,
        startEngine: (records) => startEngine({ device, store, loadNetwork, account, records }),
        onClosed,
      }),
    endSession: (tokens) => {
      // This device has forgotten the tokens; without a connection they run out by themselves.
      loadNetwork()
        .then((network) => network.endSession(tokens.refresh))
        .catch((error: unknown) => device.log.error('the session was not ended on the server', error));
    },
  });
}

interface EngineStart extends Pick<OpeningParts, 'device' | 'store' | 'loadNetwork'> {
  readonly account: Account;
  readonly records: RecordServices;
}

async function startEngine({
  device,
  store,
  loadNetwork,
  account,
  records,
}: EngineStart): Promise<SyncEngine> {
  // A sign-in needs the network alone: it neither waits for the engine's code nor fails with it.
  const [{ startSyncEngine }, network] = await Promise.all([
    import('../../sync/engine/sync-engine.ts'),
    loadNetwork(),
  ]);
  return startSyncEngine({
    ...device,
    db: records.db,
    account: account.key,
    send: network.sendAs(account.key),
    listen: network.listenAs(account.key),
    isOwner: () => store.account()?.key === account.key,
    isSignedIn: () => isSignedIn(store, account),
  });
}

/** Whether tokens of this account are stored right now. */
export function isSignedIn(store: TokenStore, account: Account): boolean {
  return store.account()?.key === account.key && store.tokens() !== null;
}

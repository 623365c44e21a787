import { createSession, type Session } from '../../auth/session.ts';
import type { Account } from '../../auth/token-store.ts';
import { createTokenStore, type TokenStore } from '../../auth/token-store.ts';
import type { Accounts } from '../../db/accounts.ts';
import { type Clock, delay } from '../../domain/ports.ts';
import type { RecordServices } from '../../records/record-services.ts';
import type { SyncEngine } from '../../sync/engine/sync-engine.ts';
import { AccountOpening } from '../account/account-opening.ts';
import { accountsOn, openAccountServices } from '../account/account-services.ts';
import { type DeviceWithDatabases, withDatabases } from '../account/device-with-databases.ts';
import { endRemovals } from '../account/end-removals.ts';
import type { OpeningProblem } from '../account/opening.ts';
import type { DeviceServices } from '../device/device.ts';
import { type StorageTroubles, storageTroubles } from '../shell/storage-troubles.ts';
import type { Network } from './network.ts';
import { onDemand } from './on-demand.ts';

/** After this time, the remaining records are read even if no screen is shown yet. */
const UNSHOWN_MS = 1000;

/**
 * Opens the database while the code of the screens loads.
 * @param screen resolves when the code of the first screen has loaded
 */
export function createAppServices(device: DeviceServices, screen: Promise<void>): Services {
  return createServices({
    device,
    show: () => Promise.race([screen.then(() => painted(device.clock)), delay(device.clock, UNSHOWN_MS)]),
    baseUrl: (import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/$/, ''),
    pageOrigin: location.origin,
  });
}

/** Resolves after the first screen is painted. Never resolves in a hidden page. */
function painted(clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    // Wait for two frames: React may not have rendered before the first.
    requestAnimationFrame(() => requestAnimationFrame(() => clock.setTimer(resolve, 0)));
  });
}

const BEFORE_LEAVING_MS = 2000;

/** Longer than any request timeout, so no response can arrive later. */
const LAST_ANSWER_MS = 40_000;

export interface Services {
  readonly session: Session;
  /** Null while no account is open. */
  readonly records: {
    readonly subscribe: (listener: () => void) => () => void;
    readonly getSnapshot: () => RecordServices | OpeningProblem | null;
  };
  readonly storage: StorageTroubles;
  /** Resolves when the first rows are read, opening fails, or no one is signed in. */
  readonly settled: Promise<void>;
  /** Resolves when the account has been opened or closed, or after two seconds. */
  readonly settledTurns: () => Promise<void>;
  /** Call before a reload. Stops sending and waits for requests in flight. */
  readonly stopSending: () => Promise<void>;
  /**
   * Call before the browser asks a question. While Firefox asks, transactions commit what they have written, but the
   * work that would write the rest does not go on.
   */
  readonly abortWrites: () => void;
}

interface Options {
  readonly device: DeviceServices;
  /** '' for the page's own origin. */
  readonly baseUrl: string;
  readonly pageOrigin: string;
  readonly show?: () => Promise<void>;
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
          .catch((error: unknown) =>
            device.log.error('the user id of an account could not be stored', error),
          );
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
  // The engine may have missed a sign-in that another tab finished before this tab was notified.
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
    abortWrites: () => device.databases.watch.abortWrites(),
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
      // The tokens are already removed here. If this request fails, they expire on the server.
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
  // A sign-in needs only the network: it must not wait for the engine's code or fail with it.
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

export function isSignedIn(store: TokenStore, account: Account): boolean {
  return store.account()?.key === account.key && store.tokens() !== null;
}

import type { TokenStore } from '../../auth/token-store.ts';
import type { Accounts } from '../../db/accounts.ts';
import type { DeviceServices } from '../device.ts';
import type { Network } from './network.ts';

export type LoadNetwork = () => Promise<Network>;

interface Options {
  readonly baseUrl: string;
  readonly store: TokenStore;
  readonly device: Pick<DeviceServices, 'locks' | 'clock' | 'log'>;
  readonly accounts: Pick<Accounts, 'learn'>;
  readonly onExpired: (account: string, refused: string) => void;
  /** A stand-in for the browser's fetch, in tests. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Loads what talks HTTP when it is first needed, and asks again for code that could not be loaded. */
export function networkOnDemand({ baseUrl, store, device, accounts, ...options }: Options): LoadNetwork {
  const { locks, clock, log } = device;
  let network: Promise<Network> | null = null;

  async function load(): Promise<Network> {
    const { createNetwork } = await import('./network.ts');
    return createNetwork({
      baseUrl,
      store,
      locks,
      clock,
      onExpired: (account, refused, why) => {
        log.info('the session is over', { why });
        options.onExpired(account, refused);
      },
      onUserKnown: (account, userId) => {
        accounts
          .learn(account, userId)
          .catch((error: unknown) => log.error('an account could not be noted', error));
      },
      ...(options.fetch ? { fetch: options.fetch } : {}),
    });
  }

  return () => {
    network ??= load();
    network.catch(() => {
      network = null;
    });
    return network;
  };
}

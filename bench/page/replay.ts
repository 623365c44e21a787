import { createHttpClient, type HttpRequest } from '../../src/api/http-client.ts';
import { createServices, OpeningProblem } from '../../src/app/boot/create-services.ts';
import { createTokenStore } from '../../src/auth/token-store.ts';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import { createRecord, updateRecord } from '../../src/records/commands.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
import { device } from './account.ts';
import { timed } from './raw.ts';

/** Requests at once, as many as a browser has connections to a server. */
const AT_ONCE = 6;
const QUIET_MS = 400;

interface Amounts {
  readonly creates: number;
  readonly updates: number;
  readonly round: number;
}

/** A change as it was sent. */
export type Call = Pick<HttpRequest, 'path' | 'body'> & { readonly method: 'POST' | 'PATCH' };

let online = true;
const listeners = new Set<() => void>();
let answered = 0;
let lastAskedAt = 0;
/** Null until something is asked for again. */
let firstAskedAt: number | null = null;

function setOnline(now: boolean): void {
  online = now;
  for (const listener of listeners) listener();
}

const services = createServices({
  device: {
    ...device,
    connectivity: {
      isOnline: () => online,
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  },
  baseUrl: '',
  pageOrigin: location.origin,
  fetch: async (input, init) => {
    if (!online) throw new TypeError('Failed to fetch');
    lastAskedAt = performance.now();
    firstAskedAt ??= lastAskedAt;
    const answer = await fetch(input, init);
    const { method = 'GET' } = input instanceof Request ? input : { ...init };
    if (method !== 'GET') answered += 1;
    return answer;
  },
});

/** Signs in and reads everything once. */
export async function signIn(given: { readonly username: string; readonly password: string }): Promise<void> {
  await services.session.signIn(given.username, given.password);
  await eventually(() => services.records.getSnapshot() !== null);
  await eventually(() => account().collections.customers.getSnapshot().records.length > 0);
  await quiet();
}

/**
 * From a device's first request after it is online again to an empty outbox, in ms. The changes are saved before. Up to
 * three seconds by chance, after which each device calls so that not all of them call at once, come before it.
 */
export async function replay({ creates, updates, round }: Amounts): Promise<number> {
  const records = account();
  setOnline(false);
  const blank = resourceSpecs.customers.blank({ now: 0, random: 0 });
  for (let n = 0; n < creates; n += 1) {
    const draft = { ...blank, first_name: 'Ann', last_name: 'New', email: `ours.${round}.${n}@example.com` };
    await createRecord(records, 'customers', draft, { watch: false, initial: blank });
  }
  const known = records.collections.customers.getSnapshot().records.filter(({ server }) => server);
  for (const record of known.slice(0, updates)) {
    const draft = { ...record.view, city: `Town ${round}` };
    await updateRecord(records, 'customers', record.localId, { initial: record.view, draft, watch: false });
  }
  answered = 0;
  firstAskedAt = null;
  setOnline(true);
  await eventually(() => answered >= creates + updates);
  while ((await records.db.relaxed.outbox.count()) > 0) await pause(1);
  const ms = performance.now() - (firstAskedAt ?? Number.NaN);
  await quiet();
  return ms;
}

/** The same calls over the same client, and nothing that is kept; in ms. */
export function sameCalls(calls: readonly Call[]): Promise<number> {
  const send = createHttpClient({ baseUrl: '' });
  const bearer = createTokenStore(device.storage).tokens()?.access ?? null;
  const left = [...calls];
  return timed(() =>
    Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let call = left.shift(); call; call = left.shift()) {
          const answer = await send(call, bearer);
          if (answer.kind !== 'response' || answer.status >= 300) throw new Error(JSON.stringify(answer));
        }
      }),
    ),
  );
}

function account(): RecordServices {
  const records = services.records.getSnapshot();
  if (!records || records instanceof OpeningProblem) throw new Error('The account is not open.');
  return records;
}

/** Nothing has been asked for a while: what the engine reads after a drain is read. */
function quiet(): Promise<void> {
  return eventually(() => performance.now() - lastAskedAt > QUIET_MS);
}

async function eventually(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(1);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

import { setTimeout as delay } from 'node:timers/promises';
import { type Conformance, checkServer } from '../../../conformance/conformance.ts';
import { readOptions } from '../../../conformance/options.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { FakeBackend } from './fake-backend.ts';

export type Fetch = typeof globalThis.fetch;

/** The command's arguments in a test, other than the server's address and the user. */
export interface Called {
  readonly words?: readonly string[];
  readonly password?: string;
  readonly stop?: AbortSignal;
  /** By default, waits for a hundredth of the time. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** In ms. By default, time stands still. */
  readonly now?: () => number;
}

/** Returns a server in memory that announces extensions. */
export function offering(features: readonly string[]): FakeBackend {
  const backend = new FakeBackend();
  for (const feature of features) backend.extensions.features.add(feature);
  return backend;
}

/** Runs the conformance command on a server in memory, with its pauses shortened. */
export function checkFake(backend: FakeBackend, called: Called = {}, fetch: Fetch = backend.fetch) {
  return check({ url: backend.origin, username: 'demo', fetch }, { password: 'restoration', ...called });
}

interface Server {
  readonly url: string;
  readonly username: string;
  readonly fetch: Fetch;
}

/** Runs the conformance command on any server, with its pauses shortened. */
export function check(
  { url, username, fetch }: Server,
  { words = [], password = '', stop, sleep = (ms) => delay(ms / 100), now = () => 0 }: Called,
): Promise<Conformance> {
  const own = ['--url', url, '--username', username, '--password', password, '--fast'];
  const options = readOptions([...own, ...words], {});
  if (options === null) throw new Error('These arguments only ask for help.');
  return checkServer(options, password, {
    machine: { fetch, now, sleep, random: seededRandom(1) },
    today: Date.UTC(2026, 2, 1),
    stop: stop ?? new AbortController().signal,
    tell: () => {},
  });
}

/** Returns the ids of failed checks, in the order of the report. */
export function failedIn({ run }: Conformance): string[] {
  return run.results.filter(({ outcome }) => outcome.is === 'fails').map(({ check: { id } }) => id);
}

/** Returns the ids of skipped checks. */
export function unseenIn({ run }: Conformance): string[] {
  return run.results.filter(({ outcome }) => outcome.is === 'skipped').map(({ check: { id } }) => id);
}

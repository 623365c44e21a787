import { setTimeout as delay } from 'node:timers/promises';
import { type Conformance, checkServer } from '../../../conformance/conformance.ts';
import { readOptions } from '../../../conformance/options.ts';
import { seededRandom } from '../test/seeded-random.ts';
import type { FakeBackend } from './fake-backend.ts';

export type Fetch = typeof globalThis.fetch;

/** How the command is called in a test, beyond where the server is and who signs in. */
export interface Called {
  readonly words?: readonly string[];
  readonly password?: string;
  readonly stop?: AbortSignal;
  /** A hundredth of the time otherwise. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** In ms; stands still otherwise. */
  readonly now?: () => number;
}

/** Calls the conformance command on a server in memory, without its pauses. */
export function checkFake(backend: FakeBackend, called: Called = {}, fetch: Fetch = backend.fetch) {
  return check({ url: backend.origin, username: 'demo', fetch }, { password: 'restoration', ...called });
}

interface Server {
  readonly url: string;
  readonly username: string;
  readonly fetch: Fetch;
}

/** Calls the conformance command on any server, without its pauses. */
export function check(
  { url, username, fetch }: Server,
  { words = [], password = '', stop, sleep = (ms) => delay(ms / 100), now = () => 0 }: Called,
): Promise<Conformance> {
  const own = ['--url', url, '--username', username, '--password', password, '--fast'];
  const options = readOptions([...own, ...words], {});
  if (options === null) throw new Error('These words ask for help alone.');
  return checkServer(options, password, {
    machine: { fetch, now, sleep, random: seededRandom(1) },
    today: Date.UTC(2026, 2, 1),
    stop: stop ?? new AbortController().signal,
    tell: () => {},
  });
}

/** The ids of checks that failed, in the order of the report. */
export function failedIn({ run }: Conformance): string[] {
  return run.results.filter(({ outcome }) => outcome.is === 'fails').map(({ check: { id } }) => id);
}

/** The ids of checks that were not seen. */
export function unseenIn({ run }: Conformance): string[] {
  return run.results.filter(({ outcome }) => outcome.is === 'skipped').map(({ check: { id } }) => id);
}

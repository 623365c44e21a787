import type { Asked, Pass } from '../support/backend/broken-server.ts';
import type { FakeBackend } from '../support/backend/fake-backend.ts';

/** A server that breaks the contract in one way, and what the report must say about it. */
export interface Broken {
  readonly server: string;
  readonly answer: (asked: Asked, pass: Pass, backend: FakeBackend) => Promise<Response>;
  /** The checks that fail, and no others. */
  readonly fails: readonly string[];
  /** True if the app can be used all the same. */
  readonly usable?: true;
  /** True if the server does not let the checks delete their records. */
  readonly keeps?: true;
  /** Parts of the report for a developer and a technician. */
  readonly words: readonly string[];
}

const KINDS = ['customers', 'projects', 'estimates', 'work-orders'];
/** 'customers.gone', 'projects.gone' … */
export const ofEach = (...names: readonly string[]): string[] =>
  KINDS.flatMap((kind) => names.map((name) => `${kind}.${name}`));
export const ofOthers = (...names: readonly string[]): string[] =>
  ofEach(...names).filter((id) => !id.startsWith('customers'));

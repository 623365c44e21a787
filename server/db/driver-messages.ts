import type { Row } from './database.ts';

/**
 * What one thread asks of a driver in another. The number of a `begin` names its transaction from then on,
 * that of a `listen` its listener.
 */
export type DriverRequest = { readonly id: number } & (
  | {
      readonly kind: 'query';
      readonly tx: number | null;
      readonly sql: string;
      readonly values: readonly unknown[];
    }
  | { readonly kind: 'script'; readonly tx: number; readonly sql: string }
  | { readonly kind: 'begin' }
  | { readonly kind: 'commit'; readonly tx: number }
  | { readonly kind: 'rollback'; readonly tx: number }
  | { readonly kind: 'listen'; readonly channel: string }
  | { readonly kind: 'unlisten'; readonly listener: number }
  | { readonly kind: 'close' }
);

/** The answer to the request of that number: its rows, none where it gives none, or what went wrong. */
export type DriverReply = { readonly id: number } & (
  | { readonly rows: readonly Row[] }
  | { readonly error: ErrorFields }
);

/** A notification for a listener, in between the answers. */
export interface DriverNotification {
  readonly listener: number;
  readonly payload: string | null;
}

/** An error on its way between threads: a structured clone would lose the fields that PostgreSQL adds. */
export interface ErrorFields {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** PostgreSQL's own code (SQLSTATE), where it was PostgreSQL that said no. */
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;
}

/** The number under which a driver says that it is open, or why it is not. */
export const OPENED = 0;

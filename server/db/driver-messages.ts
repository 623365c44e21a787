import type { Row } from './database.ts';

/** The `id` of a `begin` also identifies its transaction (`tx`), and the `id` of a `listen` its `listener`. */
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

export type DriverReply = { readonly id: number } & (
  | { readonly rows: readonly Row[] }
  | { readonly error: ErrorFields }
);

export interface DriverNotification {
  readonly listener: number;
  readonly payload: string | null;
}

/** Sent instead of the error, because a structured clone would lose the fields that PostgreSQL adds. */
export interface ErrorFields {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** SQLSTATE, if the error came from PostgreSQL. */
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;
}

/** The `id` of the reply that says whether the driver is open. */
export const OPENED = 0;

import type { AppFiles } from '../../domain/ready.ts';

/** What the device and the session say about the next hours without a connection. */
export interface Readiness {
  /** Looks for a newer version of the app too. Never rejects. */
  appFiles(): Promise<AppFiles>;
  /** Loads the parts of the app that a job needs. Returns false if one is missing. */
  loadParts(): Promise<boolean>;
  /** Times in ms by the server's clock. Null where the session's token does not say. */
  sessionLife(): { readonly begunAt: number | null; readonly endsAt: number | null };
  /** Asks the browser not to remove the data. Some browsers ask the user. */
  persist(): Promise<boolean>;
}

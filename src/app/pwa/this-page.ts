import type { AppUpdate } from './service-worker.ts';

/** The build that this page runs. `watchAppUpdates` writes it; a check before work without a signal reads it. */
export interface ThisPage {
  /** Null before the service worker is registered. */
  update: AppUpdate | null;
  /** Another tab updated the app, so that this page is of an old build. */
  isReplaced: boolean;
}

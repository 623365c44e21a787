import type { AppUpdate } from './service-worker.ts';

/** Apart from the module that registers the worker, which a visit to the landing page loads alone. */
export const thisPage: {
  update: AppUpdate | null;
  /** Another tab updated the app, so that this page is of an old build. */
  isReplaced: boolean;
} = { update: null, isReplaced: false };

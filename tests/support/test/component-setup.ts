import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { hearPopstateFirst } from '../../../src/ui/feedback/first-popstate.ts';
import { flush } from '../browser/flush.ts';

// A busy machine is slower than the second that is usual.
configure({ asyncUtilTimeout: 10_000 });

// As at the start of the app: what a dialog does to the history is not for the router.
hearPopstateFirst();

// What a screen that is gone began is over before its window is: React would look for it.
afterEach(async () => {
  cleanup();
  await flush();
});

// Files share their modules: one that is still being loaded when its window goes may never come for the next file.
afterAll(() => vi.dynamicImportSettled());

import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { flush } from '../browser/flush.ts';

configure({
  // A busy machine is slower than the second that is usual.
  asyncUtilTimeout: 60_000,
  // A wait fails many times before it succeeds: the page is printed only for a failure that somebody reads.
  getElementError: (message, container) => {
    const error = new Error(message ?? '');
    error.name = 'TestingLibraryElementError';
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => `${message}\n\n${prettyDOM(container)}`,
    });
    return error;
  },
});

// Dialogs open and close at once.
const { happyDOM } = window as unknown as {
  happyDOM: { settings: { device: { prefersReducedMotion: string } } };
};
happyDOM.settings.device.prefersReducedMotion = 'reduce';

// What a screen that is gone began is over before its window is: React would look for it.
afterEach(async () => {
  cleanup();
  await flush();
});

// Files share their modules: one that is still being loaded when its window goes may never come for the next file.
afterAll(() => vi.dynamicImportSettled());

import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { flush } from '../browser/flush.ts';

configure({
  // The default of one second is too short on a busy machine.
  asyncUtilTimeout: 60_000,
  // A wait fails many times before it succeeds, so print the page only if the message is read.
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

// Make dialogs open and close without animation.
const { happyDOM } = window as unknown as {
  happyDOM: { settings: { device: { prefersReducedMotion: string } } };
};
happyDOM.settings.device.prefersReducedMotion = 'reduce';

// Finish the work that the screen began while its window still exists, because React would look for it.
afterEach(async () => {
  cleanup();
  await flush();
  // Files share the window too: its functions, and how far it is scrolled, which decides the rows that a list draws.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.scrollTo(0, 0);
  // A link that was really followed would leave all later screens blank.
  if (location.protocol !== 'http:') throw new Error(`The test left the page for ${location.href}`);
});

// Files share modules. A module that is still loading when its window is destroyed may never load for the next file.
afterAll(() => vi.dynamicImportSettled());

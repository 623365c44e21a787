import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { flush } from './flush.ts';

// A busy machine is slower than the second that is usual.
configure({ asyncUtilTimeout: 10_000 });

// What a screen that is gone began is over before its window is: React would look for it.
afterEach(async () => {
  cleanup();
  await flush();
});

import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine is slower than the second that is usual.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

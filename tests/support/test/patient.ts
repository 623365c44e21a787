/** Options for `vi.waitFor`, `vi.waitUntil` and `expect.poll`: longer than any wait on a busy machine. */
export const PATIENT = { timeout: 60_000 };

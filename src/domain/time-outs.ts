/** Time a request may take, in ms; `SLOW_TIMEOUT_MS` for a replay after one that took too long. */
export const TIMEOUT_MS = 10_000;
export const SLOW_TIMEOUT_MS = 30_000;

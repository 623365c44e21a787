const endings: (() => void)[] = [];

/**
 * Calls `end` when the running test is over. An `afterEach` in a module would work only in the first file that loads
 * the module, because files share a process and its modules.
 */
export function atTestEnd(end: () => void): void {
  endings.push(end);
}

/** Call this when the running test is over. */
export function endTest(): void {
  for (const end of endings.splice(0)) end();
}

const endings: (() => void)[] = [];

/**
 * Has `end` carried out when the running test is over. (An `afterEach` of a module would be heard of in the first
 * file that loads it only: files share a process, and what they have loaded.)
 */
export function atTestEnd(end: () => void): void {
  endings.push(end);
}

/** The running test is over. */
export function endTest(): void {
  for (const end of endings.splice(0)) end();
}

/** Among what Node waits for: a turn of the loop that is asked for, and a timer of the machine's own. */
const UNDER_WAY = new Set(['Immediate', 'Timeout']);
/** For what asks for one turn after the other without an end: a transaction that is held open, a database that stays open. */
const TURNS = 60;

/**
 * Lets everything run that does not wait for the clock: IndexedDB, promises, requests. All of these go on in promises
 * and in immediates, so where none is asked for nothing can happen any more. The answer says whether all came to rest.
 */
export async function flush(): Promise<boolean> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!process.getActiveResourcesInfo().some((name) => UNDER_WAY.has(name))) return true;
  }
  return false;
}

/**
 * Node options for a process with PGlite that lives for one test. V8 would spend a second on optimizing WebAssembly,
 * which such a process never regains. The program behaves the same without that.
 */
export const SHORT_LIVED = ['--liftoff-only'];

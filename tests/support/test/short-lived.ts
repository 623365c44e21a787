/**
 * For a process with PGlite that lives for one test: V8 spends a second on making WebAssembly fast that such
 * a process never wins back. The program does the same without it.
 */
export const SHORT_LIVED = ['--liftoff-only'];

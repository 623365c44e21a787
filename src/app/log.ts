import type { Log } from '../domain/ports.ts';

/**
 * The browser's console. A production build keeps to errors and to their kind: records hold people's names
 * and addresses, and error objects may quote them.
 */
export function createLog(production: boolean): Log {
  if (production) {
    return {
      debug: () => {},
      info: () => {},
      error: (message, cause) => console.error(message, cause instanceof Error ? cause.name : typeof cause),
    };
  }
  return {
    debug: (message, facts) => console.debug(message, facts ?? ''),
    info: (message, facts) => console.info(message, facts ?? ''),
    error: (message, cause) => console.error(message, cause),
  };
}

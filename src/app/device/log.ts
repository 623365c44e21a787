import type { Log } from '../../domain/ports.ts';

/** In production, logs only errors, and only their type: their messages may quote names and addresses. */
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

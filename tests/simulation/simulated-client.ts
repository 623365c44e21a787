import type { Send } from '../../src/api/http-client.ts';
import type { Clock } from '../../src/domain/ports.ts';

/**
 * Stands in for src/api/http-client.ts when a simulation is bundled: below this line are axios and the
 * browser, above it everything that decides. Each tab has a clock of its own, which tells who sends.
 */

const sends = new WeakMap<Clock, Send>();

/** Says how the tab with this clock sends. */
export function sendThrough(clock: Clock, send: Send): void {
  sends.set(clock, send);
}

export function createHttpClient({ clock }: { readonly clock: Clock }): Send {
  const send = sends.get(clock);
  if (!send) throw new Error('No simulated network was named for this tab.');
  return send;
}

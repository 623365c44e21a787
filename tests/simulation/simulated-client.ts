import type { Send } from '../../src/api/http-client.ts';
import type { Clock } from '../../src/domain/ports.ts';

/**
 * Replaces src/api/http-client.ts in a bundled simulation. Only axios and the browser are below it; all code that
 * decides anything is above. Each tab has its own clock, which identifies the sender.
 */

const sends = new WeakMap<Clock, Send>();

/** Registers how the tab with this clock sends. */
export function sendThrough(clock: Clock, send: Send): void {
  sends.set(clock, send);
}

export function createHttpClient({ clock }: { readonly clock: Clock }): Send {
  const send = sends.get(clock);
  if (!send) throw new Error('No simulated network was registered for this tab.');
  return send;
}

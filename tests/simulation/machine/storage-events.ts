import Dexie, { type ObservabilitySet } from 'dexie';
import { type Owner, turns } from './turns.ts';

type Listener = (parts: ObservabilitySet) => void;

interface Channel {
  subscribe(listener: Listener): void;
  unsubscribe(listener: Listener): void;
  fire(parts: ObservabilitySet): void;
}

let listeners: { readonly owner: Owner | null; readonly listener: Listener }[] = [];

/**
 * Dexie tells all tabs of a process of a write at once, as if they were one. Here a tab hears of its own writes
 * at once and of the others' in a task of its own and as a copy, as over the browser's channel. Live queries hear by it;
 * lists and the engine by the app's own channel, which is the device's.
 */
export function separateTabs(): void {
  const channel = Dexie.on.storagemutated as unknown as Channel;
  channel.subscribe = (listener) => {
    if (!listeners.some((one) => one.listener === listener)) {
      listeners.push({ owner: turns.current, listener });
    }
  };
  channel.unsubscribe = (listener) => {
    listeners = listeners.filter((one) => one.listener !== listener);
  };
  channel.fire = (parts) => {
    const here = turns.current;
    const others = new Set(listeners.map(({ owner }) => owner));
    others.delete(here);
    tell(here, parts);
    for (const owner of others) turns.deliver(() => tell(owner, structuredClone(parts)), owner);
  };
}

function tell(owner: Owner | null, parts: ObservabilitySet): void {
  for (const one of listeners.slice()) if (one.owner === owner) one.listener(parts);
}

/** Nobody listens any more: of `owner`, or of an earlier run. */
export function forgetListeners(owner?: Owner): void {
  listeners = owner ? listeners.filter((one) => one.owner !== owner) : [];
}

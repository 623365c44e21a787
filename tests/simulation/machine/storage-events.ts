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
 * Separates the tabs of this process. Dexie would tell all of them of a write immediately, as if they were one tab.
 * Here the other tabs receive a copy in a separate task, as over the browser's channel. Live queries depend on it;
 * lists and the engine use the app's own channel, which belongs to the device.
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

/** Removes the listeners of `owner`, or of an earlier run. */
export function forgetListeners(owner?: Owner): void {
  listeners = owner ? listeners.filter((one) => one.owner !== owner) : [];
}

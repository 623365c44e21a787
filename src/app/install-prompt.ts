/** Chromium's event for installing a PWA; no other engine has it and no DOM type names it. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Whether the browser offers to install the app, for `useSyncExternalStore`. */
export interface InstallPrompt {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => boolean;
  /** Shows the browser's own question. Does nothing when it does not offer one. */
  readonly install: () => Promise<void>;
}

/** Call early: the browser offers once, soon after the page has loaded. */
export function watchInstallPrompt(): InstallPrompt {
  const listeners = new Set<() => void>();
  let offer: BeforeInstallPromptEvent | null = null;
  const set = (next: BeforeInstallPromptEvent | null): void => {
    offer = next;
    for (const listener of listeners) listener();
  };
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as BeforeInstallPromptEvent);
  });
  addEventListener('appinstalled', () => set(null));
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => offer !== null,
    install: async () => {
      const asked = offer;
      set(null);
      await asked?.prompt();
    },
  };
}

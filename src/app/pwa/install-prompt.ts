import { createStore, type Store } from '../../domain/store.ts';
import type { InstallOffer } from '../install-way.ts';

/** Chromium's event for installing a PWA; no other engine has it and no DOM type names it. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Whether the browser offers to install the app, for `useSyncExternalStore`. */
export interface InstallPrompt extends Pick<Store<InstallOffer>, 'subscribe' | 'getSnapshot'> {
  /** Shows the browser's own question. Does nothing when it does not offer one. */
  readonly install: () => Promise<void>;
}

/** Call with the first script: the browser offers once, at any time after the page has begun to load. */
export function watchInstallPrompt(): InstallPrompt {
  const { subscribe, getSnapshot, set: tell } = createStore<InstallOffer>('none');
  let event: BeforeInstallPromptEvent | null = null;
  const set = (next: InstallOffer, from: BeforeInstallPromptEvent | null = null): void => {
    event = from;
    tell(next);
  };
  addEventListener('beforeinstallprompt', (offered) => {
    offered.preventDefault();
    set('offered', offered as BeforeInstallPromptEvent);
  });
  addEventListener('appinstalled', () => set('installed'));
  return {
    subscribe,
    getSnapshot,
    install: async () => {
      const asked = event;
      if (!asked) return;
      // It can be shown once. A person who declines is offered it again by the browser, in a later page.
      set('none');
      await asked.prompt();
    },
  };
}

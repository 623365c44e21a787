import { createStore, type Store } from '../../domain/ports.ts';
import type { InstallOffer } from './install.ts';

/** Chromium only, and not in the DOM types. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

export interface InstallPrompt extends Pick<Store<InstallOffer>, 'subscribe' | 'getSnapshot'> {
  /** Does nothing if the browser offers no prompt. */
  readonly install: () => Promise<void>;
}

/** Call this in the first script: the browser offers the prompt only once, and possibly very early. */
export function watchInstallPrompt(): InstallPrompt {
  const { subscribe, getSnapshot, set: publish } = createStore<InstallOffer>('none');
  let event: BeforeInstallPromptEvent | null = null;
  const set = (next: InstallOffer, from: BeforeInstallPromptEvent | null = null): void => {
    event = from;
    publish(next);
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
      const prompt = event;
      if (!prompt) return;
      // The prompt can be shown once. If the user dismisses it, the browser offers it again on a later page load.
      set('none');
      await prompt.prompt();
    },
  };
}

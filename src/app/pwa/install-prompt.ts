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

/** Call in the first script: the browser offers the prompt once, at any time. */
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
      // The prompt can be shown once. After a refusal, the browser offers it again in a later page.
      set('none');
      await asked.prompt();
    },
  };
}

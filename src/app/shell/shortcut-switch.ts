import type { KeyValueStore } from '../../domain/ports.ts';

const KEY = 'shortcuts';

/** Whether keyboard shortcuts work on this device. Speech input may trigger single letters by accident (WCAG 2.1.4). */
export interface ShortcutSwitch {
  isOn(): boolean;
  set(on: boolean): void;
}

export function shortcutSwitch(storage: Pick<KeyValueStore, 'get' | 'set'>): ShortcutSwitch {
  let on = storage.get(KEY) !== 'off';
  return {
    isOn: () => on,
    set: (wanted) => {
      on = wanted;
      try {
        storage.set(KEY, wanted ? 'on' : 'off');
      } catch {
        // No room for a few bytes: it holds for as long as the page lives.
      }
    },
  };
}

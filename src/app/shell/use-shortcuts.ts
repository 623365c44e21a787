import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAllResourceViews } from '../../crud/resource-view.ts';
import type { KeyValueStore } from '../../domain/ports.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useAnyLayer } from '../../ui/feedback/open-layers.ts';
import { NAV_BELOW, NAV_BESIDE, NAV_ENTRIES } from './nav.tsx';

/** In ms. A letter that comes later does not belong to the 'g'. */
const TOGETHER_MS = 1500;

export type Opened = 'help' | 'find' | null;

/**
 * @param isApple the keyboard has Cmd, and Ctrl edits text
 * @returns what the keys opened, and a function that sets it
 */
export function useShortcuts(
  keys: ShortcutSwitch,
  isApple: boolean,
): readonly [Opened, (opened: Opened) => void] {
  const { clock } = useRecordServices();
  const location = useLocation();
  const lists = useAllResourceViews().map(({ path }) => path);
  const navigate = useNavigate();
  const covered = useAnyLayer();
  const [opened, setOpened] = useState<Opened>(null);
  const gAt = useRef(Number.NEGATIVE_INFINITY);

  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (!keys.isOn() || event.defaultPrevented) return;
    const isCovered = covered || opened !== null;
    if (isFindKey(event, isApple)) {
      // Otherwise the browser's own search takes the focus, even over a dialog.
      event.preventDefault();
      if (!isCovered) setOpened('find');
      return;
    }
    if (isCovered || isForBrowserOrField(event)) return;
    const afterG = Math.abs(clock.now() - gAt.current) <= TOGETHER_MS;
    gAt.current = Number.NEGATIVE_INFINITY;
    const shortcut = shortcutFor(event.key, afterG, { ...location, lists });
    if (!shortcut) return;
    if (shortcut.do === 'find' && !focusSearch()) return;
    event.preventDefault();
    if (shortcut.do === 'await') gAt.current = clock.now();
    if (shortcut.do === 'help') setOpened('help');
    if (shortcut.do === 'go') void navigate(shortcut.to);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return [opened, setOpened];
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

/** The only shortcut with Ctrl or Cmd, which fields leave to us too. On a Mac, Ctrl+K deletes the rest of a line. */
function isFindKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, isApple: boolean): boolean {
  const isOurs = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isOurs && key.toLowerCase() === 'k' && !altKey && !shiftKey;
}

/** True for the browser's own shortcuts and for text in fields. */
function isForBrowserOrField({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isField =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
  return ctrlKey || metaKey || altKey || isField;
}

/** The letters after 'g', with their screens. */
export const GO_TO = [
  ...[...NAV_ENTRIES, ...NAV_BELOW].map((entry) => ({ key: entry.title.charAt(0).toLowerCase(), ...entry })),
  ...NAV_BESIDE,
];

type Shortcut =
  | { readonly do: 'find' }
  | { readonly do: 'help' }
  /** The next letter names the screen. */
  | { readonly do: 'await' }
  | { readonly do: 'go'; readonly to: string };

/** @param place `search` is the query of the URL, `lists` the paths where records can be added */
function shortcutFor(
  key: string,
  afterG: boolean,
  {
    pathname,
    search,
    lists,
  }: { readonly pathname: string; readonly search: string; readonly lists: readonly string[] },
): Shortcut | null {
  if (afterG) {
    const entry = GO_TO.find((one) => one.key === key);
    return entry ? { do: 'go', to: entry.path } : null;
  }
  switch (key) {
    case '/':
      return { do: 'find' };
    case '?':
      return { do: 'help' };
    case 'g':
      return { do: 'await' };
    case 'n': {
      const list = lists.find((path) => pathname === path || pathname.startsWith(`${path}/`));
      if (list === undefined) return null;
      const params = new URLSearchParams(pathname === list ? search : '');
      params.set('new', '');
      return { do: 'go', to: `${list}?${params}` };
    }
    default:
      return null;
  }
}

const KEY = 'shortcuts';

/** Can be turned off, because speech input may trigger single letters (WCAG 2.1.4). */
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
        // No space left: the choice lasts only in this page.
      }
    },
  };
}

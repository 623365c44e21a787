import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAllResourceViews } from '../../crud/resource-views.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useAnyLayer } from '../../ui/feedback/open-layers.ts';
import { shortcutFor } from './shortcut-keys.ts';
import type { ShortcutSwitch } from './shortcut-switch.ts';

/** A letter that comes later than this after 'g' stands for itself, in ms. */
const TOGETHER_MS = 1500;

/** Carries out single keys on the screens. @returns whether the list of keys is asked for, and what closes it */
export function useShortcuts(keys: ShortcutSwitch): readonly [boolean, () => void] {
  const { clock } = useRecordServices();
  const location = useLocation();
  const lists = useAllResourceViews().map(({ path }) => path);
  const navigate = useNavigate();
  const covered = useAnyLayer();
  const [help, setHelp] = useState(false);
  const gAt = useRef(Number.NEGATIVE_INFINITY);

  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (covered || !keys.isOn() || event.defaultPrevented || isForSomebodyElse(event)) return;
    const afterG = Math.abs(clock.now() - gAt.current) <= TOGETHER_MS;
    gAt.current = Number.NEGATIVE_INFINITY;
    const shortcut = shortcutFor(event.key, afterG, { ...location, lists });
    if (!shortcut) return;
    if (shortcut.do === 'find' && !focusSearch()) return;
    event.preventDefault();
    if (shortcut.do === 'await') gAt.current = clock.now();
    if (shortcut.do === 'help') setHelp(true);
    if (shortcut.do === 'go') void navigate(shortcut.to);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return [help, () => setHelp(false)];
}

/** Puts the focus into the list's search, if there is one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

/** Keys with Ctrl, Alt or Cmd are the browser's, and what is typed into a field is text. */
function isForSomebodyElse({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isField =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
  return ctrlKey || metaKey || altKey || isField;
}

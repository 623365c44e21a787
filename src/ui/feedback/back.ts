import { onPopstate } from './first-popstate.ts';
import { LayerHistory } from './layer-history.ts';
import { hasLayerForBack, subscribe } from './open-layers.ts';

/** A person's doing. Some ways to type press no key. */
const TOUCHES = ['pointerup', 'click', 'keydown', 'input'] as const;

let following = false;

/**
 * From now on Back, the browser's or the phone's, is to the topmost layer what Escape is. Once for a page.
 * @param touched whether a person has pressed or typed anything on it
 */
export function followBack(touched: boolean): void {
  if (following) return;
  following = true;
  const { history } = window;
  const pushState = history.pushState.bind(history);
  const replaceState = history.replaceState.bind(history);
  const layers = new LayerHistory(
    {
      get state(): unknown {
        return history.state;
      },
      get url() {
        return window.location.href;
      },
      push: ({ state, url }) => pushState(state, '', url),
      replace: ({ state, url }) => replaceState(state, '', url),
      go: (delta) => history.go(delta),
      restoreScroll: (by) => {
        history.scrollRestoration = by;
      },
    },
    { isOpen: hasLayerForBack, closeTop: pressEscape },
    touched,
  );
  // The router is among those who write the address, and must not know of the entry that is added.
  history.pushState = (state, _, url) => layers.push({ state, url: toText(url) });
  history.replaceState = (state, _, url) => layers.replace({ state, url: toText(url) });
  const touch = (event: Event): void => {
    if (!(event instanceof KeyboardEvent && event.key === 'Escape')) layers.touched();
  };
  onPopstate(layers.popped);
  for (const name of TOUCHES) window.addEventListener(name, touch, true);
  subscribe(() => queueMicrotask(layers.settle));
  layers.settle();
}

function toText(url: string | URL | null | undefined): string {
  return url ? String(url) : window.location.href;
}

function pressEscape(): void {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
}

let asked: (() => boolean) | null = null;

/**
 * Listens for steps through the history before anybody else does. Browsers tell a window's listeners in the order in which
 * they came, capturing or not, so this is to be called before the router is there; what it asks may come later.
 */
export function hearPopstateFirst(): void {
  window.addEventListener('popstate', (event) => {
    if (asked?.()) event.stopImmediatePropagation();
  });
}

/** @param isOurs called at each step; true where nobody else is to know of it */
export function onPopstate(isOurs: () => boolean): void {
  asked = isOurs;
}

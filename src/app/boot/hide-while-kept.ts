/**
 * Hides `element` while the browser keeps the page for the Back button. When it comes back, somebody else may
 * be signed in: it is shown again only after the session has been read anew and drawn.
 */
export function hideWhileKept(element: HTMLElement): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) element.style.visibility = 'hidden';
  });
  addEventListener('pageshow', () => {
    requestAnimationFrame(() => element.style.removeProperty('visibility'));
  });
}

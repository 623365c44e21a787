import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { isServedByWorker } from '../device/browser.ts';

/**
 * Adds Inter if it is here before the first words are drawn, so that nothing jumps. Chromium refuses
 * `font-display: optional` to a face that a style sheet brings after the first frame. A first visit leaves the font to
 * the service worker, which fetches it after the first rows.
 */
export function loadFont(root: HTMLElement): void {
  if (!isServedByWorker()) return;
  const face = new FontFace('Inter', `url(${inter})`, { weight: '100 900' });
  face.load().then(
    () => {
      if (root.textContent === '') document.fonts.add(face);
    },
    // The device's own font stays.
    () => undefined,
  );
}

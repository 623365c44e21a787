import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { isServedByWorker } from '../device/browser.ts';

/**
 * Uses Inter only if it has loaded before the first text is drawn, so that no text moves. `font-display: optional`
 * cannot do this: Chromium never uses such a font if its style sheet arrives after the first frame. On a first visit,
 * the service worker fetches the font after the first screen.
 */
export function loadFont(root: HTMLElement): void {
  if (!isServedByWorker()) return;
  const face = new FontFace('Inter', `url(${inter})`, { weight: '100 900' });
  face.load().then(
    () => {
      if (root.textContent === '') document.fonts.add(face);
    },
    // Keep the device's own font.
    () => undefined,
  );
}

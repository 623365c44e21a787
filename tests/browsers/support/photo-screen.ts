import type { SmallPhoto } from '../../support/photos/small-photos.ts';
import { DESKTOP } from '../driver/engine.ts';
import type { Tab } from '../driver/tab.ts';

export async function openPhotos(tab: Tab, address: string): Promise<void> {
  await tab.resize(DESKTOP);
  await tab.open(address);
  await tab.sees({ role: 'button', name: 'From gallery' });
}

/** Drivers cannot choose files, so the page puts them into the app's own input. */
export async function choose(tab: Tab, photos: readonly SmallPhoto[]): Promise<void> {
  if (photos.length === 0) return;
  await tab.show();
  await tab.evaluate(
    (files) => {
      const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]');
      if (!input) throw new Error('No input for files');
      const chosen = new DataTransfer();
      for (const { name, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        chosen.items.add(new File([bytes], name, { type: 'image/jpeg' }));
      }
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    photos.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') })),
  );
}

import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPhotos } from '../../support/photos/photos-screen.tsx';
import { onPhone } from '../../support/records/record-services.tsx';

/** Returns how to tell the app that the page has grown. */
function growingPage(): () => void {
  const observers = new Set<() => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: () => void;
      constructor(tell: () => void) {
        this.#tell = tell;
      }
      observe(element: Element): void {
        if (element === document.body) observers.add(this.#tell);
      }
      unobserve(): void {}
      disconnect(): void {
        observers.delete(this.#tell);
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return () => {
    for (const tell of observers) tell();
  };
}

test('on a phone, a link to the photos shows them also once what is above has loaded, until the user acts', async () => {
  onPhone();
  const grow = growingPage();
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  onTestFinished(() => shown.mockRestore());
  const { user } = await openPhotos();
  await screen.findByText('No photos on this device yet.');
  shown.mockClear();
  grow();
  expect(shown.mock.contexts).toEqual([document.getElementById('record-panel-photos')]);
  await user.click(screen.getByRole('heading', { level: 1 }));
  shown.mockClear();
  grow();
  expect(shown).not.toHaveBeenCalled();
});

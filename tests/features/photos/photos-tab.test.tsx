import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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
  return () => {
    for (const tell of observers) tell();
  };
}

/** Opens the link to the photos on a phone, and scrolls the page to them as a browser does. */
async function openOnPhone() {
  onPhone();
  const grow = growingPage();
  const shown = vi
    .spyOn(Element.prototype, 'scrollIntoView')
    .mockImplementation(() => window.scrollTo(0, PLACE));
  const { user } = await openPhotos();
  await screen.findByText('No photos on this device yet.');
  shown.mockClear();
  return { user, shown, grow };
}

const PLACE = 500;

/** The page is where it is now, and says that it was scrolled. */
const scrolled = (): boolean => fireEvent.scroll(document);

test('on a phone, a link to the photos shows them also once what is above has loaded, until the user acts', async () => {
  const { user, shown, grow } = await openOnPhone();
  grow();
  scrolled();
  expect(shown.mock.contexts).toEqual([document.getElementById('record-panel-photos')]);
  grow();
  expect(shown).toHaveBeenCalledTimes(2);
  await user.click(screen.getByRole('heading', { level: 1 }));
  shown.mockClear();
  grow();
  expect(shown).not.toHaveBeenCalled();
});

test('on a phone, a link to the photos leaves a page alone that the user scrolls by its scroll bar', async () => {
  const { shown, grow } = await openOnPhone();
  window.scrollTo(0, PLACE - 20);
  scrolled();
  grow();
  expect(shown).not.toHaveBeenCalled();
});

test('on a phone, a link to the photos shows them again after the page was scrolled because it shrank', async () => {
  const { shown, grow } = await openOnPhone();
  vi.spyOn(document.body, 'offsetHeight', 'get').mockReturnValue(PLACE - 20);
  window.scrollTo(0, PLACE - 20);
  scrolled();
  grow();
  expect(shown).toHaveBeenCalledTimes(1);
});

/** What a calendar or a list of eight is high, in px, and what stands above a field: its dialog's title and its label. */
const WANTED = 448;
const ABOVE = 96;

/**
 * Scrolls a field up where a list that opens below it would have little room: so neither its label nor the dialog's
 * buttons end up under the list.
 */
export function makeRoomBelow(field: HTMLElement | null): void {
  const { height = window.innerHeight } = window.visualViewport ?? {};
  if (!field || height - field.getBoundingClientRect().bottom >= WANTED) return;
  field.style.scrollMarginTop = `${ABOVE}px`;
  field.scrollIntoView({ block: 'start' });
}

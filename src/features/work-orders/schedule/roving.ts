import { type FocusEvent, type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect } from 'react';

// Of all cards and empty cells ([data-stop]), Tab stops at one, and at the menu ([data-more]) of that card. React
// renders every `tabIndex` as -1 and never changes it again, so that moving the focus renders nothing.

const STOP = '[data-stop]';

/** Keeps one stop for Tab after each render. */
export function useStop(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const first = part.current?.querySelector<HTMLElement>(STOP);
    if (first && part.current && !part.current.querySelector(`${STOP}[tabindex="0"]`))
      makeStop(part.current, first);
  });
}

/** For `onFocus`. */
export function stopAtFocus({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  if (target.matches(STOP)) makeStop(currentTarget, target);
}

function makeStop(part: HTMLElement, stop: HTMLElement): void {
  for (const old of part.querySelectorAll<HTMLElement>(':is([data-stop], [data-more])[tabindex="0"]'))
    old.tabIndex = -1;
  stop.tabIndex = 0;
  const more = stop.parentElement?.querySelector<HTMLElement>(':scope > [data-more]');
  if (more) more.tabIndex = 0;
}

/** For `onKeyDown` of a list: up and down. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOP)];
  const at = stops.findIndex((stop) => stop === event.target);
  if (at >= 0) focusOn(event, stops[at + (STEPS[event.key] ?? stops.length)]);
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** For `onKeyDown` of a table: through the stops of a cell, then to the next cell. */
export function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event;
  const cell = target instanceof Element && target.matches(STOP) ? target.closest('td') : null;
  const row = cell?.parentElement;
  if (!cell || !(row instanceof HTMLTableRowElement)) return;
  const stops = stopsOf(cell);
  const at = stops.findIndex((stop) => stop === target);
  const step = STEPS[key];
  if (step !== undefined) {
    const next = step < 0 ? row.previousElementSibling : row.nextElementSibling;
    const beyond = next instanceof HTMLTableRowElement ? stopsOf(next.cells[cell.cellIndex]) : [];
    return focusOn(event, stops[at + step] ?? beyond.at(step < 0 ? -1 : 0));
  }
  const cells = [...row.querySelectorAll('td')];
  const place = cells.indexOf(cell);
  const side = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: cells.length - 1 }[key];
  if (side === undefined) return;
  const beside = stopsOf(cells[side]);
  focusOn(event, beside[Math.min(at, beside.length - 1)]);
}

function stopsOf(cell: HTMLElement | undefined): HTMLElement[] {
  if (!cell) return [];
  return cell.matches(STOP) ? [cell] : [...cell.querySelectorAll<HTMLElement>(STOP)];
}

function focusOn(event: KeyboardEvent, stop: HTMLElement | undefined): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !stop) return;
  event.preventDefault();
  stop.focus();
  stop.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Marks a job in the rows of all its people while the pointer or the focus is on it. */
export function lightCopies({ currentTarget, target }: SyntheticEvent<HTMLElement>): void {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
  const id = card?.dataset['id'];
  if (card?.hasAttribute('data-lit')) return;
  for (const old of currentTarget.querySelectorAll('[data-lit]')) old.removeAttribute('data-lit');
  if (id === undefined) return;
  const copies = currentTarget.querySelectorAll(`[data-id="${id}"]`);
  if (copies.length > 1) for (const copy of copies) copy.setAttribute('data-lit', '');
}

// Both run in the app's page, so they may use nothing from outside.

/** Presses the keys for the schedule. Returns the time in ms until all cards of this week are painted. */
export function openWeek(cards: number): Promise<number> {
  return new Promise((resolve, reject) => {
    // From a timer, so that the page's long tasks are counted.
    setTimeout(() => {
      const begun = performance.now();
      const look = (): void => {
        const drawn = document.querySelectorAll('main table article').length;
        if (drawn < cards) return void requestAnimationFrame(look);
        if (drawn > cards) return reject(new Error(`${drawn} cards instead of ${cards}`));
        // The frame of this callback paints them, and the timer runs after it, as in the page without a framework.
        setTimeout(() => resolve(performance.now() - begun));
      };
      for (const key of ['g', 'a'])
        document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      look();
    });
  });
}

/** Drags a job to the next day. Returns the time in ms from the drop until the job is painted there. */
export async function dropJob(): Promise<number> {
  const cards = [...document.querySelectorAll<HTMLElement>('main table article[draggable="true"]')];
  const card = cards.find((one) => one.closest('td')?.nextElementSibling);
  const cell = card?.closest('td')?.nextElementSibling;
  if (!card || !cell) throw new Error('No job can be dragged');
  const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
  const dataTransfer = new DataTransfer();
  const send = (element: Element, type: string): void => {
    const { x: clientX, y: clientY } = element.getBoundingClientRect();
    const about = { bubbles: true, cancelable: true, dataTransfer, clientX, clientY };
    element.dispatchEvent(new DragEvent(type, about));
  };
  for (const [element, type] of [
    [card, 'dragstart'],
    [cell, 'dragenter'],
    [cell, 'dragover'],
  ] as const) {
    send(element, type);
    await frame();
    await frame();
  }
  const begun = performance.now();
  send(cell, 'drop');
  while (!cell.querySelector(`[data-id="${card.dataset['id']}"]`)) {
    if (performance.now() - begun > 30_000) throw new Error('The job is not drawn where it was dropped');
    await frame();
  }
  // Here, a frame's callbacks run. The frame paints the job, and the timer runs after it.
  await new Promise((resolve) => setTimeout(resolve));
  const ms = performance.now() - begun;
  send(card, 'dragend');
  return ms;
}

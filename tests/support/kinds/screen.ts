import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { Kind } from './kind.ts';

const RECORD = 'a:not([href^="/sync"])';

/** Returns the samples that a list shows, in order, such as 'ab-'. Any other record is '?'. */
export function shownRows({ titles }: Kind): string {
  return [...document.querySelectorAll(`tbody ${RECORD}, li[aria-posinset] ${RECORD}`)]
    .map((link) => ['a', 'b', '-'][titles.indexOf(link.textContent ?? '')] ?? '?')
    .join('');
}

export async function rowsToBe(kind: Kind, rows: string): Promise<void> {
  await waitFor(() => expect(shownRows(kind)).toBe(rows));
}

/** Returns the texts of a row's cells, without the avatar before a name. */
export function cellsOf(title: string): (string | undefined)[] {
  const row = screen.getByRole('link', { name: title }).closest('tr');
  return [...(row?.querySelectorAll('td') ?? [])].map((cell) =>
    (cell.querySelector('a, bdi') ?? cell).textContent?.trim(),
  );
}

/** Enters the whole text at once, unlike a person. */
export function type(label: HTMLElement, text: string): void {
  fireEvent.input(label, { target: { value: text } });
}

/** Returns the fields of a form by label, in order. This is quicker than searching the whole dialog for each. */
export function fieldsOf(dialog: HTMLElement): ReadonlyMap<string, HTMLElement> {
  const open = [...dialog.querySelectorAll('label')].filter((label) => !label.closest('details:not([open])'));
  const fields = open.map((label) => {
    const field = dialog.querySelector<HTMLElement>(`[id="${label.htmlFor}"]`);
    if (!field) throw new Error(`'${label.textContent}' labels nothing.`);
    return [label.textContent, field] as const;
  });
  return new Map(fields);
}

/** Fills in the fields with these labels: types texts, selects choices, and looks up customers. */
export async function fillIn(
  user: UserEvent,
  dialog: HTMLElement,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const fields = fieldsOf(dialog);
  for (const [label, text] of Object.entries(texts)) {
    const field = fields.get(label);
    if (!field) throw new Error(`There is no field '${label}'.`);
    if (field instanceof HTMLSelectElement) await user.selectOptions(field, text);
    else if (field.getAttribute('role') === 'combobox') {
      await user.type(field, text.toUpperCase());
      await user.keyboard('{Enter}');
      expect(field).toHaveValue(text);
    } else {
      type(field, text);
      fireEvent.blur(field);
    }
  }
}

/** Returns the button with these words. */
export function button(within: HTMLElement, words: string): HTMLElement {
  const found = [...within.querySelectorAll('button')].find((one) => one.textContent?.trim() === words);
  if (!found) throw new Error(`There is no button '${words}'.`);
  return found;
}

/** Chooses an entry of the menu on a record's screen, once it is enabled. */
export async function chooseMore(user: UserEvent, words: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  const item = await screen.findByRole('menuitem', { name: words });
  await waitFor(() => expect(item).not.toHaveAttribute('aria-disabled'));
  await user.click(item);
}

/** Waits until the element is gone. Does not use `expect`, which would print the element at each try. */
export async function gone(element: HTMLElement): Promise<void> {
  await waitFor(() => {
    if (element.isConnected) throw new Error(`Still there: ${element.textContent}`);
  });
}

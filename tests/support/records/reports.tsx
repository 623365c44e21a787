import { screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { KINDS } from '../kinds/kinds.ts';
import { startApp, TestRecords } from './record-services.tsx';

/** All samples of all kinds. */
export async function aCompany(): Promise<TestRecords> {
  const records = await TestRecords.open();
  for (const [, { resource, a, b, blank }] of KINDS) await records.seedAll(resource, [a, b, blank]);
  return records;
}

/** What the browser was given to download: name and content. The first `failing` times it takes nothing. */
export function downloads({ failing = 0 } = {}): { name: string; content: Blob }[] {
  let failuresLeft = failing;
  const taken: { name: string; content: Blob }[] = [];
  const contents: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    if (failuresLeft-- > 0) throw new Error('no room');
    contents.push(content as Blob);
    return `blob:${contents.length}`;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const content = contents[Number(this.href.slice('blob:'.length)) - 1];
    if (content) taken.push({ name: this.download, content });
  });
  return taken;
}

/** Presses it as soon as it can be pressed. */
export async function press(user: ReturnType<typeof startApp>['user'], inside: HTMLElement, name: string) {
  const button = within(inside).getByRole('button', { name });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
}

export async function card(title: string): Promise<HTMLElement> {
  return screen.findByRole('region', { name: title });
}

export async function openReport(title: string, records: TestRecords) {
  const { user } = startApp('/reports', records);
  await user.click(within(await card(title)).getByRole('button', { name: 'View Report' }));
  return { user, dialog: await screen.findByRole('dialog', { name: title }) };
}

export function tiles(dialog: HTMLElement): [string | null, string | null][] {
  return within(dialog)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent ?? null]);
}

export function table(dialog: HTMLElement): (string | null)[][] {
  return within(dialog)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
}

import { createEvent, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { specOf } from '../../src/domain/resource-specs.ts';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

// What a click on a row does: one handler for the whole list, so that what it must leave alone is worth a look.

beforeEach(() => getSelection()?.removeAllRanges());

async function annsLink(): Promise<HTMLElement> {
  const records = await TestRecords.open();
  await records.seed(ann);
  startApp('/customers', records);
  return screen.findByRole('link', { name: 'Ann Lee' });
}

function annsCell(link: HTMLElement): HTMLElement {
  const [, cell] = link.closest('tr')?.querySelectorAll('td') ?? [];
  if (!cell) throw new Error('The row has no second cell.');
  return cell;
}

async function opened(): Promise<void> {
  await screen.findByRole('heading', { level: 1, name: 'Ann Lee' });
}

test('the link of a row leads to its record, within the app', async () => {
  const link = await annsLink();
  expect(fireEvent.click(link)).toBe(false);
  await opened();
  expect(window.location.pathname).toBe(link.getAttribute('href'));
});

test('so does a click beside it', async () => {
  const link = await annsLink();
  fireEvent.click(annsCell(link));
  await opened();
  expect(window.location.pathname).toBe(link.getAttribute('href'));
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a click on the link with %o is the browser’s',
  async (how) => {
    const link = await annsLink();
    const click = createEvent.click(link, how);
    // What the browser would make of it is not for this test.
    window.addEventListener(
      'click',
      (event) => {
        expect(event.defaultPrevented).toBe(false);
        event.preventDefault();
      },
      { once: true },
    );
    fireEvent(link, click);
    expect(window.location.pathname).toBe('/customers');
  },
);

test('whoever selects a text of a row stays in the list', async () => {
  const link = await annsLink();
  const cell = annsCell(link);
  getSelection()?.selectAllChildren(cell);
  fireEvent.click(cell);
  expect(window.location.pathname).toBe('/customers');
  getSelection()?.removeAllRanges();
});

test('a row’s buttons open nothing but their dialogs', async () => {
  await annsLink();
  fireEvent.click(screen.getByRole('button', { name: 'Edit Ann Lee' }));
  await screen.findByRole('dialog');
  expect(window.location.pathname).toBe('/customers');
});

test('the pointer over a cell that is cut off shows its text, and never an id', async () => {
  const records = await TestRecords.open();
  await records.seed(ann);
  await records.seedAll('projects', [
    { ...specOf('projects').blank({ now: 0, random: 0 }), title: 'Roof', customer: '1' },
  ]);
  startApp('/projects', records);
  const link = await screen.findByRole('link', { name: 'Roof' });
  const titles = [...(link.closest('tr')?.querySelectorAll('td[title]') ?? [])].map((cell) =>
    cell.getAttribute('title'),
  );
  expect(titles).not.toContain('1');
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { KINDS, openList, seedSamples } from '../support/kinds/kinds.ts';
import { button, cellsOf, gone, rowsToBe, shownRows, type } from '../support/kinds/screen.ts';
import { ann } from '../support/records/mutations.ts';
import { onDesk, onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';

describe.each(KINDS)('the list of %s', (plural, kind) => {
  const { label, columns } = kind;

  // @spec 2.34 2.37 2.42 2.43 2.47 2.48 2.49 2.52 2.55 3.2 9.13 D1.24 D1.25 D1.43 D1.47 D2.34 D2.35 D4.7
  test('has its columns, its own order and any other that is asked for', async () => {
    const { user } = openList(kind, await seedSamples(kind));
    await rowsToBe(kind, kind.order);
    const headers = screen.getAllByRole('columnheader');
    expect(headers.map((header) => header.textContent)).toEqual([
      ...columns.map(({ header }) => header),
      'Actions',
    ]);
    for (const [index, title] of kind.titles.entries()) {
      expect(cellsOf(title)).toEqual([...columns.map(({ cells }) => cells[index]), '']);
    }
    expect(screen.getByText(`3 ${plural}`)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: label.plural })).toBeVisible();
    await waitFor(() => expect(document.title).toBe(`${label.plural} · Restoration CRM`));

    for (const [index, { header, sorted }] of columns.entries()) {
      const press = headers[index]?.querySelector('button') as HTMLElement;
      await user.click(press);
      expect([header, shownRows(kind), headers[index]?.getAttribute('aria-sort')]).toEqual([
        header,
        sorted[0],
        'ascending',
      ]);
      await user.click(press);
      expect([header, shownRows(kind), headers[index]?.getAttribute('aria-sort')]).toEqual([
        header,
        sorted[1],
        'descending',
      ]);
      await user.click(press);
      expect([header, shownRows(kind), headers[index]?.getAttribute('aria-sort')]).toEqual([
        header,
        kind.order,
        'none',
      ]);
    }
  });

  // @spec 2.36 2.44 2.50 2.53 2.56 D1.35
  test('is searched in its fields and narrowed by its filters, which the address keeps', async () => {
    onDesk();
    const { user, unmount } = openList(kind, await seedSamples(kind));
    await rowsToBe(kind, kind.order);
    const box = screen.getByRole('searchbox', { name: `Search ${plural}` });
    for (const text of kind.finds) {
      type(box, text);
      await waitFor(() => expect([text, shownRows(kind)]).toEqual([text, 'a']));
      expect(screen.getByText(`1 of 3 ${plural}`)).toBeVisible();
    }
    type(box, kind.findsNot);
    expect(await screen.findByText(`No ${plural} match “${kind.findsNot}”`)).toBeVisible();
    await user.click(button(document.body, `Show all ${plural}`));
    await rowsToBe(kind, kind.order);

    await screen.findByLabelText('Filter by status');
    const filters = document.querySelectorAll('main select');
    expect([...filters].map((filter) => filter.getAttribute('aria-label'))).toEqual(
      kind.filters.map(({ name }) => name),
    );
    for (const { name, offers, choices } of kind.filters) {
      const filter = await screen.findByLabelText(name);
      expect([...filter.querySelectorAll('option')].map((option) => option.textContent)).toEqual(offers);
      for (const [choice, address, leaves] of choices) {
        await user.selectOptions(filter, choice);
        await rowsToBe(kind, leaves);
        expect(screen.getByText(`${leaves.length} of 3 ${plural}`)).toBeVisible();
        expect(decodeURIComponent(window.location.search)).toBe(address);
      }
      await user.selectOptions(filter, offers[0] ?? '');
      await rowsToBe(kind, kind.order);
    }

    // A link, like that of a dashboard card, leads to the same; one to nothing says so.
    unmount();
    const [first] = kind.filters;
    const [choice, address, leaves] = first?.choices[0] ?? ['', '', ''];
    const linked = openList(kind, await seedSamples(kind), `${address}&sort=-status`);
    await rowsToBe(kind, leaves);
    expect(await screen.findByLabelText(first?.name ?? '')).toHaveDisplayValue(choice);
    expect(screen.getByRole('columnheader', { name: /Status/ })).toHaveAttribute('aria-sort', 'descending');
    linked.unmount();
    openList(kind, await seedSamples(kind), '?status=on_fire');
    expect(await screen.findByText(`No ${plural} match this filter`)).toBeVisible();
    expect(screen.getByText('Check the spelling or clear the filters.')).toBeVisible();
    expect(await screen.findByLabelText('Filter by status')).toHaveDisplayValue('on_fire');
  });

  // @spec D1.38 D1.43 D2.35
  test('has any order on a phone too, which the address keeps', async () => {
    onPhone();
    const { user } = openList(kind, await seedSamples(kind));
    await rowsToBe(kind, kind.order);
    const picker = await screen.findByRole('combobox', { name: 'Sort by' });
    const own = kind.order.startsWith('-') ? 'Newest first' : 'Oldest first';
    expect(picker).toHaveDisplayValue(own);
    for (const { header, sorted } of columns) {
      for (const [index, direction] of ['ascending', 'descending'].entries()) {
        await user.selectOptions(picker, `${header}, ${direction}`);
        await rowsToBe(kind, sorted[index] ?? '');
      }
    }
    expect(window.location.search).toMatch(/^\?sort=-\w+$/);
    await user.selectOptions(picker, own);
    await rowsToBe(kind, kind.order);
    expect(window.location.search).toBe('');
  });

  // @spec 2.40 8.26 D1.3 D1.22
  test('is a list of cards on a phone, to edit and to delete from', async () => {
    onPhone();
    const records = await seedSamples(kind);
    await records.say({ reasons: ['offline'] });
    const { user } = openList(kind, records);
    await rowsToBe(kind, kind.order);
    expect(screen.queryByRole('table')).toBeNull();
    const [title] = kind.titles;
    const card = screen.getByRole('link', { name: title }).closest('li') as HTMLElement;
    for (const { cells } of columns) expect(card).toHaveTextContent(cells[0]);
    const blank = screen.getByRole('link', { name: kind.titles[2] }).closest('li') as HTMLElement;
    expect([...blank.querySelectorAll('dd')].map(({ textContent }) => textContent)).not.toContain('-');

    await user.click(within(card).getByLabelText(`Edit ${title}`));
    const form = await screen.findByRole('dialog', { name: `Edit ${label.title}` });
    await user.click(button(form, 'Cancel'));
    await gone(form);

    await user.click(within(card).getByLabelText(`Delete ${title}`));
    const question = await screen.findByRole('dialog', { name: `Delete ${label.title}` });
    expect(question).toHaveTextContent(`Are you sure you want to delete this ${label.noun}?`);
    await user.click(button(question, 'Cancel'));
    await gone(question);
    expect(await records.outbox()).toEqual([]);
    expect(within(card).getByLabelText(`Delete ${title}`)).toHaveFocus();

    await user.click(within(card).getByLabelText(`Delete ${title}`));
    await user.click(button(await screen.findByRole('dialog'), 'Delete'));
    await rowsToBe(kind, kind.order.replace('a', ''));
    expect((await records.changes(1))[0]).toMatchObject({ kind: 'delete', localId: '1' });
    await records.park({ detail: 'In use.' }, { status: 409 });
    await rowsToBe(kind, kind.order);
    const back = screen.getByRole('link', { name: title }).closest('li') as HTMLElement;
    await waitFor(() => expect(back).toHaveTextContent('Needs attention'));
  });

  // @spec 2.35 3.2 4.13 8.5 D1.25 D2.21
  test('says what it waits for while there are no rows', async () => {
    const records = await TestRecords.open();
    await records.say({ pulledAt: null });
    openList(kind, records);
    expect(await screen.findByRole('status', { name: `Loading ${plural}` })).toBeVisible();
    await records.say({ pulledAt: null, error: `Failed to fetch ${plural}` });
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(`Failed to fetch ${plural}`));
    // The list asks when it opens, and again when it is told to.
    const asked = `request:${kind.resource}`;
    const { meta } = records.services.db.relaxed;
    await waitFor(async () => expect(await meta.get(asked)).toBeDefined());
    await meta.delete(asked);
    fireEvent.click(button(document.body, 'Retry'));
    await waitFor(async () => expect(await meta.get(asked)).toBeDefined());
    await records.say({ pulledAt: null, reasons: ['offline'] });
    expect(await screen.findByText(`No ${plural} on this device yet`)).toBeVisible();
    await records.say({});
    expect(await screen.findByText(`No ${plural} yet`)).toBeVisible();
    expect(screen.getAllByRole('button', { name: `Add ${label.title}` })).toHaveLength(2);
  });
});

test('a card on a phone names a company without a person once', async () => {
  onPhone();
  const records = await TestRecords.open();
  await records.seed({ ...ann, first_name: '', last_name: '', company_name: 'Harbor Dental' });
  startApp('/customers', records);
  const card = (await screen.findByRole('link', { name: 'Harbor Dental' })).closest('li');
  expect(card?.textContent?.match(/Harbor Dental/g)).toHaveLength(1);
});

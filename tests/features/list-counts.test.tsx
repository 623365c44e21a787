import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { KINDS, openList, seedSamples } from '../support/kinds/kinds.ts';
import { button, fillIn, gone, rowsToBe, type } from '../support/kinds/screen.ts';

describe.each(KINDS)('the list of %s', (plural, kind) => {
  const { form, label, resource, order, titles } = kind;
  const first = order.startsWith('-');
  const counted = (count: number) => screen.findByText(new RegExp(`^${count} ${plural}`));

  // @spec 0.2 2.37 4.8 4.9 4.10 4.12 D1.25 D2.34
  test('counts a new one at once where it belongs, a deleted one no longer, a changed one once in its place', async () => {
    const records = await seedSamples(kind);
    await records.say({ reasons: ['offline'] });
    const { user } = openList(kind, records);
    await rowsToBe(kind, order);
    expect(await counted(3)).toBeVisible();

    await user.click(
      (await screen.findAllByRole('button', { name: `Add ${label.title}` }))[0] as HTMLElement,
    );
    const add = await screen.findByRole('dialog', { name: `Add New ${label.title}` });
    await within(add).findByLabelText(form.labels[0] ?? '');
    await fillIn(user, add, form.fill);
    await user.click(button(add, 'Create'));
    await gone(add);
    expect(await counted(4)).toBeVisible();
    await rowsToBe(kind, first ? `?${order}` : `${order}?`);
    expect(first).toBe(['customers', 'projects'].includes(resource));

    await user.click(await screen.findByLabelText(`Delete ${titles[1]}`));
    const question = await screen.findByRole('dialog', { name: `Delete ${label.title}` });
    await waitFor(() => expect(button(question, 'Delete')).toBeVisible());
    await user.click(button(question, 'Delete'));
    await gone(question);
    expect(await counted(3)).toBeVisible();
    const left = order.replace('b', '');
    const rows = first ? `?${left}` : `${left}?`;
    await rowsToBe(kind, rows);

    await user.click(await screen.findByLabelText(`Edit ${titles[0]}`));
    const edit = await screen.findByRole('dialog', { name: `Edit ${label.title}` });
    type(await within(edit).findByLabelText(form.change.label), 'Changed');
    await user.click(button(edit, 'Update'));
    await gone(edit);
    expect(await records.viewOf(resource, '1')).toMatchObject({ [form.change.field]: 'Changed' });
    expect(await counted(3)).toBeVisible();
    const places = [...document.querySelectorAll('tbody tr')];
    const waiting = places.filter((row) => row.textContent.includes('Waiting to sync'));
    expect(waiting.map((row) => places.indexOf(row))).toEqual(
      [rows.indexOf('?'), rows.indexOf('a')].toSorted((a, b) => a - b),
    );
  });
});

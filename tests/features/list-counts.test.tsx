import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { KINDS, openList, seedSamples } from '../support/kinds/kinds.ts';
import { button, fillIn, gone, rowsToBe, type } from '../support/kinds/screen.ts';

describe.each(KINDS)('the list of %s counts', (plural, kind) => {
  const { form, label, resource, order, titles } = kind;
  const first = order.startsWith('-');

  async function openAll() {
    const records = await seedSamples(kind);
    await records.say({ reasons: ['offline'] });
    const { user } = openList(kind, records);
    await rowsToBe(kind, order);
    return { records, user };
  }

  const counted = (count: number) => screen.findByText(new RegExp(`^${count} ${plural}`));

  // @spec 4.8 4.9 D1.25 D2.34
  test('a new one at once, where it belongs: first or last', async () => {
    const { user } = await openAll();
    await counted(3);
    await user.click(
      (await screen.findAllByRole('button', { name: `Add ${label.title}` }))[0] as HTMLElement,
    );
    const dialog = await screen.findByRole('dialog', { name: `Add New ${label.title}` });
    await within(dialog).findByLabelText(form.labels[0] ?? '');
    await fillIn(user, dialog, form.fill);
    await user.click(button(dialog, 'Create'));
    await gone(dialog);
    expect(await counted(4)).toBeVisible();
    await rowsToBe(kind, first ? `?${order}` : `${order}?`);
    expect(first).toBe(['customers', 'projects'].includes(resource));
  });

  // @spec 2.37 4.10
  test('a changed one once, in its place, as it is now', async () => {
    const { records, user } = await openAll();
    await user.click(await screen.findByLabelText(`Edit ${titles[0]}`));
    const dialog = await screen.findByRole('dialog', { name: `Edit ${label.title}` });
    type(await within(dialog).findByLabelText(form.change.label), 'Changed');
    await user.click(button(dialog, 'Update'));
    await gone(dialog);
    expect(await records.viewOf(resource, '1')).toMatchObject({ [form.change.field]: 'Changed' });
    expect(await counted(3)).toBeVisible();
    const places = [...document.querySelectorAll('tbody tr')];
    const waiting = places.filter((row) => row.textContent.includes('Waiting to sync'));
    expect(waiting.map((row) => places.indexOf(row))).toEqual([order.indexOf('a')]);
  });

  // @spec 0.2 2.37 4.12
  test('a deleted one no longer', async () => {
    const { user } = await openAll();
    await user.click(await screen.findByLabelText(`Delete ${titles[0]}`));
    const question = await screen.findByRole('dialog', { name: `Delete ${label.title}` });
    await waitFor(() => expect(button(question, 'Delete')).toBeVisible());
    await user.click(button(question, 'Delete'));
    await gone(question);
    expect(await counted(2)).toBeVisible();
    await rowsToBe(kind, order.replace('a', ''));
  });
});

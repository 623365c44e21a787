import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Kind } from '../support/kinds/kind.ts';
import { KINDS, openList, seedSamples } from '../support/kinds/kinds.ts';
import { button, fieldsOf, fillIn, gone, rowsToBe, type } from '../support/kinds/screen.ts';
import type { TestRecords } from '../support/records/record-services.tsx';

async function openNew(kind: Kind, records: TestRecords, query = '') {
  const app = openList(kind, records, query);
  const { title } = kind.label;
  await app.user.click((await screen.findAllByRole('button', { name: `Add ${title}` }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: `Add New ${title}` });
  await within(dialog).findByLabelText(kind.form.labels[0] ?? '');
  return { ...app, dialog };
}

describe.each(KINDS)('the dialog of %s', (plural, kind) => {
  const { form, label, resource } = kind;

  // @spec 0.2 2.18 2.20 2.22 2.35 2.38 2.39 2.58 3.7 3.10 3.11 3.12 3.13 3.14 3.15 3.18 3.19 4.13 9.15 D2.10
  // @spec D4.1 D4.2 D4.3 D4.4 D4.6 D4.9
  test('begins with the defaults and closes when the server has what was filled in', async () => {
    const records = await seedSamples(kind);
    const { user, dialog } = await openNew(kind, records);
    const fields = fieldsOf(dialog);
    expect([...fields.keys()]).toEqual(form.labels);
    for (const [text, field] of fields) {
      expect([text, field]).toEqual([text, expect.toSatisfy(shows(form.defaults[text] ?? ''))]);
      expect(field.getAttribute('inputmode')).toBe(form.keyboards[text] ?? null);
    }
    await fillIn(user, dialog, form.fill);
    await user.click(button(dialog, 'Create'));
    const [change] = await records.changes(1);
    expect(change).toMatchObject({ kind: 'create', resource, watched: true });
    expect(await records.viewOf(resource, change?.localId)).toMatchObject(form.saves);
    expect(dialog).toBeVisible();
    await records.confirm(41);
    await gone(dialog);

    const row = (await screen.findByRole('link', { name: form.title })).closest('tr') as HTMLElement;
    await waitFor(() => expect(row).toHaveAttribute('data-fresh', 'true'));
    expect(row).not.toHaveTextContent('Waiting to sync');
    await rowsToBe(kind, kind.order.startsWith('-') ? `?${kind.order}` : `${kind.order}?`);
    records.clock.advance(10_000);
    await waitFor(() => expect(row).not.toHaveAttribute('data-fresh'));
  });

  // @spec D2.6 D2.15
  test('closes at once without a connection; a list that hides the new row says so', async () => {
    const records = await seedSamples(kind);
    await records.say({ reasons: ['offline'] });
    const { user, dialog } = await openNew(kind, records, '?search=zzz&status=on_fire');
    await fillIn(user, dialog, form.fill);
    await user.click(button(dialog, 'Create'));
    await gone(dialog);
    const words = `The new ${label.noun} is saved. The search or filter hides it.`;
    const notice = (await screen.findByText(words)).closest('[role=status]') as HTMLElement;
    await user.click(button(notice, `Show all ${plural}`));
    const row = (await screen.findByRole('link', { name: form.title })).closest('tr');
    expect(row).toHaveTextContent('Waiting to sync');
    expect(row).toHaveAttribute('data-fresh', 'true');
    expect(notice).not.toBeInTheDocument();
    expect(window.location.search).toBe('');
  });

  // @spec 0.2 2.18 2.20 2.22 2.38 2.39 8.16 8.22 8.23 D2.11
  test('sends what was changed, says what the server refused, and asks before it is thrown away', async () => {
    const records = await seedSamples(kind);
    const { user } = openList(kind, records);
    await user.click(await screen.findByLabelText(`Edit ${kind.titles[0]}`));
    const dialog = await screen.findByRole('dialog', { name: `Edit ${label.title}` });
    const field = await within(dialog).findByLabelText(form.change.label);
    type(field, 'Changed');
    await user.click(button(dialog, 'Update'));
    const [change] = await records.changes(1);
    const { field: name } = form.change;
    expect(change?.fields).toEqual({ [name]: { base: kind.a[name], value: 'Changed' } });

    await records.park(form.refusal.body);
    const alert = within(dialog).getByRole('alert');
    await waitFor(() => expect(alert).toHaveTextContent(form.refusal.words.join('')));
    const marked = [...fieldsOf(dialog)].filter(([, one]) => one.matches('[aria-invalid=true]'));
    expect(marked.map(([text]) => text)).toEqual(form.refusal.marked);

    await user.click(button(dialog, 'Cancel'));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await user.click(button(question, 'Keep editing'));
    await gone(question);
    type(field, 'Changed again');
    await user.click(button(dialog, 'Update'));
    await waitFor(async () => expect((await records.outbox())[0]?.state).toBe('queued'));
    expect(within(dialog).queryByRole('alert')).toBeEmptyDOMElement();
    await records.park(null);
    await waitFor(() => expect(alert).toHaveTextContent(`Failed to save ${label.noun}`));
    await user.keyboard('{Escape}');
    await user.click(button(await screen.findByRole('dialog', { name: /^Discard/ }), 'Discard'));
    await gone(dialog);
    expect(await records.outbox()).toEqual([]);
    expect(await records.viewOf(resource, '1')).toMatchObject({ [name]: kind.a[name] });
  });
});

/** Returns true if a field shows a text, or one like it. A choice shows its label. */
function shows(wanted: string | RegExp): (field: HTMLElement) => boolean {
  return (field) => {
    const shown =
      field instanceof HTMLSelectElement
        ? field.selectedOptions[0]?.textContent
        : (field as HTMLInputElement).value;
    return typeof wanted === 'string' ? shown === wanted : wanted.test(shown ?? '');
  };
}

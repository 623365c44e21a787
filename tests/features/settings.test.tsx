import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { readSettings } from '../../src/db/settings.ts';
import { NO_SETTINGS } from '../../src/domain/settings.ts';
import { saveSettings } from '../../src/records/save-settings.ts';
import { NotSavedError } from '../../src/records/save-transaction.ts';
import { button, gone, type } from '../support/kinds/screen.ts';
import { chooseInMenu } from '../support/records/account-menu.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

async function openSettings() {
  const records = await TestRecords.open();
  const { user } = startApp('/settings', records);
  const edit = await screen.findByRole('button', { name: 'Edit' });
  await waitFor(() => expect(edit).toBeEnabled());
  await user.click(edit);
  const dialog = await screen.findByRole('dialog', { name: 'Edit Settings' });
  await within(dialog).findByLabelText('Company Name');
  const field = (label: string): HTMLInputElement => within(dialog).getByLabelText(label);
  const kept = () => {
    const { relaxed } = records.services.db;
    return relaxed.transaction('r', relaxed.settings, readSettings);
  };
  return { records, user, dialog, field, kept };
}

/** What stands beside the name of a fact on the screen. */
function fact(name: string): string | null | undefined {
  const names = [...document.querySelectorAll('main dt')];
  return names.find((element) => element.textContent === name)?.nextElementSibling?.textContent;
}

test('the user menu leads to the settings, which say where they are kept', async () => {
  const { user } = startApp('/dashboard', await TestRecords.open());
  await chooseInMenu(user, 'Settings');
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  expect(document.title).toBe('Settings · Restoration CRM');
  expect(
    screen.getByText(/^Kept on this device for your account.* When you log out, it is removed/),
  ).toBeVisible();
});

test('what is entered is kept on the device, and the outbox stays empty', async () => {
  const { records, user, dialog, field, kept } = await openSettings();
  type(field('Company Name'), 'Lakeside Restoration');
  type(field('Company Address'), '12 Harbor Street\nAustin, TX 78701');
  type(field('Company Phone'), '+1-512-555-0100');
  type(field('My Name'), 'Maria Sanchez');
  await user.click(button(dialog, 'Save'));
  await gone(dialog);
  await waitFor(() => expect(fact('Company Name')).toBe('Lakeside Restoration'));
  expect(fact('Company Address')).toBe('12 Harbor StreetAustin, TX 78701');
  expect(await kept()).toEqual({
    companyName: 'Lakeside Restoration',
    companyAddress: '12 Harbor Street\nAustin, TX 78701',
    companyPhone: '+1-512-555-0100',
    companyLogo: '',
    myName: 'Maria Sanchez',
    checklists: '',
  });
  expect(await records.outbox()).toEqual([]);
});

test('what was typed and not saved is asked about', async () => {
  const { user, dialog, field, kept } = await openSettings();
  type(field('Company Name'), 'Lakeside');
  await user.click(button(dialog, 'Cancel'));
  const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
  await user.click(button(question, 'Keep editing'));
  await gone(question);
  expect(field('Company Name')).toHaveValue('Lakeside');
  await user.click(button(dialog, 'Cancel'));
  await user.click(button(await screen.findByRole('dialog', { name: 'Discard your changes?' }), 'Discard'));
  await gone(dialog);
  expect(await kept()).toEqual(NO_SETTINGS);
});

test('a save that the device did not take says why, and what was typed is still there', async () => {
  const { records, user, dialog, field } = await openSettings();
  type(field('My Name'), 'Maria');
  const refused = vi
    .spyOn(records.services.db.strict, 'transaction')
    .mockRejectedValueOnce(new NotSavedError('This device is out of storage.') as never);
  await user.click(button(dialog, 'Save'));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This device is out of storage.');
  expect(field('My Name')).toHaveValue('Maria');
  refused.mockRestore();
  await user.click(button(dialog, 'Save'));
  await gone(dialog);
});

test('what another tab saves shows at once, in the form too, unless it was typed over here', async () => {
  const { records, user, dialog, field, kept } = await openSettings();
  type(field('Company Name'), 'Mine');
  await saveSettings(records.services, { companyName: 'Theirs', companyPhone: '555-0199' });
  await waitFor(() => expect(field('Company Phone')).toHaveValue('555-0199'));
  expect(field('Company Name')).toHaveValue('Mine');
  expect(field('Company Name')).toHaveAccessibleDescription(
    'Another tab has saved “Theirs”. Saving replaces it.',
  );
  await user.click(button(dialog, 'Save'));
  await gone(dialog);
  expect(await kept()).toMatchObject({ companyName: 'Mine', companyPhone: '555-0199' });
});

test.each([
  ['notes.txt', 'text/plain', 10, 'notes.txt is not a PNG, JPEG, WebP, GIF or SVG picture.'],
  ['huge.png', 'image/png', 10_000_001, 'huge.png is larger than 10 MB. Choose a smaller picture.'],
])('%s is no logo, and that is said', async (name, mime, size, words) => {
  const { dialog, kept } = await openSettings();
  const file = new File([new Uint8Array(size)], name, { type: mime });
  const [input] = [...dialog.querySelectorAll<HTMLInputElement>('input[type=file]')];
  fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(words);
  expect(await kept()).toEqual(NO_SETTINGS);
});

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { writeMeta } from '../../src/db/meta-rows.ts';
import { changeKeptSettings, noteSettings, readKeptSettings } from '../../src/db/settings-store.ts';
import {
  type CompanySettings,
  NO_COMPANY_SETTINGS,
  NO_SETTINGS,
  type ServerSettings,
} from '../../src/domain/settings.ts';
import { type KeptSettings, settingsOf } from '../../src/outbox/kept-settings.ts';
import { reduceSettings } from '../../src/outbox/reduce-settings.ts';
import { saveSettings } from '../../src/records/company-settings.ts';
import { NotSavedError } from '../../src/records/save-transaction.ts';
import { button, gone, type } from '../support/kinds/screen.ts';
import { chooseInMenu } from '../support/records/account-menu.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const receivedSettings = (kept: KeptSettings, from: ServerSettings, sent: Partial<CompanySettings> | null) =>
  reduceSettings(kept, { type: 'received', server: from, sent });

async function openSettings() {
  const records = await TestRecords.open();
  const { user } = startApp('/settings', records);
  const edit = await screen.findByRole('button', { name: 'Edit' });
  await waitFor(() => expect(edit).toBeEnabled());
  await user.click(edit);
  const dialog = await screen.findByRole('dialog', { name: 'Edit Settings' });
  await within(dialog).findByLabelText('Company Name');
  const field = (label: string): HTMLInputElement => within(dialog).getByLabelText(label);
  const kept = async () => settingsOf(await readKeptSettings(records.services.db));
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
  await waitFor(() => expect(document.title).toBe('Settings · Restoration CRM'));
  const where = await screen.findByText(/^Your server has no place for these settings/);
  expect(where.closest('p')).toHaveTextContent(/When you log out, these settings stay on this device/);
  expect(screen.getByRole('button', { name: 'Show 5 empty fields' })).toBeVisible();
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
  expect(fact('Company Logo')).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Show 1 empty field' }));
  expect(fact('Company Logo')).toBe('-');
  expect(fact('Company Address')).toBe('12 Harbor StreetAustin, TX 78701');
  expect(await kept()).toEqual({
    companyName: 'Lakeside Restoration',
    companyAddress: '12 Harbor Street\nAustin, TX 78701',
    companyPhone: '+1-512-555-0100',
    companyLogo: '',
    myName: 'Maria Sanchez',
    checklists: '',
    documentTexts: '',
    priceList: '',
  });
  expect(await records.outbox()).toEqual([]);
});

test('the document texts show what each document gets, and what none gets', async () => {
  const { dialog, field } = await openSettings();
  const uses = within(dialog).getByRole('list', { name: 'What each document says' });
  expect(uses).toHaveTextContent('Estimate: still an example');
  expect(uses).toHaveTextContent('Right to cancel: no text');
  type(
    field('Document Texts'),
    'Our terms are fair.\n--- Estimate ---\nI accept.\n-------\nAll of it, at these prices, within a month.\n--- Payments ---\nNow.',
  );
  expect(uses).toHaveTextContent('Estimate: 16 words, up to “a month. --- Payments --- Now.”');
  expect(uses).toHaveTextContent('Work authorization: no text');
  expect(dialog).toHaveTextContent('No document says this: “Our terms are fair.”.');
  expect(dialog).toHaveTextContent('it is part of the text above it: --- Payments ---');
});

test.each([
  ['Document Texts', '--- Estimate ---'],
  ['Checklists', 'Water'],
])('%s can be emptied, and an empty field stands for the usual ones', async (label, usual) => {
  const { user, dialog, field, kept } = await openSettings();
  expect(field(label).value).toContain(usual);
  type(field(label), 'Ours');
  type(field(label), '');
  expect(field(label)).toHaveValue('');
  type(field('Company Name'), 'Lakeside');
  await user.click(button(dialog, 'Save'));
  await gone(dialog);
  expect(await kept()).toEqual({ ...NO_SETTINGS, companyName: 'Lakeside' });
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

test('what was typed and not saved is offered again after the page is gone, until it is saved or discarded', async () => {
  const { records, user, dialog, field, kept } = await openSettings();
  type(field('Company Name'), 'Lakeside');
  records.clock.advance(400);
  await waitFor(async () =>
    expect(await readKeptSettings(records.services.db)).toMatchObject({
      draft: { companyName: { base: '', value: 'Lakeside' } },
    }),
  );
  expect((await kept()).companyName).toBe('');
  cleanup();
  startApp('/settings', records);
  expect(await screen.findByText(/^You began to change these settings/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const again = await screen.findByRole('dialog', { name: 'Edit Settings' });
  expect(await within(again).findByLabelText('Company Name')).toHaveValue('Lakeside');
  expect(within(again).getByText('This is what you typed earlier and did not save.')).toBeVisible();
  await user.click(button(again, 'Save'));
  await gone(again);
  expect(dialog).not.toBeInTheDocument();
  expect(await kept()).toMatchObject({ companyName: 'Lakeside' });
  expect(await readKeptSettings(records.services.db)).not.toHaveProperty('draft');
});

test('what was discarded is not offered again', async () => {
  const { records, user, dialog, field } = await openSettings();
  type(field('Company Name'), 'Lakeside');
  records.clock.advance(400);
  await waitFor(async () => expect(await readKeptSettings(records.services.db)).toHaveProperty('draft'));
  await user.click(button(dialog, 'Cancel'));
  await user.click(button(await screen.findByRole('dialog', { name: 'Discard your changes?' }), 'Discard'));
  await gone(dialog);
  await waitFor(async () => expect(await readKeptSettings(records.services.db)).not.toHaveProperty('draft'));
  expect(screen.queryByText(/^You began to change these settings/)).toBeNull();
});

test('a save that the device did not take says why, and what was typed is still there', async () => {
  const { records, user, dialog, field } = await openSettings();
  type(field('My Name'), 'Maria');
  const [alert] = within(dialog).getAllByRole('alert');
  const refused = vi
    .spyOn(records.services.db.strict, 'transaction')
    .mockRejectedValueOnce(new NotSavedError('This device is out of storage.') as never);
  await user.click(button(dialog, 'Save'));
  await waitFor(() => expect(alert).toHaveTextContent('This device is out of storage.'));
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
    'Changed to “Theirs” meanwhile. Saving replaces it.',
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
  const [, alert] = within(dialog).getAllByRole('alert');
  const [input] = [...dialog.querySelectorAll<HTMLInputElement>('input[type=file]')];
  fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
  await waitFor(() => expect(alert).toHaveTextContent(words));
  expect(await kept()).toEqual(NO_SETTINGS);
});

test('what others make of another checklist while one is edited is kept by the save', async () => {
  const { records, user, dialog, field, kept } = await openSettings();
  await saveSettings(records.services, { checklists: 'Water:\nPump\n\nMold:\nTest' });
  await waitFor(() => expect(field('Checklists')).toHaveValue('Water:\nPump\n\nMold:\nTest'));
  type(field('Checklists'), 'Water:\nPump\nDry\n\nMold:\nTest');
  await saveSettings(records.services, { checklists: 'Water:\nPump\n\nMold:\nTest\nClear' });
  await waitFor(() =>
    expect(field('Checklists')).toHaveAccessibleDescription(/^The checklists were changed meanwhile\./),
  );
  await user.click(button(dialog, 'Save'));
  await gone(dialog);
  expect((await kept()).checklists).toBe('Water:\nPump\nDry\n\nMold:\nTest\nClear');
});

/** The server keeps the settings, and this is what the device has made of what it has read. */
async function sharedSettings(change: (kept: KeptSettings) => KeptSettings) {
  const records = await TestRecords.open();
  const { db } = records.services;
  const features = ['company-settings'];
  await db.relaxed.transaction('rw', db.relaxed.meta, (tx) =>
    writeMeta(tx, { key: 'capabilities', features }),
  );
  const note = async (how: (kept: KeptSettings) => KeptSettings) =>
    noteSettings(db.relaxed, await changeKeptSettings(db, how));
  await note(change);
  const kept = async () => readKeptSettings(db);
  return { records, kept, note };
}

const AT = Date.UTC(2026, 10, 27, 20, 48);

function server(
  version: number,
  values: Partial<ServerSettings['values']>,
  history: ServerSettings['history'] = [],
): ServerSettings {
  return { version, values: { ...NO_COMPANY_SETTINGS, ...values }, history };
}

/** The name was changed here and, a moment sooner, by Bo Diaz. */
async function withConflict() {
  const shared = await sharedSettings((kept) =>
    receivedSettings(kept, server(1, { companyName: 'A' }), null),
  );
  await saveSettings(shared.records.services, { companyName: 'Mine' });
  const change = { setting: 'companyName', before: 'A', after: 'Theirs', at: AT, by: 'Bo Diaz' } as const;
  await shared.note((kept) => receivedSettings(kept, server(2, { companyName: 'Theirs' }, [change]), null));
  return shared;
}

test('on a server that keeps them, the screen and the form say that they are everybody’s', async () => {
  const { records } = await sharedSettings((kept) => kept);
  const { user } = startApp('/settings', records);
  const words =
    /^The company’s name, address, phone, logo, checklists, texts and prices are the same on all devices/;
  expect(await screen.findByText(words)).toBeVisible();
  const edit = screen.getByRole('button', { name: 'Edit' });
  await waitFor(() => expect(edit).toBeEnabled());
  await user.click(edit);
  const dialog = await screen.findByRole('dialog', { name: 'Edit Settings' });
  expect(within(dialog).getByText(words)).toBeVisible();
});

test('a change that is not sent yet is said to wait, here and on Sync', async () => {
  const { records } = await sharedSettings((kept) => kept);
  startApp('/settings', records);
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  expect(screen.queryByText(/^Your last changes are not sent yet/)).toBeNull();
  await saveSettings(records.services, { companyName: 'Lakeside' });
  expect(await screen.findByText(/^Your last changes are not sent yet/)).toBeVisible();
  const [status] = await screen.findAllByRole('link', { name: /1 change waiting/ });
  fireEvent.click(status as HTMLElement);
  const waiting = await screen.findByRole('region', { name: /^Waiting to be sent/ });
  expect(within(waiting).getByRole('link', { name: 'Company settings' })).toHaveAttribute(
    'href',
    '/settings',
  );
  expect(screen.queryByText('Show more')).toBeNull();
});

test('where two people changed one setting, the words say whose is used and offer the other', async () => {
  const { records, kept } = await withConflict();
  const { user } = startApp('/settings', records);
  const question = await screen.findByRole('region', { name: 'Your changes that are not used' });
  expect(question).toHaveTextContent(
    'Bo Diaz changed Company Name before your change was sent. That change is used, not yours.',
  );
  expect(question).toHaveTextContent('YoursMineIn useTheirs');
  expect(fact('Company Name')).toBe('Theirs');
  await user.click(within(question).getByRole('button', { name: 'Use mine' }));
  await gone(question);
  expect(fact('Company Name')).toBe('Mine');
  expect(await kept()).toMatchObject({ conflicts: [], edits: { companyName: { base: 'Theirs' } } });
});

test('mine can be dropped, and Sync leads to the question until then', async () => {
  const { records, kept } = await withConflict();
  const { user } = startApp('/sync', records);
  const attention = await screen.findByRole('region', { name: /^Needs attention/ });
  expect(attention).toHaveTextContent('1 of your changes is not used. Open the settings to decide.');
  await user.click(within(attention).getByRole('link', { name: 'Company settings' }));
  await user.click(await screen.findByRole('button', { name: 'Drop mine' }));
  await waitFor(async () => {
    const { conflicts, edits } = await kept();
    expect({ conflicts, edits }).toEqual({ conflicts: [], edits: {} });
  });
  expect(fact('Company Name')).toBe('Theirs');
});

test('one checklist that both changed is asked about by its name', async () => {
  const begin = 'Water:\nPump';
  const { records, note } = await sharedSettings((kept) =>
    receivedSettings(kept, server(1, { checklists: begin }), null),
  );
  await saveSettings(records.services, { checklists: '' });
  await saveSettings(records.services, { checklists: `${begin}\nMine` });
  await note((kept) => receivedSettings(kept, server(2, { checklists: `${begin}\nTheirs` }), null));
  startApp('/settings', records);
  const question = await screen.findByRole('region', { name: 'Your changes that are not used' });
  expect(question).toHaveTextContent(
    'Someone else changed the checklist “Water” before your change was sent.',
  );
});

test('a logo that both changed is shown, and one that was removed is nothing', async () => {
  const [one, other] = ['data:image/png;base64,AAAA', 'data:image/png;base64,BBBB'];
  const { records, note } = await sharedSettings((kept) =>
    receivedSettings(kept, server(1, { companyLogo: one, companyPhone: '1' }), null),
  );
  await saveSettings(records.services, { companyLogo: other, companyPhone: '' });
  await note((kept) => receivedSettings(kept, server(2, { companyLogo: '', companyPhone: '2' }), null));
  startApp('/settings', records);
  const question = await screen.findByRole('region', { name: 'Your changes that are not used' });
  expect(within(question).getByRole('img')).toHaveAttribute('src', other);
  expect(question).toHaveTextContent('In usenothing');
  expect(question).toHaveTextContent('YoursnothingIn use2');
});

test('what the server refuses is told with its words, and can be sent again or given up', async () => {
  const { records, kept, note } = await sharedSettings((now) => receivedSettings(now, server(1, {}), null));
  const refuse = () =>
    note((now) =>
      reduceSettings(now, {
        type: 'refused',
        sent: { companyPhone: '5' },
        named: { companyPhone: 'Too short.' },
        sentence: '',
      }),
    );
  await saveSettings(records.services, { companyPhone: '5' });
  await refuse();
  const { user } = startApp('/settings', records);
  const words = 'The server did not accept Company Phone: Too short. Your change is on this device only.';
  expect(await screen.findByText(words)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  await refuse();
  await user.click(await screen.findByRole('button', { name: 'Discard my change' }));
  await waitFor(async () => expect((await kept()).edits).toEqual({}));
});

test('who has changed what is told behind History', async () => {
  const by = { at: AT, by: 'Bo Diaz' };
  const { records } = await sharedSettings((kept) =>
    receivedSettings(
      kept,
      server(4, { companyName: 'B' }, [
        { setting: 'companyName', before: 'A', after: 'B', ...by },
        { setting: 'companyPhone', before: '1', after: '', ...by },
        { setting: 'checklists', before: null, after: null, ...by },
        { setting: 'companyName', before: '', after: 'A', ...by },
      ]),
      null,
    ),
  );
  startApp('/settings', records);
  fireEvent.click(await screen.findByText('History'));
  const entries = screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
  expect(entries.filter((words) => /changed|set to|removed/.test(words ?? ''))).toEqual([
    'Company Name changed from “A” to “B”',
    'Company Phone “1” removed',
    'Checklists changed',
    'Company Name set to “A”',
  ]);
  expect(screen.getAllByText(/^Bo Diaz, /)).toHaveLength(4);
});

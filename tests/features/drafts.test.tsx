import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { DraftRow } from '../../src/db/tables.ts';
import { DraftKeeper, KEEP_EVERY_MS } from '../../src/records/drafts/draft-keeper.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';
import { chooseInMenu } from '../support/records/account-menu.ts';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const AT = Date.UTC(2026, 0, 15, 8, 42);

/** A form that was left by a page that is gone. */
async function left(records: TestRecords, given: Partial<DraftRow>): Promise<void> {
  await records.services.db.strict.drafts.put({
    id: 'left',
    resource: 'customers',
    localId: null,
    initial: { ...ann, first_name: '', last_name: '' },
    fields: { ...ann, first_name: 'Nora', last_name: 'Vance' },
    startedAt: AT,
    decides: false,
    ...given,
  });
}

async function offer() {
  const said = await screen.findByText(/^You were/);
  const [words, item] = [said.closest('p'), said.closest('li')];
  if (!words || !item) throw new Error('An offer is an entry of a list.');
  return { words, item };
}

const rows = (records: TestRecords): Promise<DraftRow[]> => records.services.db.relaxed.drafts.toArray();

async function typedOn(records: TestRecords): Promise<void> {
  await waitFor(async () => {
    records.clock.advance(KEEP_EVERY_MS);
    if ((await rows(records)).length === 0) throw new Error('not yet');
  });
}

describe('a form that was left', () => {
  test('is offered on every screen with what it was about, and never counted', async () => {
    const records = await TestRecords.open();
    await left(records, {});
    startApp('/dashboard', records);
    const { words, item } = await offer();
    expect(words).toHaveTextContent(/^You were adding a customer at .*\d:42.*\.\s*Nora Vance$/);
    expect(item).toHaveTextContent(/Discard.*Continue/);
    expect(await records.outbox()).toEqual([]);
    expect(screen.queryByText(/waiting/)).toBeNull();
  });

  test('is gone on with, and saved it is made once, with all that was typed', async () => {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    await left(records, {});
    const { user } = startApp('/customers', records);
    await user.click(within((await offer()).item).getByRole('button', { name: 'Continue' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
    expect(within(dialog).getByLabelText('First Name')).toHaveValue('Nora');
    expect(screen.queryByText(/^You were/)).toBeNull();
    await user.type(within(dialog).getByLabelText('City'), 'Boise');
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const [made] = await records.changes(1);
    expect(made).toMatchObject({ kind: 'create', fields: { first_name: { value: 'Nora' } } });
    expect(made?.fields['city']).toEqual({ base: null, value: expect.stringContaining('Boise') });
    expect(await rows(records)).toEqual([]);
    expect(screen.queryByText(/^You were/)).toBeNull();
  });

  test('is offered in the form for the same as well, which lies over the notice', async () => {
    const records = await TestRecords.open();
    await left(records, {});
    const { user } = startApp('/customers?new', records);
    const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
    await user.click(await within(dialog).findByRole('button', { name: 'Continue' }));
    // The form begins anew: until then the one of before is there.
    const form = () => screen.getByRole('dialog', { name: 'Add New Customer' });
    await waitFor(() => expect(within(form()).getByLabelText('First Name')).toHaveValue('Nora'));
    expect(within(form()).queryByText(/^You were/)).toBeNull();
    await user.click(within(form()).getByRole('button', { name: 'Create' }));
    expect((await records.changes(1))[0]).toMatchObject({ fields: { first_name: { value: 'Nora' } } });
    expect(await rows(records)).toEqual([]);
  });

  test('[Q19] is discarded only after a question', async () => {
    const records = await TestRecords.open();
    await left(records, {});
    const { user } = startApp('/customers', records);
    const { item } = await offer();
    await user.click(within(item).getByRole('button', { name: 'Discard' }));
    await user.click(await screen.findByRole('button', { name: 'Keep it' }));
    expect(await rows(records)).toHaveLength(1);
    await user.click(within(item).getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard what you typed?' });
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText(/^You were/)).toBeNull());
    expect(await rows(records)).toEqual([]);
    expect(await records.outbox()).toEqual([]);
  });

  test.each(['/customers', '/customers?new'])(
    'is said to be open elsewhere if another tab went on with it, and offered again after that, on %s',
    async (path) => {
      const records = await TestRecords.open();
      await left(records, {});
      const { user } = startApp(path, records);
      const offers = await screen.findAllByRole('button', { name: 'Continue' });
      const form = new DraftKeeper(records.services, (await rows(records))[0] ?? null);
      form.open();
      const [offer = document.body] = offers.slice(-1);
      const place = within(offer.closest<HTMLElement>('[role="dialog"]') ?? screen.getByRole('main'));
      await user.click(offer);
      expect(await place.findByText(/^What you typed is open in another tab/)).toBeVisible();
      await waitFor(() => expect(place.queryByRole('button', { name: 'Continue' })).toBeNull());
      form.close();
      expect(await place.findByRole('button', { name: 'Continue' })).toBeVisible();
    },
  );

  test('that cannot be read now is said so', async () => {
    const records = await TestRecords.open();
    await left(records, {});
    const { user } = startApp('/customers', records);
    const { item } = await offer();
    vi.spyOn(records.services.db.relaxed.drafts, 'get').mockRejectedValue(new Error('no storage'));
    await user.click(within(item).getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be opened');
    expect(item).toBeVisible();
  });

  test('one of many is found among them', async () => {
    const records = await TestRecords.open();
    for (let n = 1; n <= 5; n += 1) {
      const fields = { ...ann, first_name: 'Nora', last_name: `Nr${n}` };
      await left(records, { id: `left-${n}`, fields, startedAt: AT + n });
    }
    const { user } = startApp('/customers', records);
    await screen.findByText('Nora Nr5');
    expect(screen.queryByText('Nora Nr1')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all 5' }));
    expect(screen.getByText('Nora Nr1')).toBeVisible();
  });
});

describe('an edit that was left', () => {
  const began = { ...ann, city: 'Reno' };

  test('names a long text that somebody else changed since, and does not repeat it', async () => {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const begun = { ...WORK_ORDERS.a, notes: 'Ring twice.' };
    const log = '--- Log ---\n2026-11-27 20:48 -0600 Bo Diaz: Office: adjuster approved.';
    await records.seedAll('workOrders', [{ ...begun, notes: `Ring twice.\n${log}` }]);
    const fields = { ...begun, notes: 'Ring three times.' };
    await left(records, { resource: 'workOrders', localId: '1', initial: begun, fields });
    const { user } = startApp('/work-orders', records);
    await user.click(within((await offer()).item).getByRole('button', { name: 'Continue' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Work Order' });
    expect(within(dialog).getByText(/^Changed since you started/)).toHaveTextContent(
      'Changed since you started: Notes. This form has what you typed.',
    );
  });

  test('changes what the person changed, and nothing that somebody else changed since', async () => {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    await records.seed({ ...began, city: 'Ely', phone: '555-0199' });
    await left(records, { localId: '1', initial: began, fields: { ...began, city: 'Elko' } });
    const { user } = startApp('/customers', records);
    const { words, item } = await offer();
    expect(words).toHaveTextContent(/^You were editing the customer Ann Lee at /);
    await user.click(within(item).getByRole('button', { name: 'Continue' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Customer' });
    expect(within(dialog).getByLabelText('City')).toHaveValue('Elko');
    expect(within(dialog).getByLabelText('Phone')).toHaveValue('555-0199');
    expect(dialog).toHaveTextContent('Changed since you started: City to Ely.');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    expect((await records.changes(1))[0]).toMatchObject({
      kind: 'update',
      fields: { city: { base: 'Reno', value: 'Elko' } },
    });
    expect(Object.keys((await records.outbox())[0]?.fields ?? {})).toEqual(['city']);
    await waitFor(async () => expect(await rows(records)).toEqual([]));
  });

  test('of a record that was deleted meanwhile can be made again, with everything', async () => {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    await left(records, { localId: '1', initial: began, fields: { ...began, city: 'Elko' } });
    const { user } = startApp('/customers', records);
    const { words, item } = await offer();
    await waitFor(() => expect(words).toHaveTextContent('It has been deleted since then.'));
    await user.click(within(item).getByRole('button', { name: 'Continue' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
    expect(dialog).toHaveTextContent('This customer was deleted after you started.');
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect((await records.changes(1))[0]).toMatchObject({
      kind: 'create',
      fields: { first_name: { value: 'Ann' }, city: { value: 'Elko' } },
    });
  });

  test('that was to decide a conflict decides it with the other side in sight', async () => {
    const records = await TestRecords.open();
    await records.seed({ ...began, city: 'Ely' });
    const conflict = { fields: ['city'], before: { city: 'Reno' }, theirs: { city: 'Ely' } };
    await records.remember({
      localId: '1',
      kind: 'update',
      state: 'parked',
      fields: { city: { base: 'Reno', value: 'Elko' } },
      refusal: { reason: 'conflict', status: 412, body: null, at: 1, conflict },
    });
    const mine = { ...began, city: 'Elko' };
    await left(records, { localId: '1', decides: true, initial: mine, fields: { ...mine, city: 'Elko!' } });
    const { user } = startApp('/customers', records);
    await user.click(within((await offer()).item).getByRole('button', { name: 'Continue' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Customer' });
    expect(dialog).toHaveTextContent('The server has City: Ely. Saving replaces it.');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    await waitFor(async () => expect((await records.outbox())[0]?.state).toBe('queued'));
    expect((await records.changes(1))[0]?.fields).toMatchObject({ city: { base: 'Ely', value: 'Elko!' } });
  });
});

describe('an open form', () => {
  test('is kept as it is typed; opened and closed clean it leaves nothing', async () => {
    const records = await TestRecords.open();
    const { user, unmount } = startApp('/customers', records);
    await user.click(await screen.findByRole('button', { name: 'Add Customer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
    records.clock.advance(KEEP_EVERY_MS);
    expect(await rows(records)).toEqual([]);
    await user.type(within(dialog).getByLabelText('First Name'), 'Nora');
    await typedOn(records);
    expect(screen.queryByText(/^You were/)).toBeNull();
    unmount();
    await waitFor(async () => expect((await rows(records))[0]?.fields['first_name']).toBe('Nora'));
  });

  test('that is discarded leaves nothing', async () => {
    const records = await TestRecords.open();
    const { user } = startApp('/customers', records);
    await user.click(await screen.findByRole('button', { name: 'Add Customer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
    await user.type(within(dialog).getByLabelText('First Name'), 'Nora');
    await typedOn(records);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await rows(records)).toEqual([]));
    expect(screen.queryByText(/^You were/)).toBeNull();
  });

  test('in another has a draft of its own', async () => {
    const records = await TestRecords.open();
    const { user, unmount } = startApp('/projects', records);
    await user.click(await screen.findByRole('button', { name: 'Add Project' }));
    const project = await screen.findByRole('dialog', { name: 'Add New Project' });
    await user.type(within(project).getByLabelText('Title'), 'Roof');
    await user.click(within(project).getByLabelText('Customer'));
    await user.keyboard('{ArrowUp}{Enter}');
    const customer = await screen.findByRole('dialog', { name: 'Add New Customer' });
    await user.type(within(customer).getByLabelText('First Name'), 'Nora');
    unmount();
    await waitFor(async () =>
      expect((await rows(records)).map(({ resource }) => resource).sort()).toEqual(['customers', 'projects']),
    );
  });

  test('on a full device says that what is typed is not kept', async () => {
    const records = await TestRecords.open();
    const { user } = startApp('/customers', records);
    await user.click(await screen.findByRole('button', { name: 'Add Customer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
    records.services.db.strict.drafts.hook('creating', () => {
      throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    });
    await user.type(within(dialog).getByLabelText('First Name'), 'Nora');
    await waitFor(() => {
      records.clock.advance(KEEP_EVERY_MS);
      expect(dialog).toHaveTextContent('This device is out of storage.');
    });
    expect(within(dialog).getByLabelText('First Name')).toHaveValue('Nora');
  });
});

test('a log-out asks where a form is not saved, and says that it stays', async () => {
  const records = await TestRecords.open();
  await left(records, {});
  const { session, user } = startApp('/customers', records);
  await offer();
  await chooseInMenu(user, 'Log out');
  const dialog = await screen.findByRole('dialog', { name: 'Log out' });
  expect(dialog).toHaveTextContent(
    '1 form that you started is not saved. If you log out, this device keeps it',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
  expect(session.state.status).toBe('signedIn');
  await chooseInMenu(user, 'Log out');
  await user.click(await screen.findByRole('button', { name: 'Log out and keep changes' }));
  expect(session.state.status).toBe('signedOut');
  expect(await rows(records)).toHaveLength(1);
});

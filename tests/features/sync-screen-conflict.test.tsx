import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Fields, ResourceName } from '../../src/domain/resource-spec.ts';
import { specOf } from '../../src/domain/resource-specs.ts';
import type { Conflict, Mutation } from '../../src/outbox/mutation.ts';
import { aCustomer, ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const NO_ENV = { now: 0, random: 0 };

interface Given {
  readonly resource: ResourceName;
  /** As both knew it. */
  readonly before: Fields;
  readonly mine: Fields;
  readonly theirs: Fields;
  /** In conflict; all of mine unless said otherwise. */
  readonly fields?: readonly string[];
  readonly kind?: Mutation['kind'];
}

/** A record that the office changed on the server while this device changed it as well. */
async function conflict({
  resource,
  before,
  mine,
  theirs,
  fields = Object.keys(mine),
  kind = 'update',
}: Given) {
  const records = await TestRecords.open();
  await records.seed(ann, aCustomer({ first_name: 'Ben', last_name: 'Brown' }));
  const whole = { ...specOf(resource).blank(NO_ENV), ...before };
  const server = { ...whole, ...theirs };
  await records.seedAll(resource, [server]);
  const localId = String(await records.services.db.relaxed[resource].count());
  const known: Conflict = { fields, before: whole, theirs: server };
  await records.remember({
    resource,
    localId,
    kind,
    fields: Object.fromEntries(
      Object.entries(mine).map(([field, value]) => [field, { base: whole[field] ?? null, value }]),
    ),
    state: 'parked',
    refusal: { reason: 'conflict', status: 0, body: null, at: records.clock.now(), conflict: known },
  });
  return { records, localId, ...startApp('/sync', records) };
}

const dryOut: Given = {
  resource: 'projects',
  before: { title: 'Kitchen dry-out', status: 'pending', notes: '' },
  mine: { status: 'in_progress' },
  theirs: { status: 'completed' },
};

/** What a row of the table says, column by column. */
async function rowOf(label: string): Promise<string[]> {
  const head = await screen.findByRole('rowheader', { name: new RegExp(`^${label}`) });
  const row = head.closest('tr');
  return row
    ? within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    : [];
}

const press = async (user: ReturnType<typeof startApp>['user'], name: string): Promise<void> =>
  user.click(await screen.findByRole('button', { name }));

describe('a conflict', () => {
  test('says in a sentence who changed what, with the words of the screens', async () => {
    await conflict(dryOut);
    expect(await screen.findByRole('link', { name: 'Kitchen dry-out' })).toBeVisible();
    expect(
      screen.getByText('Someone else changed Status to Completed while you changed it to In Progress.'),
    ).toBeVisible();
    expect(await rowOf('Status')).toEqual(['Pending', 'In Progress', 'Completed']);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Field',
      'Was',
      'Mine',
      'Theirs',
    ]);
    expect(screen.queryByText(/in_progress/)).toBeNull();
  });

  test('shows amounts, days and references as screens do, and what moved with an amount', async () => {
    await conflict({
      resource: 'estimates',
      before: {
        title: 'Roof',
        customer: '1',
        valid_until: '2026-03-05',
        subtotal: 100,
        tax_rate: 8.25,
        total_amount: 108.25,
      },
      mine: { customer: '2', valid_until: null, subtotal: 200 },
      theirs: { customer: null, valid_until: '2026-04-01', subtotal: 150, total_amount: 162.38 },
    });
    expect(await rowOf('Customer')).toEqual(['Ann Lee', 'Ben Brown', 'nothing']);
    expect(await rowOf('Valid Until')).toEqual(['Mar 5, 2026', 'nothing', 'Apr 1, 2026']);
    expect(await rowOf('Subtotal')).toEqual(['$100.00', '$200.00', '$150.00']);
    // Nobody here changed the total; the office did, and it belongs to the subtotal.
    expect(await rowOf('Total Amount')).toEqual(['$108.25', 'not changed', '$162.38']);
    expect(screen.queryByRole('rowheader', { name: /^Tax Rate/ })).toBeNull();
    expect(
      screen.getByText(
        'Someone else changed Customer, Valid Until and Subtotal while you changed them as well.',
      ),
    ).toBeVisible();
  });

  test('shows what the server has now, not what it had when the two met', async () => {
    const { records, localId } = await conflict(dryOut);
    expect(await rowOf('Status')).toEqual(['Pending', 'In Progress', 'Completed']);
    const table = records.services.db.strict.projects;
    const record = await table.get(localId);
    if (record?.server) await table.put({ ...record, server: { ...record.server, status: 'on_hold' } });
    await waitFor(async () => expect(await rowOf('Status')).toEqual(['Pending', 'In Progress', 'On Hold']));
  });

  test('of an older version of the app, without the server’s side, shows what the device has', async () => {
    const { records } = await conflict(dryOut);
    const [parked] = await records.outbox();
    if (!parked?.refusal) return;
    const { conflict: _, ...refusal } = parked.refusal;
    await records.services.db.strict.outbox.put({ ...parked, refusal });
    await waitFor(async () => expect(await rowOf('Status')).toEqual(['Pending', 'In Progress', 'Completed']));
  });

  test('kept as mine is sent over what the server has', async () => {
    const { records, user } = await conflict(dryOut);
    await press(user, 'Keep mine');
    expect(await screen.findByRole('heading', { name: /Waiting to be sent/ })).toBeVisible();
    expect((await records.outbox())[0]).toMatchObject({
      state: 'queued',
      fields: { status: { base: 'completed', value: 'in_progress' } },
    });
  });

  test('decided for theirs is dropped, and its words are kept', async () => {
    const { records, user, localId } = await conflict(dryOut);
    await press(user, 'Take theirs');
    expect(await screen.findByText('All changes sent')).toBeVisible();
    expect(await records.viewOf('projects', localId)).toMatchObject({ status: 'completed' });
    await press(user, 'Finished changes');
    expect(await screen.findByText('Kept theirs over Status: In Progress')).toBeVisible();
  });

  test('decided for theirs leaves alone what only I changed', async () => {
    const { records, user, localId } = await conflict({
      ...dryOut,
      mine: { status: 'in_progress', description: 'Two fans are on site.' },
      fields: ['status'],
    });
    expect(await rowOf('Description')).toEqual(['-', 'Two fans are on site.', 'not changed']);
    expect(
      screen.getByText(
        '‘Take theirs’ discards what you changed in Status. Your other changes are still sent.',
      ),
    ).toBeVisible();
    await press(user, 'Take theirs');
    await screen.findByRole('heading', { name: /Waiting to be sent/ });
    expect((await records.outbox()).map(({ state, fields }) => [state, Object.keys(fields)])).toEqual([
      ['queued', ['description']],
    ]);
    expect(await records.viewOf('projects', localId)).toMatchObject({
      status: 'completed',
      description: 'Two fans are on site.',
    });
    await press(user, 'Finished changes');
    expect(await screen.findByText('Kept theirs over Status: In Progress')).toBeVisible();
  });

  test('is decided without the whole of a long text in the sentence', async () => {
    const theirs = { description: 'Pump first.\nThen call the adjuster.' };
    const { user } = await conflict({
      ...dryOut,
      mine: { description: 'Two fans.' },
      theirs,
      fields: ['description'],
    });
    await press(user, 'Edit');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Project' });
    const words =
      'The server has another text in Description. Where both of you changed the same line, saving keeps yours. All other lines from both sides stay.';
    expect(within(dialog).getByText(words)).toBeVisible();
  });

  test('can be decided for something else, with the office’s values in sight', async () => {
    const { records, user } = await conflict(dryOut);
    await press(user, 'Edit');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Project' });
    expect(within(dialog).getByText(/^The server has Status: Completed\./)).toBeVisible();
    await user.selectOptions(within(dialog).getByLabelText('Status'), 'on_hold');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    await waitFor(async () => expect((await records.outbox())[0]?.state).toBe('queued'));
    expect((await records.outbox())[0]?.fields).toEqual({
      status: { base: 'completed', value: 'on_hold' },
    });
  });

  test('kept as mine says later over what', async () => {
    const { records, user } = await conflict(dryOut);
    await press(user, 'Keep mine');
    await records.changes(1);
    await press(user, 'Finished changes');
    expect(await screen.findByText('Kept yours over Status: Completed')).toBeVisible();
  });

  test('leaves a long text to the table', async () => {
    await conflict({
      resource: 'projects',
      before: { title: 'Roof' },
      mine: { description: 'Mine. '.repeat(20) },
      theirs: { description: 'Theirs. '.repeat(20) },
    });
    expect(
      await screen.findByText('Someone else changed Description while you changed it as well.'),
    ).toBeVisible();
  });
});

describe('a conflict over fields that belong together', () => {
  const moved: Given = {
    resource: 'customers',
    before: { first_name: 'Cleo', city: 'Boise', postal_code: '83702' },
    mine: { city: 'Reno' },
    theirs: { postal_code: '83705' },
  };
  const tagOf = async (label: string) =>
    (await screen.findByRole('rowheader', { name: new RegExp(`^${label}`) })).textContent;

  test('does not say that the office changed what it left alone', async () => {
    await conflict(moved);
    expect(
      await screen.findByText('Someone else changed ZIP Code while you changed City: they belong together.'),
    ).toBeVisible();
    expect(await rowOf('City')).toEqual(['Boise', 'Reno', 'not changed']);
    expect(await rowOf('ZIP Code')).toEqual(['83702', 'not changed', '83705']);
    expect(await tagOf('City')).toBe('City goes with ZIP Code');
    expect(await tagOf('ZIP Code')).toBe('ZIP Code only someone else changed');
    expect(screen.getByText('‘Take theirs’ discards what you changed in City.')).toBeVisible();
  });

  test('names the office’s side where it is decided for something else', async () => {
    const { user } = await conflict(moved);
    await press(user, 'Edit');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Customer' });
    expect(within(dialog).getByText(/^The server has ZIP Code: 83705\. Saving replaces it/)).toBeVisible();
  });

  test('says of each field of mine whether theirs takes it along, and notes what it took', async () => {
    const { records, user, localId } = await conflict({
      ...moved,
      mine: { city: 'Reno', address_line_1: '1 Elm St', phone: '555-0199' },
      theirs: { city: 'Elko' },
      fields: ['city'],
    });
    expect(await tagOf('City')).toBe('City both changed');
    expect(await tagOf('Address Line 1')).toBe('Address Line 1 goes with City');
    expect(await tagOf('Phone')).toBe('Phone only you changed');
    expect(
      screen.getByText(
        '‘Take theirs’ discards what you changed in Address Line 1 and City. Your other changes are still sent.',
      ),
    ).toBeVisible();
    await press(user, 'Take theirs');
    await screen.findByRole('heading', { name: /Waiting to be sent/ });
    expect((await records.outbox()).map(({ fields }) => Object.keys(fields))).toEqual([['phone']]);
    expect(await records.viewOf('customers', localId)).toMatchObject({ city: 'Elko', address_line_1: '' });
    await press(user, 'Finished changes');
    expect(await screen.findByText('Kept theirs over City: Reno · Address Line 1: 1 Elm St')).toBeVisible();
  });
});

describe('a deletion that met a change of the office', () => {
  const deletion: Given = { ...dryOut, kind: 'delete', mine: {}, fields: [] };

  test('shows what the office changed meanwhile', async () => {
    await conflict(deletion);
    expect(
      await screen.findByText('Someone else changed Status to Completed while you deleted this project.'),
    ).toBeVisible();
    expect(await rowOf('Status')).toEqual(['Pending', 'Completed']);
    expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull();
  });

  test('can be carried out all the same', async () => {
    const { records, user } = await conflict(deletion);
    await press(user, 'Delete anyway');
    await waitFor(async () =>
      expect((await records.outbox())[0]).toMatchObject({ state: 'queued', kind: 'delete' }),
    );
  });

  test('or given up', async () => {
    const { records, user, localId } = await conflict(deletion);
    await press(user, 'Keep the record');
    expect(await screen.findByText('All changes sent')).toBeVisible();
    expect(await records.viewOf('projects', localId)).toMatchObject({ status: 'completed' });
  });
});

describe('a conflict that is settled piece by piece', () => {
  test('[M29] over a text alone can keep the lines of both', async () => {
    const { user, records } = await conflict({
      resource: 'workOrders',
      before: { title: 'Pump', notes: 'Gate' },
      mine: { notes: 'Gate 12' },
      theirs: { notes: 'Gate 99' },
    });
    expect(screen.queryByText('Choose field by field')).toBeNull();
    await press(user, 'Keep both');
    await waitFor(async () =>
      expect(await records.outbox()).toMatchObject([
        { state: 'queued', fields: { notes: { base: 'Gate 99', value: 'Gate 99\nGate 12' } } },
      ]),
    );
  });

  test('[M33] has a choice for each field, and for fields that belong together one', async () => {
    const { user, records } = await conflict({
      resource: 'workOrders',
      before: { title: 'Pump', notes: 'Gate', status: 'pending', city: 'Boise', postal_code: '83701' },
      mine: { notes: 'Gate 12', status: 'assigned', city: 'Reno', postal_code: '89501' },
      theirs: { notes: 'Gate 99', status: 'cancelled', city: 'Elko', postal_code: '89801' },
    });
    expect(screen.queryByRole('button', { name: 'Keep both' })).toBeNull();
    await user.click(await screen.findByText('Choose field by field'));
    const group = (name: string) => within(screen.getByRole('group', { name }));
    expect(group('Status').getByRole('radio', { name: 'Mine' })).toBeChecked();
    expect(group('Status').queryByRole('radio', { name: 'Both' })).toBeNull();
    await user.click(group('City and ZIP Code').getByRole('radio', { name: 'Theirs' }));
    await user.click(group('Notes').getByRole('radio', { name: 'Both' }));
    await press(user, 'Send this choice');
    await waitFor(async () => expect((await records.outbox())[0]?.state).toBe('queued'));
    const [change] = await records.outbox();
    expect(change?.fields).toEqual({
      notes: { base: 'Gate 99', value: 'Gate 99\nGate 12' },
      status: { base: 'cancelled', value: 'assigned' },
    });
  });
});

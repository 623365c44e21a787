import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Fields, ServerId } from '../../src/domain/resource-spec.ts';
import type { MutationChange, ServerRefusal } from '../../src/outbox/mutation.ts';
import { createRecord } from '../../src/records/commands.ts';
import { aCustomer, ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const refused = (reason: ServerRefusal['reason'], given: Partial<ServerRefusal> = {}): ServerRefusal => ({
  reason,
  status: 0,
  body: null,
  at: Date.UTC(2026, 0, 15, 8),
  ...given,
});
const toTaken = { email: { base: 'ann@example.com', value: 'new@example.com' } };

async function withChange(refusal: ServerRefusal) {
  const records = await TestRecords.open();
  await records.seed(ann);
  await records.remember({ localId: '1', fields: toTaken, state: 'parked', refusal });
  return { records, ...startApp('/sync', records) };
}

/** The ways out of the only change, in their order. */
const ways = async (title = 'Ann Lee'): Promise<string[]> =>
  within(await screen.findByRole('group', { name: `Choices for ${title}` }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

test.each<[ServerRefusal['reason'], readonly string[]]>([
  ['rejected', ['Edit and try again', 'Try again', 'Discard my change']],
  ['conflict', ['Keep mine', 'Take theirs', 'Edit']],
  ['deletedOnServer', ['Create it again', 'Discard my change']],
  ['mayExistTwice', ['Send mine as a new one', 'Discard my change']],
  ['tooOld', ['Send it', 'Discard my change']],
  ['fromFile', ['Send it', 'Discard my change']],
  ['serverErrors', ['Try again', 'Discard my change']],
])('a change that waits for %s has these ways out: %j', async (reason, words) => {
  await withChange(refused(reason));
  expect(await ways()).toEqual(words);
});

test('[F43] a deletion that would take unseen photos with it says how many, and can go on', async () => {
  const records = await TestRecords.open();
  await records.seed(ann);
  const body = { detail: 'Cannot delete this customer.', attachments: 3, attachments_hash: 'ab' };
  const refusal = refused('rejected', { status: 409, body });
  await records.remember({ localId: '1', kind: 'delete', attachments: 1, state: 'parked', refusal });
  const { user } = startApp('/sync', records);
  await screen.findByText(/3 photos or documents belong to this customer/);
  expect(await ways()).toEqual(['Delete anyway', 'Discard my change']);
  await user.click(await screen.findByRole('button', { name: 'Delete anyway' }));
  await waitFor(async () =>
    expect((await records.outbox())[0]).toMatchObject({
      state: 'queued',
      attachments: 3,
      attachmentSet: 'ab',
    }),
  );
});

test('a record that was deleted on the server can be made again', async () => {
  const { records, user } = await withChange(refused('deletedOnServer', { status: 404 }));
  await user.click(await screen.findByRole('button', { name: 'Create it again' }));
  await waitFor(async () =>
    expect((await records.outbox())[0]).toMatchObject({ kind: 'create', state: 'queued' }),
  );
  expect((await records.outbox())[0]?.fields['email']).toEqual({ base: null, value: 'new@example.com' });
});

test('where the server keeps photos, a record that is made again is said to be without its photos', async () => {
  const words = 'Its photos were deleted with it. They do not come back if you create it again.';
  const { records } = await withChange(refused('deletedOnServer', { status: 404 }));
  await screen.findByRole('button', { name: 'Create it again' });
  expect(screen.queryByText(words)).toBeNull();
  const features = ['attachments', 'client-uid', 'if-match'];
  await records.services.db.relaxed.meta.put({ key: 'capabilities', features });
  expect(await screen.findByText(words)).toBeVisible();
});

test.each<[ServerRefusal['reason'], string]>([
  ['tooOld', 'Send it'],
  ['serverErrors', 'Try again'],
])('a change that waits for %s goes on by a press of %s', async (reason, name) => {
  const { records, user } = await withChange(refused(reason));
  await user.click(await screen.findByRole('button', { name }));
  await waitFor(async () =>
    expect((await records.outbox())[0]).toMatchObject({ state: 'queued', refusal: null }),
  );
});

describe('a new record that the server failed with', () => {
  async function open(given: MutationChange) {
    const records = await TestRecords.open();
    const { localId } = await createRecord(records.services, 'customers', ann, { watch: false });
    await records.park(null, refused('serverErrors', { status: 500 }));
    const [parked] = await records.outbox();
    if (parked) await records.services.db.strict.outbox.put({ ...parked, firstSentAt: 1, ...given });
    return { records, localId, ...startApp('/sync', records) };
  }
  const absent = { cleanChecks: 2, lastCheckAt: 1 };

  test('and surely has not can be edited in its place', async () => {
    const { records, user } = await open({ probe: absent });
    await user.click(await screen.findByRole('button', { name: 'Edit and try again' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Customer' });
    const city = within(dialog).getByLabelText('City');
    await user.type(city, 'Reno');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    await waitFor(async () => expect((await records.outbox())[0]?.state).toBe('queued'));
    const outbox = await records.outbox();
    expect(outbox).toMatchObject([{ kind: 'create', refusal: null, probe: null, firstSentAt: null }]);
    expect(outbox[0]?.fields['city']).toEqual({ base: null, value: 'Reno' });
  });

  test.each([
    ['may have by its key', { probe: absent, sentWithKey: true }],
    ['may have, as nobody looked', { probe: null }],
  ])('and %s can be sent again or dropped', async (_, given) => {
    await open(given);
    await screen.findByRole('link', { name: 'Ann Lee' });
    expect(await ways()).toEqual(['Try again', 'Discard my change']);
  });
});

describe('changes that lay here too long', () => {
  async function open(count: number) {
    const records = await TestRecords.open();
    await records.seed(ann, aCustomer({ first_name: 'Ben' }), aCustomer({ first_name: 'Cleo' }));
    for (let n = 1; n <= count; n += 1) {
      await records.remember({
        localId: String(n),
        fields: toTaken,
        state: 'parked',
        refusal: refused('tooOld'),
      });
    }
    return { records, ...startApp('/sync', records) };
  }

  test('can all be sent at once where there are several', async () => {
    const { records, user } = await open(3);
    await user.click(await screen.findByRole('button', { name: 'Send all 3' }));
    await waitFor(async () =>
      expect((await records.outbox()).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Send all/ })).toBeNull());
  });

  test('are sent one by one where there is one', async () => {
    await open(1);
    await screen.findByRole('button', { name: 'Send it' });
    expect(screen.queryByRole('button', { name: /^Send all/ })).toBeNull();
  });
});

describe('a new record that the server may have already', () => {
  const mine = aCustomer({ first_name: 'Nora', last_name: 'Vance', email: 'nora@example.com' });

  async function open(
    rows: readonly Fields[],
    candidates?: readonly ServerId[],
    said: Partial<ServerRefusal> = {},
  ) {
    const records = await TestRecords.open();
    await records.seed(...rows);
    await createRecord(records.services, 'customers', mine, { watch: false });
    const at = records.clock.now();
    await records.park(
      null,
      refused('mayExistTwice', { at, ...(candidates ? { candidates } : {}), ...said }),
    );
    return { records, ...startApp('/sync', records) };
  }

  test('stands beside each row that may be it', async () => {
    await open([{ ...mine, phone: '555-0100' }, mine], [1, 2]);
    expect(await screen.findAllByRole('button', { name: 'It is this one' })).toHaveLength(2);
    const [first, second] = screen.getAllByRole('table');
    if (!first || !second) throw new Error('Two rows are compared.');
    const phone = within(first)
      .getByRole('rowheader', { name: /^Phone/ })
      .closest('tr');
    expect(phone).toHaveTextContent('differs');
    expect(phone).toHaveTextContent('555-0100');
    expect(screen.getByText('They differ in 1 field.')).toBeVisible();
    expect(screen.getByText('Both are the same.')).toBeVisible();
    expect(within(second).queryByRole('rowheader', { name: /^Phone/ })).toBeNull();
  });

  test('can turn out to be one of them', async () => {
    const { records, user } = await open([{ ...mine, phone: '555-0100' }], [1]);
    await user.click(await screen.findByRole('button', { name: 'It is this one' }));
    expect(await screen.findByText('All changes sent')).toBeVisible();
    const rows = await records.services.db.relaxed.customers.toArray();
    expect(rows.map(({ serverId, view }) => [serverId, view?.['phone']])).toEqual([[1, '555-0100']]);
  });

  test('is told apart from one whose answer was lost, where the server refused it', async () => {
    const body = { email: ['customer with this email already exists.'] };
    await open([mine], [1], { status: 400, body });
    expect(await screen.findByText(/The server refused it and already has one just like it/)).toBeVisible();
    expect(screen.getByText(/customer with this email already exists/)).toBeVisible();
    expect(screen.queryByText(/the answer got lost/)).toBeNull();
  });

  test('can be sent as a new one', async () => {
    const { records, user } = await open([mine], [1]);
    await user.click(await screen.findByRole('button', { name: 'Send mine as a new one' }));
    await waitFor(async () =>
      expect((await records.outbox())[0]).toMatchObject({ state: 'queued', probe: null }),
    );
  });

  test('says that a row is not here yet, and has it fetched', async () => {
    const { records, user } = await open([], [77]);
    await user.click(await screen.findByRole('button', { name: 'Fetch customers' }));
    await waitFor(async () =>
      expect(await records.services.db.relaxed.meta.get('request:customers')).toBeDefined(),
    );
    expect(screen.queryByRole('button', { name: 'It is this one' })).toBeNull();
    await records.services.db.strict.customers.add({
      localId: '77',
      serverId: 77,
      server: mine,
      view: mine,
      mark: 'synced',
      position: [77, 77],
      serverGen: 1,
      firstSeenGen: 1,
      seen: { created_at: null, updated_at: null, first_seen: 0 },
    });
    expect(await screen.findByRole('button', { name: 'It is this one' })).toBeVisible();
  });

  test('says that a row is no longer there, once the list was read without it', async () => {
    const { records } = await open([], [77]);
    await screen.findByRole('button', { name: 'Fetch customers' });
    await records.say({ pulledAt: records.clock.now() + 1 });
    expect(
      await screen.findByText('The customer that looked like this one is no longer on the server.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Fetch customers' })).toBeNull();
    expect(await ways('Nora Vance')).toEqual(['Send mine as a new one', 'Discard my change']);
  });

  test('says that a row was deleted here', async () => {
    const { records } = await open([mine], [1]);
    await screen.findByRole('button', { name: 'It is this one' });
    await records.remember({ id: 'gone', localId: '1', kind: 'delete' });
    expect(
      await screen.findByText(
        'The customer that looked like this one was deleted here. That deletion is waiting to be sent.',
      ),
    ).toBeVisible();
  });

  test('is not taken for another record made here', async () => {
    const { records } = await open([], [5]);
    const other = { ...mine, first_name: 'Nora Two' };
    await records.services.db.strict.customers.add({
      localId: 'made-here',
      serverId: 5,
      server: other,
      view: other,
      mark: 'synced',
      position: [5, 5],
      serverGen: 1,
      firstSeenGen: 1,
      seen: { created_at: null, updated_at: null, first_seen: 0 },
    });
    expect(await screen.findByText(/was added on this device too/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'It is this one' })).toBeNull();
  });

  test('without a row named has its words and ways all the same', async () => {
    await open([mine]);
    expect(await screen.findByText(/the answer was lost/)).toBeVisible();
    expect(await ways('Nora Vance')).toEqual(['Look again', 'Send mine as a new one', 'Discard my change']);
  });

  test('without a row named can be looked for again', async () => {
    const { records, user } = await open([mine]);
    await user.click(await screen.findByRole('button', { name: 'Look again' }));
    expect(await screen.findByText(/Checking .* whether it arrived\.$/)).toBeVisible();
    expect(await records.outbox()).toMatchObject([
      { state: 'unknown', refusal: null, probe: { cleanChecks: 0 } },
    ]);
  });
});

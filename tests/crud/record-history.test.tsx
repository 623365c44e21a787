import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { HistoryNote } from '../../src/outbox/lane-event.ts';
import type { ConfirmedChange } from '../../src/outbox/mirror-record.ts';
import { aRecord } from '../support/lanes/lanes.ts';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const AT = Date.UTC(2026, 10, 26, 12);

function aNote(given: Partial<HistoryNote> = {}): HistoryNote {
  const fields = { phone: { was: '555-1234', is: '555-9999' } };
  return { resource: 'customers', localId: '1', at: AT, by: 'other', fields, ...given };
}

async function open(notes: readonly HistoryNote[], path = '/customers/1') {
  const records = await TestRecords.open();
  await records.seed(ann);
  await records.seedAll('projects', [aRecord('projects', { title: 'Roof', customer: '1' })]);
  const { history } = records.services.db.strict;
  await history.bulkAdd([...notes]);
  const app = startApp(path, records);
  await app.user.click(await screen.findByRole('tab', { name: 'History' }));
  return { ...app, history };
}

const section = () => screen.findByRole('region', { name: 'History' });
const entries = async () => {
  const list = await within(await section()).findAllByRole('listitem');
  return list.map(({ textContent }) => textContent);
};

describe('the history of a record', () => {
  test('[H12] says what it was and what it is, who changed it and when, the last change first', async () => {
    const city = { city: { was: '', is: 'Reno' }, status: { was: 'lead', is: 'active' } };
    await open([aNote(), aNote({ by: 'me', at: AT + 60_000, fields: city }), aNote({ localId: '2' })]);
    expect(await entries()).toEqual([
      expect.stringMatching(
        /^Nov 26, 2026, .*:01.*· this deviceCitynothing →is now RenoStatusLead →is now Active$/,
      ),
      expect.stringMatching(
        /^Nov 26, 2026, .*:00.*· another device or personPhone555-1234 →is now 555-9999$/,
      ),
    ]);
  });

  test('[H12] changes while it is looked at', async () => {
    const { history } = await open([]);
    expect(
      await screen.findByText('Nothing has changed since this device first saw the record.'),
    ).toBeVisible();
    await history.add(aNote());
    await waitFor(async () => expect(await entries()).toHaveLength(1));
  });

  test('has an address of its own, and Back leads to the overview', async () => {
    await open([aNote()]);
    expect(await entries()).toHaveLength(1);
    expect(window.location.search).toBe('?tab=history');
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'History' })).toBeNull());
    expect(screen.getByRole('tabpanel', { name: 'Overview' })).toBeVisible();
  });

  test('[H12] shows the last 50 changes, and says so', async () => {
    const notes = Array.from({ length: 53 }, (_, n) => aNote({ fields: { city: { was: '', is: `C${n}` } } }));
    await open(notes);
    const shown = await entries();
    expect(shown).toHaveLength(50);
    expect(shown[0]).toContain('C52');
    expect(screen.getByText('Older changes are not shown.')).toBeVisible();
  });

  test('names the records that a project referred to, and choices by their labels', async () => {
    const fields = { customer: { was: null, is: '1' }, priority: { was: 'low', is: 'high' } };
    await open([aNote({ resource: 'projects', fields })], '/projects/1');
    const [entry] = await entries();
    expect(entry).toContain('Customernothing →is now Ann Lee');
    expect(entry).toContain('PriorityLow →is now High');
  });

  test('of a long text shows the lines that changed, and the whole at a press', async () => {
    const was = 'Gate 4471\nDog';
    const is = `Gate 4471\n${Array.from({ length: 8 }, (_, n) => `Line ${n}`).join('\n')}`;
    const fields = { description: { was, is } };
    const { user } = await open([aNote({ resource: 'projects', fields })], '/projects/1');
    const description = within(await section());
    expect(
      (await description.findAllByText(/Removed:|Added:/)).map((one) => one.parentElement?.textContent),
    ).toEqual(['−Removed: Dog', ...[0, 1, 2, 3, 4].map((n) => `+Added: Line ${n}`)]);
    expect(description.getByText('and 3 more lines')).toBeVisible();
    const whole = (text: string) =>
      description.getByText((_, element) => element?.tagName === 'P' && element.textContent === text);
    expect(whole(is)).not.toBeVisible();
    await user.click(description.getByText('Show the whole text'));
    expect(whole(was)).toBeVisible();
    expect(whole(is)).toBeVisible();
  });

  test('of a long text of which only the breaks changed says that', async () => {
    const fields = { description: { was: 'Gate\nDog', is: 'Gate\r\nDog' } };
    await open([aNote({ resource: 'projects', fields })], '/projects/1');
    expect(await screen.findByText('Only spaces or line breaks changed.')).toBeVisible();
  });

  test('of a text that is too long to compare shows the whole alone', async () => {
    const fields = { description: { was: null, is: 'a\n'.repeat(2001) } };
    await open([aNote({ resource: 'projects', fields })], '/projects/1');
    expect(await screen.findByText('Show the whole text')).toBeVisible();
    expect(screen.queryByText(/Added:/)).toBeNull();
  });
});

describe('the undo in the history of a record', () => {
  const change = { id: 'm-1', kind: 'update', isLast: true } as const;
  const mine = aNote({ by: 'me', fields: { city: { was: '', is: 'Reno' }, phone: { was: '1', is: '2' } } });

  /** A customer with these notes whose last change of this device the server has confirmed. */
  async function opened(confirmed: ConfirmedChange, ...notes: readonly HistoryNote[]) {
    const records = await TestRecords.open();
    await records.seed({ ...ann, city: 'Reno', phone: '2' });
    await records.services.db.strict.customers.update('1', { confirmed });
    await records.services.db.strict.history.bulkAdd([...notes]);
    const { user } = startApp('/customers/1', records);
    await user.click(await screen.findByRole('tab', { name: 'History' }));
    return { records, user };
  }

  test('[Q36] changes the last change of this device back, until the next one', async () => {
    const { records, user } = await opened(change, aNote(), mine);
    await user.click(await screen.findByRole('button', { name: 'Undo: Change to City and Phone' }));
    expect(await within(await section()).findByText('Undone.')).toBeVisible();
    expect(await records.changes(1)).toMatchObject([
      { kind: 'update', fields: { city: { base: 'Reno', value: '' }, phone: { base: '2', value: '1' } } },
    ]);
    await waitFor(async () =>
      expect(within(await section()).queryByRole('button', { name: /^Undo/ })).toBeNull(),
    );
  });

  test('[F36] does not take back the log entry of a signed document', async () => {
    const is =
      '--- Log ---\n2026-11-23 08:45 -0600 Bo Diaz: Estimate signed by Cy Young, document 0123456789ab';
    await opened(change, aNote({ by: 'me', fields: { notes: { was: '', is } } }));
    expect(await within(await section()).findByText(/Estimate signed by Cy Young/)).toBeVisible();
    expect(within(await section()).queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  test('[Q36, Q34] takes back a record that this device has made', async () => {
    const { records, user } = await opened({ ...change, kind: 'create' });
    expect(await screen.findByText('This device added it.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo: New customer' }));
    expect(await records.changes(1)).toMatchObject([{ kind: 'delete', readFirst: true }]);
    expect(await screen.findByText('This customer was deleted.')).toBeVisible();
    // The user did it, so it names nobody else.
    expect(screen.getByText('It was deleted while it was open here.')).toBeVisible();
    expect(screen.queryByText(/someone/i)).toBeNull();
  });

  test.each<[string, ConfirmedChange, HistoryNote[]]>([
    ['somebody else has changed the record since', { ...change, isLast: false }, [mine]],
    ['what was read last is of somebody else', change, [mine, aNote()]],
    ['nothing is known of what it was before', change, []],
    ['the record was made here, and has changed', { ...change, kind: 'create' }, [mine]],
  ])('[Q36] is not offered where %s', async (_, confirmed, notes) => {
    await opened(confirmed, ...notes);
    await within(await section()).findAllByText(notes.length > 0 ? 'Phone' : /^Nothing has changed since/);
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });
});

import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { lostEntries } from '../../src/db/lost-entries.ts';
import type { JournalEntry } from '../../src/db/past-changes.ts';
import { uuidv7 } from '../../src/domain/ids.ts';
import { dayAt, daysFrom } from '../../src/domain/plain-date.ts';
import { startOfDay } from '../../src/domain/receipt.ts';
import { flush } from '../support/browser/flush.ts';
import { ann, aRefusal } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';
import { downloads } from '../support/records/reports.tsx';

const MINUTE = 60_000;
const toNew = { email: { base: 'ann@example.com', value: 'new@example.com' } };
const receipt = () => screen.findByRole('region', { name: 'Receipt' });

class Day {
  readonly records: TestRecords;
  #made = 0;

  constructor(records: TestRecords) {
    this.records = records;
  }

  static async open(): Promise<Day> {
    const records = await TestRecords.open();
    await records.seed(ann);
    return new Day(records);
  }

  /** The id of a change made at `at`. */
  id(at = this.records.clock.now()): string {
    this.#made += 1;
    return uuidv7(at, () => ((this.#made * 7) % 64) / 64);
  }

  async finish(
    outcome: JournalEntry['outcome'],
    { made, ...given }: { made?: number } & Partial<Omit<JournalEntry, 'n' | 'outcome' | 'mutationId'>> = {},
  ): Promise<void> {
    await this.records.services.db.strict.journal.add({
      mutationId: this.id(made),
      resource: 'customers',
      localId: '1',
      kind: 'update',
      fields: toNew,
      theirs: {},
      at: this.records.clock.now(),
      outcome,
      ...given,
    });
  }

  async wait(made?: number): Promise<void> {
    await this.records.remember({ id: this.id(made), localId: '1', fields: toNew });
  }
}

describe('the receipt of today', () => {
  test('says that all changes are on the server, and when the last came', async () => {
    const day = await Day.open();
    await day.finish('confirmed');
    await day.finish('confirmed', { at: day.records.clock.now() + MINUTE });
    startApp('/sync', day.records);
    expect(await receipt()).toHaveTextContent(/All 2 changes of today are on the server, \d+:\d\d [AP]M/);
  });

  test('says of one change that it is the only one', async () => {
    const day = await Day.open();
    await day.finish('confirmed');
    startApp('/sync', day.records);
    expect(await receipt()).toHaveTextContent('The 1 change of today is on the server');
  });

  test('[H16] counts what waits, for a signal or to be sent, and what needs a decision', async () => {
    const day = await Day.open();
    await day.finish('confirmed');
    await day.wait();
    startApp('/sync', day.records);
    const shown = await receipt();
    expect(shown).toHaveTextContent('1 of 2 changes of today are on the server; 1 waits to be sent');
    await day.records.say({ reasons: ['offline'] });
    await waitFor(() => expect(shown).toHaveTextContent('; 1 waits for a signal'));
    await day.records.park({ email: ['taken'] });
    await waitFor(() =>
      expect(shown).toHaveTextContent('1 of 2 changes of today are on the server; 1 needs a decision'),
    );
  });

  test('[H15] never counts merged and discarded changes as sent, and lists them as such', async () => {
    const day = await Day.open();
    await day.finish('replaced');
    await day.finish('cancelled');
    await day.finish('confirmed');
    const { user } = startApp('/sync', day.records);
    const shown = await receipt();
    expect(shown).toHaveTextContent('The 1 change of today is on the server');
    await user.click(within(shown).getByRole('button', { name: 'Show the list' }));
    await waitFor(() => expect(within(shown).getAllByRole('listitem')).toHaveLength(3));
    const outcomes = within(shown)
      .getAllByText(/^(Sent|Discarded|Merged into a later change)$/)
      .map(({ textContent }) => textContent);
    expect(outcomes).toEqual(['Sent', 'Discarded', 'Merged into a later change']);
  });

  test('[H15] does not count a record as sent that a person found on the server', async () => {
    const day = await Day.open();
    await day.finish('same', { kind: 'create' });
    await day.finish('confirmed');
    const { user } = startApp('/sync', day.records);
    const shown = await receipt();
    expect(shown).toHaveTextContent('The 1 change of today is on the server');
    await user.click(within(shown).getByRole('button', { name: 'Show the list' }));
    expect(await within(shown).findByText('Not sent: you said that the server had it already')).toBeVisible();
  });

  test('follows each change that the server confirms', async () => {
    const day = await Day.open();
    startApp('/sync', day.records);
    expect(await receipt()).toHaveTextContent('This device has no changes of today.');
    for (const said of ['The 1 change', 'All 2 changes', 'All 3 changes']) {
      await day.finish('confirmed');
      await waitFor(async () => expect(await receipt()).toHaveTextContent(`${said} of today`));
    }
  });

  test('names photos, and older changes that are not on the server', async () => {
    const day = await Day.open();
    await day.finish('confirmed', { resource: 'attachments', kind: 'create' });
    await day.finish('confirmed');
    await day.wait(day.records.clock.now() - 3 * 24 * 60 * MINUTE);
    startApp('/sync', day.records);
    const shown = await receipt();
    expect(shown).toHaveTextContent('All 2 changes of today');
    expect(shown).toHaveTextContent('1 of them is a photo or document.');
    expect(shown).toHaveTextContent('1 change of another day is not on the server yet.');
  });

  test('[H16] does not claim a photo whose bytes the server may have lost', async () => {
    const day = await Day.open();
    const hash = 'a'.repeat(64);
    const fields = { sha256: { base: null, value: hash }, thumb_sha256: { base: null, value: '' } };
    await day.finish('confirmed', { resource: 'attachments', kind: 'create', fields });
    await day.finish('confirmed');
    const { files } = day.records.services.db.relaxed;
    const row = { size: 9, type: 'image/jpeg', storedAt: 1, lastUsed: 1, tries: 0, refusal: null };
    await files.put({ ...row, sha256: hash, state: 'stored' });
    startApp('/sync', day.records);
    const shown = await receipt();
    expect(shown).toHaveTextContent('All 2 changes of today are on the server');
    for (const state of ['here', 'refused'] as const) {
      await files.update(hash, { state });
      await waitFor(() =>
        expect(shown).toHaveTextContent(
          '2 of 2 changes of today are on the server; the server may lack the file of 1',
        ),
      );
      expect(shown).not.toHaveAttribute('data-settled');
      await files.update(hash, { state: 'stored' });
      await waitFor(() => expect(shown).toHaveTextContent('All 2 changes'));
    }
  });

  test('[H16] does not claim a log entry that the server has lost', async () => {
    const day = await Day.open();
    const key = { resource: 'workOrders', localId: '7' } as const;
    const log = '--- Log ---\n2026-11-23 08:42 +0000 Ann Lee: Wall open';
    const fields = { notes: { base: '', value: log } };
    await day.finish('confirmed', { ...key, fields });
    const { meta } = day.records.services.db.strict;
    const theirs = { ...key, by: 'other', at: 1, fields: { notes: { was: log, is: '' } } } as const;
    const lost = lostEntries(theirs, [{ fields }], 1);
    expect(lost).toHaveLength(1);
    await meta.put({ key: 'lostEntries', entries: lost });
    startApp('/sync', day.records);
    const shown = await receipt();
    expect(shown).toHaveTextContent(
      '1 of 1 change of today is on the server; 1 log entry is no longer on the server',
    );
    await meta.put({ key: 'lostEntries', entries: lost.map((one) => ({ ...one, localId: '8' })) });
    await waitFor(() => expect(shown).toHaveTextContent('The 1 change of today is on the server'));
  });

  test('[H16] counts a change on the day on which it was first saved, although it was edited on another', async () => {
    const day = await Day.open();
    const yesterday = day.id(day.records.clock.now() - 24 * 60 * MINUTE);
    await day.finish('confirmed');
    await day.finish('confirmed', { made: day.records.clock.now() - 24 * 60 * MINUTE });
    const parked = { state: 'parked', attemptId: 'a', refusal: aRefusal('conflict') } as const;
    await day.records.remember({ ...parked, id: yesterday, localId: '1', fields: toNew, tookIn: [day.id()] });
    const { user } = startApp('/sync', day.records);
    const shown = await receipt();
    expect(shown).toHaveTextContent('1 of 2 changes of today are on the server; 1 needs a decision');
    const { outbox } = day.records.services.db.strict;
    await outbox.toCollection().modify({ state: 'queued', refusal: null });
    await waitFor(() =>
      expect(shown).toHaveTextContent('1 of 2 changes of today are on the server; 1 waits to be sent'),
    );
    await user.click(within(shown).getByRole('button', { name: 'The day before' }));
    await waitFor(() => expect(shown).toHaveTextContent('1 of 2 changes of yesterday are on the server; 1'));
    await outbox.toCollection().modify({ id: day.id(), state: 'queued', refusal: null, tookIn: [yesterday] });
    await waitFor(() =>
      expect(shown).toHaveTextContent('of yesterday are on the server; 1 waits to be sent'),
    );
  });

  test('[H16] hides none behind one that was confirmed while the clock was set back', async () => {
    const day = await Day.open();
    await day.finish('confirmed');
    await day.finish('confirmed', { at: day.records.clock.now() - 24 * 60 * MINUTE });
    await day.finish('confirmed');
    startApp('/sync', day.records);
    expect(await receipt()).toHaveTextContent('All 3 changes of today are on the server');
  });

  test('does not deny changes that were discarded', async () => {
    const day = await Day.open();
    await day.finish('cancelled');
    startApp('/sync', day.records);
    expect(await receipt()).toHaveTextContent(
      'No change of today was sent by itself: each was discarded, merged into a later one, or on the server already.',
    );
  });

  test('says that a file stays here if the server keeps none', async () => {
    const day = await Day.open();
    await day.finish('confirmed');
    const old = { resource: 'attachments', kind: 'create', idempotencyKey: 'f' } as const;
    const before = day.id(day.records.clock.now() - 3 * 24 * 60 * MINUTE);
    await day.records.remember(
      { ...old, id: day.id(), localId: 'f', fields: {} },
      { ...old, id: before, localId: 'g', fields: {} },
    );
    startApp('/sync', day.records);
    const shown = await receipt();
    expect(shown).toHaveTextContent(
      '1 of 2 changes of today are on the server; 1 stays on this device, because the server keeps no files',
    );
    expect(shown).not.toHaveTextContent('another day');
  });

  test('[H16] does not claim a day of which the device no longer has everything', async () => {
    const day = await Day.open();
    await day.finish('confirmed');
    await day.finish('confirmed');
    await day.records.services.db.strict.journal.where('n').equals(1).delete();
    startApp('/sync', day.records);
    const shown = await receipt();
    expect(shown).toHaveTextContent('1 change of today is on the server; this device no longer lists');
    expect(shown).not.toHaveAttribute('data-settled');
  });
});

test('a change made before midnight and sent after it belongs to the day before', async () => {
  const day = await Day.open();
  const { clock } = day.records;
  const midnight = startOfDay(dayAt(clock.now()));
  await day.finish('confirmed', { made: midnight - MINUTE, at: midnight + MINUTE });
  const { user } = startApp('/sync', day.records);
  const shown = await receipt();
  expect(shown).toHaveTextContent('This device has no changes of today.');
  await user.click(within(shown).getByRole('button', { name: 'The day before' }));
  await waitFor(() => expect(shown).toHaveTextContent('The 1 change of yesterday is on the server'));
});

test('goes back two weeks, and not into the future', async () => {
  const day = await Day.open();
  const { clock } = day.records;
  const first = daysFrom(dayAt(clock.now()), -13);
  await day.finish('confirmed', { made: startOfDay(first), at: startOfDay(first) });
  const { user } = startApp('/sync', day.records);
  const shown = await receipt();
  expect(within(shown).getByRole('button', { name: 'The day after' })).toBeDisabled();
  for (let back = 0; back < 13; back += 1)
    await user.click(within(await receipt()).getByRole('button', { name: 'The day before' }));
  await waitFor(async () => expect(await receipt()).toHaveTextContent('The 1 change of'));
  expect(within(await receipt()).getByRole('button', { name: 'The day before' })).toBeDisabled();
});

describe('the receipt is given out', () => {
  async function open({ hasShareSheet = false } = {}) {
    const day = await Day.open();
    const { photoDevice } = day.records;
    photoDevice.hasShareSheet = hasShareSheet;
    await day.finish('confirmed');
    return { ...startApp('/sync', day.records), photoDevice };
  }
  const LINES =
    /^Restoration CRM · maria · .*\nThe 1 change of .* is on the server, .*\n\n.* · Change to Email · Ann Lee · Sent$/;

  test('as text on the clipboard', async () => {
    const { user } = await open();
    await user.click(within(await receipt()).getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toMatch(LINES);
  });

  test('[H16] with the changes of other days that are not on the server', async () => {
    const day = await Day.open();
    await day.finish('confirmed');
    await day.wait(day.records.clock.now() - 3 * 24 * 60 * MINUTE);
    const { user } = startApp('/sync', day.records);
    await user.click(within(await receipt()).getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toContain(
      '\n1 change of another day is not on the server yet.\n',
    );
  });

  test('with what the server has in place of a typed value', async () => {
    const day = await Day.open();
    await day.finish('confirmed', { theirs: { email: 'old@example.com' } });
    const { user } = startApp('/sync', day.records);
    await user.click(within(await receipt()).getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied.')).toBeVisible();
    const text = await navigator.clipboard.readText();
    expect(text).toMatch(/ · Sent, but the server has another value: Email$/);
  });

  test('through the share sheet, where there is one', async () => {
    const { user, photoDevice } = await open({ hasShareSheet: true });
    await user.click(within(await receipt()).getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(photoDevice.shared).toEqual([expect.stringMatching(LINES)]));
    photoDevice.sharingProblem = new Error('refused');
    await user.click(within(await receipt()).getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('It could not be shared.')).toBeVisible();
    photoDevice.sharingProblem = null;
    await user.click(within(await receipt()).getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(photoDevice.shared).toHaveLength(2));
    await act(flush);
    expect(screen.queryByText('It could not be shared.')).toBeNull();
  });

  test('as a file for a spreadsheet', async () => {
    const { user } = await open();
    const files = downloads();
    await user.click(within(await receipt()).getByRole('button', { name: 'Save as CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0]?.content.text()).toMatch(
      /^\uFEFF?Time,Kind,Record,Change,State\r\n".*",Customer,Ann Lee,Change to Email,Sent\r\n$/,
    );
  });
});

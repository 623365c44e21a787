import { expect, it } from 'vitest';
import { LateNotes } from '../../src/records/rescue/late-notes.ts';
import { tabStorage } from '../support/browser/tab-storage.ts';

const one = { resource: 'customers', localId: 'a', ids: ['m-1'] } as const;
const two = { resource: 'customers', localId: 'b', ids: ['m-2'] } as const;

it('[R14] notes stay until they are stored, also for the next page', () => {
  const given = { storage: tabStorage(), account: 'me' };
  new LateNotes(given).keep([one, two]);
  const next = new LateNotes(given);
  expect(next.lanes).toEqual([one, two]);
  next.drop([next.lanes[0] ?? one]);
  expect(new LateNotes(given).lanes).toEqual([two]);
  expect(new LateNotes({ ...given, account: 'another' }).lanes).toEqual([]);
  next.clear();
  expect(given.storage.get('inFile:me')).toBeNull();
});

it('[R14] a full localStorage leaves them to this page, and unreadable text is skipped', () => {
  const storage = tabStorage();
  const full = {
    ...storage,
    set: () => {
      throw new DOMException('No space.', 'QuotaExceededError');
    },
  };
  const notes = new LateNotes({ storage: full, account: 'me' });
  notes.keep([one]);
  expect(notes.lanes).toEqual([one]);
  storage.set('inFile:me', '{');
  expect(new LateNotes({ storage, account: 'me' }).lanes).toEqual([]);
  storage.set('inFile:me', '{}');
  expect(new LateNotes({ storage, account: 'me' }).lanes).toEqual([]);
});

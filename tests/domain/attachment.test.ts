import { describe, expect, test } from 'vitest';
import {
  attachmentSpec,
  attachmentsIn,
  hashesOf,
  isDocument,
  keepsFiles,
} from '../../src/domain/attachment.ts';
import { hashOfIds } from '../../src/domain/attachment-ids.ts';
import { initialValue, readField, sameValue } from '../../src/domain/field.ts';
import { isListed, RECORD_KINDS, RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { sha256Hex } from '../../src/domain/sha256.ts';

const blank = attachmentSpec.blank({ now: 0, random: 0 });

test('attachments are a kind of record without a list of their own', () => {
  expect(RECORD_KINDS.filter((kind) => !isListed(kind))).toEqual(['attachments']);
  expect(RECORD_KINDS.filter(isListed)).toEqual(RESOURCE_NAMES);
});

describe('the title of a photo is the first that it has of', () => {
  test.each([
    [
      'caption',
      { ...blank, caption: ' Wet wall\nbehind the sink', room: 'Kitchen', name: '1.jpg' },
      'Wet wall',
    ],
    ['room', { ...blank, room: ' Kitchen ', name: '1.jpg' }, 'Kitchen'],
    ['name', { ...blank, name: ' 1.jpg ' }, '1.jpg'],
  ])('%s', (_, row, title) => {
    expect(attachmentSpec.title(row)).toBe(title);
  });

  test('none: its kind', () => {
    expect(attachmentSpec.title(blank)).not.toBe('');
  });
});

test('a search finds a photo by caption, room and name', () => {
  const text = attachmentSpec.searchText({ ...blank, caption: 'Wet wall', room: 'Kitchen', name: '1.jpg' });
  expect(text).toBe('Wet wall\nKitchen\n1.jpg');
});

test('what the server reads from the bytes is never sent', () => {
  const row = { ...blank, sha256: 'aa', size: 7, media_type: 'image/jpeg', uploaded_by: 'Ann Lee' };
  const sent = attachmentSpec.encode(row, 'create');
  expect(sent).toMatchObject({ sha256: 'aa', kind: 'photo', label: 'other' });
  expect(Object.keys(sent)).not.toContain('size');
  expect(Object.keys(sent)).not.toContain('media_type');
  expect(Object.keys(sent)).not.toContain('received_at');
  expect(Object.keys(sent)).not.toContain('uploaded_by');
});

test('a row names its thumbnail first, and no bytes that it does not have', () => {
  expect(hashesOf({ sha256: 'aa', thumb_sha256: 'bb' })).toEqual(['bb', 'aa']);
  expect(hashesOf({ sha256: 'aa', thumb_sha256: '' })).toEqual(['aa']);
  expect(hashesOf({})).toEqual([]);
});

test('a number may be unknown, and is read from text as well', () => {
  const field = { type: 'number' } as const;
  expect(initialValue(field)).toBeNull();
  expect(readField(field, '41.25')).toBe(41.25);
  expect(sameValue('number', 41.25, '41.250')).toBe(true);
  expect(sameValue('number', 41.25, 41.5)).toBe(false);
});

test('[F18] a server keeps files if it announces all that photos need', () => {
  const all = ['attachments', 'client-uid', 'if-match'];
  expect(keepsFiles(new Set([...all, 'changes']))).toBe(true);
  expect(keepsFiles()).toBe(false);
  for (const lacked of all) expect(keepsFiles(all.filter((name) => name !== lacked))).toBe(false);
});

test('a document is known by its kind, also where there is no row', () => {
  const rows = [{ kind: 'document' }, { kind: 'photo' }, {}, null, undefined];
  expect(rows.map(isDocument)).toEqual([true, false, false, false, false]);
});

test.each([
  [
    { detail: 'No.', attachments: 3 },
    { count: 3, hash: null },
  ],
  [
    { attachments: 3, attachments_hash: 'ab' },
    { count: 3, hash: 'ab' },
  ],
  [
    { attachments: 1, attachments_hash: 7 },
    { count: 1, hash: null },
  ],
  [{ attachments: 0 }, undefined],
  [{ attachments: '3' }, undefined],
  [{ attachments: ['This field is required.'] }, undefined],
  [null, undefined],
])('the refusal of a deletion %j names %j', (body, found) => {
  expect(attachmentsIn(body)).toEqual(found);
});

test('[F43] the hash of ids is that of any order of the same, and of no others', () => {
  const [two, ten] = [hashOfIds([2, 10]), hashOfIds(['10', '2'])];
  expect(two).toBe(ten);
  expect(two).toBe(sha256Hex(new TextEncoder().encode('10,2').slice().buffer));
  expect(new Set([two, hashOfIds([]), hashOfIds([210]), hashOfIds([2, 10, 11])]).size).toBe(4);
});

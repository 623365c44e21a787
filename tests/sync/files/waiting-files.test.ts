import { expect, it } from 'vitest';
import { createdFields } from '../../../src/domain/field-changes.ts';
import type { Mutation } from '../../../src/outbox/mutation.ts';
import { waitingIn } from '../../../src/sync/files/waiting-files.ts';
import { aMutation } from '../../support/records/mutations.ts';

function photo(id: string, state: 'queued' | 'parked' = 'queued'): Mutation {
  const fields = createdFields({ sha256: `${id} file`, thumb_sha256: `${id} thumb` });
  const refusal = { reason: 'rejected', status: 415, body: null, at: 0 } as const;
  const rest = state === 'parked' ? { state, refusal } : {};
  return aMutation({ resource: 'attachments', id, localId: id, kind: 'create', fields, ...rest });
}

it('[F4, F5] a create waits for its files, and parked ones keep theirs back', () => {
  const here = new Set(['a file', 'b file', 'b thumb', 'c file']);
  const changes = [photo('a'), photo('b', 'parked'), photo('d')];
  expect(waitingIn(changes, { here, spare: new Set() })).toEqual({
    held: ['a', 'b'],
    hashes: ['a file', 'c file'],
  });
});

it('[F4] a create that an undo has brought back waits for files that nothing named meanwhile', () => {
  const spare = new Set(['a file', 'z file']);
  expect(waitingIn([photo('a')], { here: new Set(), spare })).toEqual({ held: ['a'], hashes: ['a file'] });
});

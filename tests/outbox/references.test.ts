import { describe, expect, it } from 'vitest';
import { targetsOf, wireReferences, withServerReferences } from '../../src/outbox/dependencies.ts';
import { knowing } from '../support/lanes/lanes.ts';
import { aMutation, changes } from '../support/records/mutations.ts';

const references = knowing({ made: 2, unsent: undefined });
const job = (customer: string | null) =>
  aMutation({ resource: 'projects', fields: changes({ customer: ['made', customer], title: ['', 'Roof'] }) });

describe('what a change refers to', () => {
  it('[P12] goes out as the id of the server, by whichever id the device has it', () => {
    expect(wireReferences(references, job('made'), new Map())).toEqual({ customer: 2 });
    expect(wireReferences(references, job('2'), new Map())).toEqual({ customer: 2 });
    expect(wireReferences(references, job(null), new Map())).toEqual({});
  });

  it('[X27] goes out as a key where it is made in the same request', () => {
    const together = new Map([['unsent', 'key']]);
    expect(wireReferences(references, job('unsent'), together)).toEqual({ customer: { client_uid: 'key' } });
    expect(wireReferences(references, job('unsent'), new Map())).toBeNull();
    expect(wireReferences(references, job('nobody'), together)).toBeNull();
  });

  it('[U14] is compared by what it means', () => {
    expect(withServerReferences(references, 'projects', job('unsent').fields)).toEqual(
      changes({ customer: ['2', 'unsent'], title: ['', 'Roof'] }),
    );
  });

  it('is nothing where a record is deleted', () => {
    expect(targetsOf({ ...job('made'), kind: 'delete' })).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { targetsOf, wireReferences, withServerReferences } from '../../src/outbox/dependencies.ts';
import { knowing } from '../support/lanes/lanes.ts';
import { aMutation, changes } from '../support/records/mutations.ts';

const references = knowing({ made: 2, unsent: undefined });
const job = (customer: string | null) =>
  aMutation({ resource: 'projects', fields: changes({ customer: ['made', customer], title: ['', 'Roof'] }) });

describe("a change's reference", () => {
  it('[P12] is sent as the server id, whether the device has that or the local id', () => {
    expect(wireReferences(references, job('made'), new Map())).toEqual({ customer: 2 });
    expect(wireReferences(references, job('2'), new Map())).toEqual({ customer: 2 });
    expect(wireReferences(references, job(null), new Map())).toEqual({});
  });

  it('[X27] is sent as a key if the record is created in the same request', () => {
    const together = new Map([['unsent', 'key']]);
    expect(wireReferences(references, job('unsent'), together)).toEqual({ customer: { client_uid: 'key' } });
    expect(wireReferences(references, job('unsent'), new Map())).toBeNull();
    expect(wireReferences(references, job('nobody'), together)).toBeNull();
  });

  it('[U14] is compared by record', () => {
    expect(withServerReferences(references, 'projects', job('unsent').fields)).toEqual(
      changes({ customer: ['2', 'unsent'], title: ['', 'Roof'] }),
    );
  });

  it('is not sent with a deletion', () => {
    expect(targetsOf({ ...job('made'), kind: 'delete' })).toEqual([]);
  });
});

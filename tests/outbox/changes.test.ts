import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedFields, createdFields } from '../../src/domain/field-changes.ts';
import { rebased } from '../../src/outbox/merge/merge-fields.ts';
import { fold } from '../../src/outbox/mirror-record.ts';
import { coalesce, sentAs } from '../../src/outbox/saved.ts';
import { acts, coalesced, mutationsOfActs, wholeRecord } from '../support/records/arbitraries.ts';
import { aMutation, aRefusal, changes } from '../support/records/mutations.ts';
import { counterexample } from '../support/test/counterexample.ts';

describe("a person's change", () => {
  it('[Q6] has only the fields that differ, each with the value that it replaces', () => {
    const seen = { city: 'Boise', state: 'ID', phone: '' };
    expect(changedFields(seen, { city: 'Reno', state: 'ID', phone: '', company_name: 'New' })).toEqual(
      changes({ city: ['Boise', 'Reno'], company_name: [null, 'New'] }),
    );
    expect(changedFields(seen, seen)).toEqual({});
  });

  it('[Q6] in a new record has every field, with null as its base', () => {
    expect(createdFields({ city: '', state: 'ID' })).toEqual(
      changes({ city: [null, ''], state: [null, 'ID'] }),
    );
  });
});

describe('two changes of one record that were never sent', () => {
  const create = aMutation({ kind: 'create', fields: changes({ city: [null, ''], state: [null, 'ID'] }) });
  const update = aMutation({ fields: changes({ city: ['Boise', 'Reno'], state: ['ID', 'NV'] }) });
  const edit = (fields: Parameters<typeof changes>[0]) => aMutation({ fields: changes(fields) });
  const remove = aMutation({ kind: 'delete' });

  it('[Q10] create + update become one create with the last values', () => {
    expect(coalesce(create, edit({ city: ['', 'Boise'], phone: [null, '555'] }))).toEqual({
      do: 'replace',
      kind: 'create',
      fields: changes({ city: [null, 'Boise'], state: [null, 'ID'], phone: [null, '555'] }),
    });
  });

  it('[Q11] update + update keeps the earliest base of each field', () => {
    expect(coalesce(update, edit({ city: ['Reno', 'Elko'], phone: ['', '555'] }))).toEqual({
      do: 'replace',
      kind: 'update',
      fields: changes({ city: ['Boise', 'Elko'], state: ['ID', 'NV'], phone: ['', '555'] }),
    });
  });

  it('[Q12] a field that is back at its base is dropped', () => {
    expect(coalesce(update, edit({ city: ['Reno', 'Boise'] }))).toMatchObject({
      fields: changes({ state: ['ID', 'NV'] }),
    });
  });

  it('[Q12] an update with every field back at its base is removed', () => {
    expect(coalesce(update, edit({ city: ['Reno', 'Boise'], state: ['NV', 'ID'] }))).toEqual({
      do: 'annihilate',
    });
  });

  it('[Q13] create + delete remove each other', () => {
    expect(coalesce(create, remove)).toEqual({ do: 'annihilate' });
  });

  it('[Q14] update + delete become one delete', () => {
    expect(coalesce(update, remove)).toEqual({ do: 'replace', kind: 'delete', fields: {} });
  });

  it('[Q4] nothing is merged into a deletion', () => {
    expect(coalesce(remove, edit({ city: ['', 'Reno'] }))).toEqual({ do: 'append' });
  });

  it.each([
    ['sending', aMutation({ state: 'sending', firstSentAt: 1 })],
    ['unknown', aMutation({ state: 'unknown', kind: 'create', firstSentAt: 1 })],
    ['queued again after an attempt', aMutation({ firstSentAt: 1 })],
    ['that may exist twice', aMutation({ state: 'parked', refusal: aRefusal('mayExistTwice') })],
    ['parked without a reason', aMutation({ state: 'parked' })],
  ])('[Q4] nothing is merged into a change that may be on the server: %s', (_, earlier) => {
    expect(coalesce(earlier, edit({ city: ['', 'Reno'] }))).toEqual({ do: 'append' });
  });

  it.each(['rejected', 'conflict', 'serverErrors', 'tooOld'] as const)(
    '[Q16] a new change takes the place of a parked deletion: %s',
    (reason) => {
      const refusal = aRefusal(reason);
      const refused = aMutation({ kind: 'delete', state: 'parked', refusal, firstSentAt: 1 });
      const fields = { city: { base: '', value: 'Reno' } };
      for (const watched of [false, true]) {
        expect(coalesce(refused, { ...edit({ city: ['', 'Reno'] }), watched })).toEqual({
          do: 'replace',
          kind: 'update',
          fields,
        });
      }
    },
  );

  it('[Q4] a surely refused change may be merged like one that was never sent', () => {
    const refused = aMutation({ state: 'parked', firstSentAt: 1, watched: true, refusal: aRefusal() });
    expect(
      coalesce(refused, aMutation({ fields: changes({ city: ['', 'Reno'] }), watched: true })),
    ).toMatchObject({
      do: 'replace',
    });
  });

  it('[Q5] a change that a dialog watches is merged with no other', () => {
    expect(coalesce({ ...update, watched: true }, edit({ city: ['Reno', 'Elko'] }))).toEqual({
      do: 'append',
    });
    expect(coalesce(update, { ...edit({ city: ['Reno', 'Elko'] }), watched: true })).toEqual({
      do: 'append',
    });
  });
});

describe('changes behind one that left the outbox', () => {
  it('[Q7, Q24] take the given bases for the fields that they change', () => {
    const later = changes({ city: ['Reno', 'Elko'], phone: ['', '555'], state: ['NV', 'UT'] });
    expect(rebased(later, { city: 'RENO', state: null, email: 'x' })).toEqual(
      changes({ city: ['RENO', 'Elko'], phone: ['', '555'], state: [null, 'UT'] }),
    );
  });
});

describe('fold and coalesce', () => {
  it('[Q10, Q11, Q14] show the same record whether changes are merged or not', () => {
    expect(
      counterexample(
        fc.property(fc.option(wholeRecord), acts, (server, given) => {
          const apart = mutationsOfActs(server, given);
          assert.deepStrictEqual(fold(server, coalesced(apart)).view, fold(server, apart).view);
        }),
      ),
    ).toBeNull();
  });

  it('[Q4] never leave more changes than were made', () => {
    expect(
      counterexample(
        fc.property(fc.option(wholeRecord), acts, (server, given) => {
          const apart = mutationsOfActs(server, given);
          return coalesced(apart).length <= apart.length;
        }),
      ),
    ).toBeNull();
  });

  it('[Q6] keep the server copy in their bases', () => {
    expect(
      counterexample(
        fc.property(wholeRecord, acts, (server, given) => {
          const unwatched = given.map((act) => ({ ...act, watched: false }));
          const [first] = coalesced(mutationsOfActs(server, unwatched));
          for (const [field, change] of Object.entries(first?.fields ?? {})) {
            assert.equal(change.base, server[field] ?? null);
          }
        }),
      ),
    ).toBeNull();
  });
});

describe('a create that is changed after it was sent', () => {
  const fields = { city: { base: null, value: 'Boise' } };
  const sent = { kind: 'create', attemptId: 'a', fields } as const;

  it('[P30] keeps the values of its first attempt', () => {
    expect(sentAs(sent)).toEqual({ firstSentFields: { city: 'Boise' } });
    expect(sentAs({ ...sent, firstSentFields: { city: 'Reno' } })).toEqual({
      firstSentFields: { city: 'Reno' },
    });
  });

  it('[P30] keeps nothing if it was never sent, nor does any other kind', () => {
    expect(sentAs({ ...sent, attemptId: null })).toEqual({});
    expect(sentAs({ ...sent, kind: 'update' })).toEqual({});
  });
});

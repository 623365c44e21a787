import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveCollection, LiveSnapshot } from '../../src/db/live-collection.ts';
import { drawAll } from '../../src/domain/steps.ts';
import type { MirrorRecord } from '../../src/outbox/mirror-record.ts';
import { aCollection, aRecord } from '../support/browser/test-database.ts';
import { counterexample } from '../support/test/counterexample.ts';

/** Each is applied to lists of eighty records three times. */
const PAGES = 3000;

const entry = (record: MirrorRecord) => [record.localId, record] as const;
const shown = (collection: LiveCollection): string[] =>
  collection.getSnapshot().records.map(({ localId }) => localId);

const whole = (collection: LiveCollection): Pick<LiveSnapshot, 'records' | 'texts'> => {
  const { records, texts } = collection.getSnapshot();
  return { records, texts };
};

/** Compares records by identity: comparing their content takes long. */
function assertSame(one: ReturnType<typeof whole>, other: ReturnType<typeof whole>): void {
  assert.equal(one.records.length, other.records.length);
  for (const [n, record] of one.records.entries()) assert.equal(record, other.records[n]);
  assert.deepEqual(one.texts, other.texts);
}

function filled(records: readonly MirrorRecord[], placement: 'first' | 'last' = 'first'): LiveCollection {
  const collection = aCollection(placement);
  collection.apply(records.map(entry));
  return collection;
}

describe('a live collection', () => {
  const three = ['1', '3', '2'].map((localId) => aRecord({ localId }));

  // @spec D2.34
  it('lists the newest first, or the oldest', () => {
    expect(shown(filled(three))).toEqual(['3', '2', '1']);
    expect(shown(filled(three, 'last'))).toEqual(['1', '2', '3']);
  });

  it('breaks ties of time by id, numbers before text, and finally by local id', () => {
    const tied = [
      aRecord({ localId: 'e', position: [5, 'b'] }),
      aRecord({ localId: 'd', position: [5, 'a'] }),
      aRecord({ localId: 'c', position: [5, 10] }),
      aRecord({ localId: 'b', position: [5, 9] }),
      aRecord({ localId: 'g', position: [5, 'c'] }),
      aRecord({ localId: 'f', position: [5, 'c'] }),
    ];
    expect(shown(filled(tied, 'last'))).toEqual(['b', 'c', 'd', 'e', 'f', 'g']);
    expect(shown(filled([...tied].reverse(), 'first'))).toEqual(['g', 'f', 'e', 'd', 'c', 'b']);
  });

  it('moves a changed record to its new place, and removes a deleted one', () => {
    const collection = filled(three);
    collection.apply([
      entry(aRecord({ localId: '1', position: [9, 1] })),
      entry(aRecord({ localId: '2', view: null })),
      ['3', undefined],
      ['never seen', undefined],
    ]);
    expect(shown(collection)).toEqual(['1']);
    expect(collection.find('1')?.position).toEqual([9, 1]);
    expect(collection.find('2')).toBeUndefined();
  });

  it('finds a record created here by its later server id', () => {
    const collection = filled([aRecord({ localId: 'a', serverId: 12 }), aRecord({ localId: '7' })]);
    expect(collection.find('12')?.localId).toBe('a');
    expect(collection.find('7')?.localId).toBe('7');
    collection.apply([entry(aRecord({ localId: 'a', serverId: 12, view: null }))]);
    expect([collection.find('12'), collection.find('a')]).toEqual([undefined, undefined]);
    collection.apply([entry(aRecord({ localId: 'a', serverId: 12 }))]);
    expect(collection.find('12')?.localId).toBe('a');
    collection.apply([['a', undefined]]);
    expect(collection.find('12')).toBeUndefined();
  });

  it('finds the record that a server id belongs to now, not the earlier one', () => {
    const collection = filled([aRecord({ localId: '12' }), aRecord({ localId: 'a', serverId: 'a' })]);
    expect(collection.find('12')?.localId).toBe('12');
    // Row 12 turned out to be the record created here.
    collection.apply([entry(aRecord({ localId: 'a', serverId: 12 })), ['12', undefined]]);
    expect(collection.find('12')?.localId).toBe('a');
    collection.apply([
      entry(aRecord({ localId: 'b', serverId: 12 })),
      entry(aRecord({ localId: 'a', serverId: 13 })),
    ]);
    expect([collection.find('12')?.localId, collection.find('13')?.localId]).toEqual(['b', 'a']);
    collection.begin();
    collection.addRange([aRecord({ localId: 'b', serverId: 12 })]);
    collection.finish();
    expect([collection.find('12')?.localId, collection.find('13')]).toEqual(['b', undefined]);
  });

  it('is searched in lower case', () => {
    const server = { first_name: 'Ann', last_name: 'LEE', email: '', company_name: '' };
    expect(filled([aRecord({ localId: '1', server })]).getSnapshot().texts).toEqual([
      expect.stringContaining('ann lee'),
    ]);
  });

  it('prepares the search in steps, even while the list changes', () => {
    const collection = filled(Array.from({ length: 1200 }, (_, n) => aRecord({ localId: `${n}` })));
    const steps = collection.prepareSearch();
    steps.next();
    steps.next();
    collection.apply([entry(aRecord({ localId: 'late' }))]);
    expect(collection.isSearchReady).toBe(false);
    drawAll(steps);
    expect(collection.isSearchReady).toBe(true);
    expect(collection.getSnapshot().texts).toHaveLength(1201);
    collection.apply([['late', undefined]]);
    expect([collection.isSearchReady, collection.getSnapshot().texts.length]).toEqual([true, 1200]);
  });

  it('makes a new snapshot for each change and keeps it otherwise', () => {
    const collection = filled(three);
    const told: string[] = [];
    const stop = collection.subscribe(() => told.push('changed'));
    const before = collection.getSnapshot();
    collection.apply([['never seen', undefined]]);
    expect(collection.getSnapshot()).toBe(before);
    collection.apply([entry(aRecord({ localId: '4' }))]);
    expect(collection.getSnapshot()).not.toBe(before);
    expect(before.records).toHaveLength(3);
    expect(told).toEqual(['changed']);
    stop();
    collection.apply([['4', undefined]]);
    expect(told).toHaveLength(1);
  });

  it('shows the old list during a reload, and only the records read afterwards', () => {
    const collection = filled(three);
    collection.begin();
    collection.addRange([aRecord({ localId: '1' })]);
    collection.addRange([aRecord({ localId: '3' }), aRecord({ localId: '5', view: null })]);
    expect([shown(collection), collection.getSnapshot().complete]).toEqual([['3', '2', '1'], false]);
    collection.finish();
    expect([shown(collection), collection.getSnapshot().complete]).toEqual([['3', '1'], true]);
    expect(collection.find('2')).toBeUndefined();
  });

  it('finds records that were read before the reload is complete', () => {
    const collection = filled([]);
    let told = 0;
    collection.subscribe(() => {
      told += 1;
    });
    collection.begin();
    collection.addRange([aRecord({ localId: 'a', serverId: 12 })]);
    expect([told, collection.find('a')?.localId, collection.find('12')?.localId]).toEqual([1, 'a', 'a']);
    expect(shown(collection)).toEqual([]);
  });

  it('keeps a row read during a reload, unless its range is read later', () => {
    const collection = filled(three);
    const now = (localId: string) => aRecord({ localId, position: [7, localId] });
    collection.begin();
    collection.addRange([aRecord({ localId: '1' }), aRecord({ localId: '2' })]);
    collection.apply([entry(now('1')), ['2', undefined], entry(aRecord({ localId: '3' }))]);
    expect(shown(collection)).toEqual(['1', '3']);
    collection.addRange([now('3')]);
    collection.finish();
    expect(shown(collection)).toEqual(['3', '1']);
    expect(collection.find('2')).toBeUndefined();
    collection.apply([['1', undefined]]);
    expect(shown(collection)).toEqual(['3']);
  });

  it('inserts a page of records at their places in a long list', () => {
    const long = Array.from({ length: 80 }, (_, n) => aRecord({ localId: `${n}`, position: [2 * n, n] }));
    const places = fc.uniqueArray(fc.integer({ min: -9, max: 169 }), { minLength: 17, maxLength: 45 });
    expect(
      counterexample(
        fc.property(places, fc.constantFrom('first' as const, 'last' as const), (wanted, placement) => {
          const page = wanted.map((at) => aRecord({ localId: `page ${at}`, position: [2 * at + 1, 0] }));
          const [searched, unsearched] = [filled(long, placement), filled(long, placement)];
          drawAll(searched.prepareSearch());
          const anew = whole(filled([...page, ...long], placement));
          for (const collection of [searched, unsearched]) {
            collection.apply(page.map(entry));
            assertSame(whole(collection), anew);
          }
          return shown(searched).length === long.length + page.length;
        }),
        PAGES,
      ),
    ).toBeNull();
  });

  it('equals a fully sorted list after any writes', () => {
    const write = fc.record({
      localId: fc.nat({ max: 39 }).map(String),
      place: fc.nat({ max: 9 }),
      gone: fc.boolean(),
    });
    expect(
      counterexample(
        fc.property(
          fc.array(fc.array(write, { maxLength: 40, size: 'max' }), { maxLength: 8 }),
          fc.constantFrom('first' as const, 'last' as const),
          fc.nat({ max: 8 }),
          (batches, placement, searchAt) => {
            const collection = aCollection(placement);
            const truth = new Map<string, MirrorRecord>();
            for (const [n, batch] of batches.entries()) {
              if (n === searchAt) drawAll(collection.prepareSearch());
              const last = new Map(batch.map((each) => [each.localId, each]));
              const read = [...last.values()].map(({ localId, place, gone }) => {
                const record = gone ? undefined : aRecord({ localId, position: [place, 0] });
                if (record) truth.set(localId, record);
                else truth.delete(localId);
                return [localId, record] as const;
              });
              collection.apply(read);
            }
            const anew = aCollection(placement);
            anew.begin();
            for (const record of truth.values()) anew.addRange([record]);
            anew.finish();
            assertSame(whole(collection), whole(anew));
            return shown(collection).length === truth.size;
          },
        ),
      ),
    ).toBeNull();
  });
});

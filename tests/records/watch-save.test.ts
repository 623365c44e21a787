import { describe, expect, it } from 'vitest';
import type { MutationChange } from '../../src/outbox/mutation.ts';
import type { SaveReceipt } from '../../src/records/commands.ts';
import { WATCH_MS, watchSave } from '../../src/records/commands.ts';
import { flush } from '../support/browser/flush.ts';
import { aRecordServices } from '../support/browser/test-database.ts';
import { aNewMutation, aRefusal } from '../support/records/mutations.ts';

const receipt: SaveReceipt = { localId: 'a', mutationId: 'm-1', watched: true, undo: null };

/** A dialog that waits for a queued, watched change. */
async function watching(given: MutationChange = {}) {
  const services = await aRecordServices();
  const { strict } = services.db;
  const seq = await strict.outbox.add(aNewMutation({ watched: true, ...given }));
  const log: string[] = [];
  const outcome = watchSave(services, receipt).then((learned) => {
    log.push(learned.outcome);
    return learned;
  });
  await flush();
  return {
    services,
    strict,
    log,
    outcome,
    change: (change: MutationChange) => strict.outbox.update(seq, change),
  };
}

describe('a dialog that waits for its change', () => {
  // @spec D2.10
  it('learns that the server has confirmed it', async () => {
    const { strict, outcome, log, change } = await watching();
    await change({ state: 'sending' });
    await flush();
    expect(log).toEqual([]);
    await strict.outbox.clear();
    expect(await outcome).toEqual({ outcome: 'confirmed' });
  });

  // @spec D2.11
  it('[P7] learns that the server refused it, and why', async () => {
    const { outcome, change } = await watching({ state: 'sending' });
    await change({ state: 'parked', refusal: aRefusal() });
    expect(await outcome).toMatchObject({ outcome: 'refused', mutation: { refusal: aRefusal() } });
  });

  // @spec D2.6
  it.each<[string, MutationChange]>([
    ['its outcome is unknown', { state: 'unknown' }],
    ['it could not be sent', { state: 'queued', attempts: 1 }],
  ])('[Q5] stops waiting when %s', async (_, change) => {
    const dialog = await watching({ state: 'sending' });
    await dialog.change(change);
    expect(await dialog.outcome).toEqual({ outcome: 'waiting' });
    expect(await dialog.strict.outbox.toArray()).toMatchObject([{ watched: false }]);
  });

  // @spec D2.6
  it('[Q5] stops waiting when the engine is paused', async () => {
    const { strict, outcome } = await watching();
    await strict.meta.put({ key: 'engine', reasons: ['offline'], resumeAt: 0, throttledUntil: 0 });
    expect(await outcome).toEqual({ outcome: 'waiting' });
    expect(await strict.outbox.toArray()).toMatchObject([{ watched: false }]);
  });

  // @spec D2.5
  it('[Q5] stops waiting after 2.5 s, and not before', async () => {
    const { services, strict, outcome, log } = await watching({ state: 'sending' });
    services.clock.advance(WATCH_MS - 1);
    await flush();
    expect(log).toEqual([]);
    services.clock.advance(1);
    expect(await outcome).toEqual({ outcome: 'waiting' });
    expect(await strict.outbox.toArray()).toMatchObject([{ watched: false }]);
  });

  it('stops waiting when the device cannot be read', async () => {
    const services = await aRecordServices();
    services.db.relaxed.outbox.hook('reading', () => {
      throw new Error('The disk is broken.');
    });
    await services.db.strict.outbox.add(aNewMutation({ watched: true, undo: null }));
    expect(await watchSave(services, receipt)).toEqual({ outcome: 'waiting' });
  });

  it('does not wait without a change, or if no answer can come', async () => {
    const services = await aRecordServices();
    expect(await watchSave(services, { ...receipt, mutationId: null })).toEqual({ outcome: 'confirmed' });
    expect(await watchSave(services, { ...receipt, watched: false })).toEqual({ outcome: 'waiting' });
  });
});

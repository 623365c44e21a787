import { describe, expect, it } from 'vitest';
import { workOrderSpec } from '../../src/domain/work-order.ts';
import type { Lane } from '../../src/outbox/lane.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { aLane, anEnv } from '../support/lanes/lanes.ts';
import { aMutation, changes } from '../support/records/mutations.ts';

const order = workOrderSpec.blank({ now: 0, random: 0 });
const TOO_LONG = { notes: ['Ensure this field has no more than 20 characters.'] };
const sent = aMutation({
  resource: 'workOrders',
  state: 'sending',
  attemptId: 'attempt',
  attempts: 1,
  firstSentAt: 1000,
  fields: changes({ status: ['pending', 'assigned'], notes: ['', 'Wall open behind the washer'] }),
});

/** Returns the lane after a server refused the change with this body. */
function refused(lane: Lane, body: unknown, { status = 400, now = 20_000 } = {}): readonly Mutation[] {
  const [seen = sent] = lane.mutations;
  const before = { ...seen, state: 'queued', attemptId: null, attempts: 0 } as const;
  const verdict = { do: 'park', reason: 'rejected' } as const;
  const event = { type: 'answered', seen, before, verdict, status, body, row: null } as const;
  return reduceLane(lane, event, anEnv({ now })).lane.mutations;
}

describe('a refused change that includes a long text', () => {
  it('[P63] is sent without the text if only that is refused: the text is parked with the server’s message', () => {
    const [rest, text, ...more] = refused(aLane(order, [sent]), TOO_LONG);
    expect(more).toEqual([]);
    expect(rest).toMatchObject({
      id: sent.id,
      state: 'queued',
      fields: changes({ status: ['pending', 'assigned'] }),
    });
    expect(text).toMatchObject({
      state: 'parked',
      fields: changes({ notes: ['', 'Wall open behind the washer'] }),
      refusal: { reason: 'rejected', status: 400, body: TOO_LONG },
      attemptId: null,
      firstSentAt: null,
    });
    expect(text?.id).not.toBe(sent.id);
  });

  it.each([
    ['another field is refused too', { ...TOO_LONG, status: ['No.'] }, {}],
    ['another field is refused', { status: ['No.'] }, {}],
    ['the whole update is refused', { detail: 'No.' }, {}],
    ['the answer names no field', {}, {}],
    ['the body is empty', null, {}],
    ['it is refused for a reason other than its content (403)', TOO_LONG, { status: 403 }],
  ])('[P63] stays whole if %s', (_, body, how) => {
    expect(refused(aLane(order, [sent]), body, how)).toMatchObject([
      { state: 'parked', fields: sent.fields },
    ]);
  });

  it('[P63] stays whole if it changes nothing but the text', () => {
    const alone = aMutation({ ...sent, fields: changes({ notes: ['', 'Wall open'] }) });
    expect(refused(aLane(order, [alone]), TOO_LONG)).toMatchObject([
      { state: 'parked', fields: alone.fields },
    ]);
  });

  it('[P64] stays whole while its dialog is open', () => {
    const watched = aMutation({ ...sent, watched: true, acceptedAt: 19_000 });
    expect(refused(aLane(order, [watched]), TOO_LONG)).toMatchObject([
      { state: 'parked', fields: sent.fields },
    ]);
    expect(refused(aLane(order, [watched]), TOO_LONG, { now: 40_000 })).toHaveLength(2);
  });

  it('[P64] stays whole if the record was changed again', () => {
    const later = aMutation({
      resource: 'workOrders',
      id: 'later',
      seq: sent.seq + 1,
      fields: changes({ notes: ['Wall open', 'Wall closed'] }),
    });
    const [all, ...more] = refused(aLane(order, [sent, later]), TOO_LONG);
    expect(more).toEqual([]);
    expect(all).toMatchObject({
      state: 'parked',
      fields: changes({ status: ['pending', 'assigned'], notes: ['', 'Wall closed'] }),
    });
  });

  it('stays as it is if the answer is to an attempt that was given up', () => {
    const again = aMutation({ ...sent, attemptId: 'the next attempt' });
    const verdict = { do: 'park', reason: 'rejected' } as const;
    const event = {
      type: 'answered',
      seen: sent,
      before: sent,
      verdict,
      status: 400,
      body: TOO_LONG,
      row: null,
    } as const;
    const lane = aLane(order, [again]);
    expect(reduceLane(lane, event, anEnv({ now: 20_000 })).lane).toBe(lane);
  });

  it('stays whole if it is a create', () => {
    const create = aMutation({ ...sent, kind: 'create', idempotencyKey: 'a', sentWithKey: true });
    expect(refused(aLane(order, [create]), TOO_LONG)).toMatchObject([
      { state: 'parked', fields: sent.fields },
    ]);
  });
});

import type { StoredMutation } from '../../../src/domain/upcast-mutation.ts';

const OWNER = 'http://api.test|1';

const never = {
  schema: 1,
  owner: OWNER,
  deps: [],
  attemptId: null,
  attempts: 0,
  setbacks: null,
  firstSentAt: null,
  nextAt: 0,
  claimGeneration: 0,
  readFirst: false,
  probe: null,
  watched: false,
  refusal: null,
};

/** An outbox as version 1 of the schema stored it. Never changed: devices still hold such rows. */
export const OUTBOX_OF_VERSION_1: readonly StoredMutation[] = [
  {
    ...never,
    seq: 1,
    // 2026-11-20T08:00:00Z
    id: '01a1f7f8-3000-7000-8000-000000000001',
    resource: 'customers',
    localId: '01a1f7f8-2fff-7000-8000-00000000000a',
    kind: 'create',
    fields: { first_name: { base: null, value: 'Ann' }, email: { base: null, value: 'ann@example.com' } },
    generated: {},
    state: 'queued',
  },
  {
    ...never,
    seq: 2,
    id: '01a1f7f8-3000-7000-8000-000000000002',
    resource: 'customers',
    localId: '7',
    kind: 'update',
    fields: { city: { base: 'Reno', value: 'Elko' } },
    state: 'sending',
    attemptId: '01a1f7f8-3000-7000-8000-0000000000aa',
    attempts: 1,
    firstSentAt: 1_795_161_600_000,
    claimGeneration: 3,
  },
  {
    ...never,
    seq: 3,
    id: '01a1f7f8-3000-7000-8000-000000000003',
    resource: 'customers',
    localId: '8',
    kind: 'update',
    fields: { city: { base: 'Reno', value: 'Elko' } },
    state: 'parked',
    refusal: { reason: 'conflict', status: 0, body: { city: 'Tahoe' }, at: 1_795_161_600_000 },
  },
  {
    ...never,
    seq: 4,
    id: '01a1f7f8-3000-7000-8000-000000000004',
    resource: 'projects',
    localId: '01a1f7f8-2fff-7000-8000-00000000000b',
    kind: 'create',
    fields: { title: { base: null, value: 'Roof' }, customer: { base: null, value: '7' } },
    deps: ['7'],
    state: 'parked',
    attemptId: '01a1f7f8-3000-7000-8000-0000000000ab',
    attempts: 1,
    firstSentAt: 1_795_161_600_000,
    setbacks: { serverErrors: 0, since: 1_795_161_600_000, rereads: 0 },
    refusal: {
      reason: 'rejected',
      status: 400,
      body: { title: ['This field may not be blank.'] },
      at: 1_795_161_600_000,
    },
  },
];
